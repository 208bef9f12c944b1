/** What is told of a run at its end. */
import { join } from 'node:path';
import { clauseTitle } from '../../reporting/words/clause-title.ts';
import { dialectRows } from '../../reporting/run-report/dialect-rows.ts';
import { exitMeaning } from '../../reporting/run-report/exit-meaning.ts';
import { durationText } from '../../reporting/words/duration-text.ts';
import { notTestedByReason } from '../../reporting/run-report/not-tested.ts';
import {
  byClause,
  isKnownFailure,
  newFailures,
  summaryOf,
  verdictsByWeight,
  withVerdict,
  type CheckResult,
  type Report,
  type Summary,
} from '../../reporting/report.ts';
import { shortened, visibleLine } from '../../reporting/words/visible-text.ts';
import { counted } from '../../counted.ts';
import { columnTable } from '../text/text-table.ts';
import type { Paint } from './paint.ts';

/** Of what was not tested; report.html has all of them. */
const MOST_REASONS = 10;
const LONGEST_REASON = 120;

/** @param reportDir where the reports are, as it was given */
export function summaryText(report: Report, reportDir: string, paint: Paint): string {
  const known = withVerdict(report, 'fail').filter((result) => isKnownFailure(result, report));
  const parts = [
    sectionTable(report),
    listed('Failed', newFailures(report), paint),
    listed('Known to fail', known, paint),
    listed('Broken', withVerdict(report, 'error'), paint),
    listed('Warnings', withVerdict(report, 'warn'), paint),
    staleLines(report),
    notTestedLines(report),
    [...dialectLines(report, reportDir), ...budgetLines(report), reportLine(reportDir)].join('\n'),
    `${exitMeaning(report)}\n${countsText(report.summary, paint)} in ${durationText(report.durationMs)}`,
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function sectionTable({ results }: Report): string {
  if (results.length === 0) return '';
  const verdicts = verdictsByWeight.toReversed();
  return columnTable(
    ['SECTION', ...verdicts.map((verdict) => verdict.toUpperCase())],
    byClause(results).map(({ clause, results: own }) => {
      const counts = summaryOf(own);
      const cells = verdicts.map((verdict) =>
        counts[verdict] === 0 ? [] : [`${counts[verdict]}`],
      );
      return [[clauseTitle(clause)], ...cells];
    }),
  );
}

function listed(title: string, results: readonly CheckResult[], paint: Paint): string {
  if (results.length === 0) return '';
  const lines = results.map(
    ({ id, clause, verdict, reason }) =>
      `  ${paint(verdict, id)} (§${clause}): ${visibleLine(reason)}`,
  );
  return [`${title}:`, ...lines].join('\n');
}

function staleLines({ baseline }: Report): string {
  if (baseline === undefined || baseline.stale.length === 0) return '';
  const lines = baseline.stale.map((id) => `  ${id}`);
  return ['Fails no longer, take it out of the baseline:', ...lines].join('\n');
}

function notTestedLines(report: Report): string {
  const groups = notTestedByReason(report);
  if (groups.length === 0) return '';
  const lines = groups
    .slice(0, MOST_REASONS)
    .map(({ reason, results }) => `  ${String(results.length).padStart(4)}  ${briefly(reason)}`);
  const others = groups.slice(MOST_REASONS).flatMap(({ results }) => results).length;
  const rest = others === 0 ? [] : [`  ${String(others).padStart(4)}  for other reasons`];
  return ['Not tested:', ...lines, ...rest].join('\n');
}

function briefly(reason: string): string {
  return shortened(visibleLine(reason), LONGEST_REASON);
}

function dialectLines(report: Report, reportDir: string): string[] {
  const differing = dialectRows(report).filter(({ compared }) => compared === 'not default');
  const questions = report.openQuestions.length;
  const file = join(reportDir, 'dialect.yaml');
  return [
    differing.length === 0
      ? `Dialect: as by default, in ${file}`
      : `Dialect: ${counted(differing.length, 'key')} not at the default, in ${file}`,
    ...(questions === 0 ? [] : [`Open: ${counted(questions, 'question')} for the vendor`]),
  ];
}

function budgetLines({ budget }: Report): string[] {
  if (budget === undefined) return [];
  const { requests, otpSends, usersMade } = budget;
  return [
    `Budget: ${requests.used} of ${requests.most} requests, ${otpSends.used} of ${otpSends.most} one-time passwords, ${counted(usersMade, 'user')} made`,
  ];
}

function reportLine(reportDir: string): string {
  return `Reports: ${reportDir}; report.html has the exchanges`;
}

function countsText(summary: Summary, paint: Paint): string {
  const verdicts = verdictsByWeight.toReversed().filter((verdict) => summary[verdict] > 0);
  const counts = verdicts.map((verdict) => paint(verdict, `${summary[verdict]} ${verdict}`));
  return counts.join(', ') || 'no checks';
}
