/** A client report as JUnit XML: a case for each rule, and for each item of the coverage. */
import type { ClientReport, Mistake } from '../../contract/client-report.gen.ts';
import { clientRules } from '../../contract/client-rules.gen.ts';
import { formatJunitXml, type TestSuite, type Verdict } from '../forms/junit.ts';
import { getClauseTitle } from '../text/clause-title.ts';
import { listCoverageParts } from './coverage-parts.ts';

/** @param at when the report was created: ISO 8601, UTC */
export function formatClientReportJunit(report: ClientReport, at: string): string {
  const name = `flagbearer client-report ${report.workspace}`;
  return formatJunitXml({ name, timestamp: at }, [
    toMistakeSuite(report),
    ...toCoverageSuites(report),
  ]);
}

function toMistakeSuite({ mistakes, requests }: ClientReport): TestSuite {
  const mistakesByRule = new Map(mistakes.map((mistake) => [mistake.rule, mistake]));
  // A report of a later release may have rules that are not in this list.
  const rules = new Map<string, { readonly clause: string; readonly title: string }>([
    ...clientRules.map((rule) => [rule.id, rule] as const),
    ...mistakesByRule,
  ]);
  const verdictWithoutMistake: Verdict =
    requests > 0 ? { kind: 'passed' } : { kind: 'skipped', message: 'no requests' };
  return {
    name: 'mistakes',
    cases: Array.from(rules, ([id, { clause, title }]) => {
      const mistake = mistakesByRule.get(id);
      const verdict = mistake === undefined ? verdictWithoutMistake : toVerdict(mistake);
      return { className: getClauseTitle(clause), name: `${id}: ${title}`, verdict };
    }),
  };
}

function toVerdict({ message, count, hint, clients, entries, clause }: Mistake): Verdict {
  return {
    kind: 'failed',
    message: count === 1 ? message : `${message} (${count} times)`,
    details: [
      message,
      `§${clause}. ${hint}`,
      `Clients: ${clients.join(', ') || 'no known client id'}`,
      `Journal entries: ${entries.join(', ')}`,
    ].join('\n'),
  };
}

function toCoverageSuites({ coverage }: ClientReport): readonly TestSuite[] {
  const passed: Verdict = { kind: 'passed' };
  const skipped: Verdict = { kind: 'skipped', message: 'not covered' };
  return listCoverageParts(coverage).map(({ title, seen, missing }) => ({
    name: `coverage: ${title}`,
    cases: [
      ...seen.map((name) => ({ className: title, name, verdict: passed })),
      ...missing.map((name) => ({ className: title, name, verdict: skipped })),
    ],
  }));
}
