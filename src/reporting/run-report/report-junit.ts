/** A report as JUnit XML: a suite for each clause of the interface, a case for each check. */
import { getClauseTitle } from '../text/clause-title.ts';
import { formatJunitXml, type TestCase, type Verdict } from '../forms/junit.ts';
import { formatCurl } from '../text/curl-line.ts';
import { groupByClause, isKnownFailure, explainUncovered } from '../report.ts';
import type { CheckResult, OperationRow, Report } from '../report.ts';

export function reportJunit(report: Report): string {
  const suites = groupByClause(report.results).map(({ clause, results }) => ({
    name: getClauseTitle(clause),
    cases: results.map((result) => toCase(result, report)),
  }));
  const { stop, target, command = 'conform', operations = [], startedAt: at } = report;
  const run = { name: `flagbearer ${command} ${target}`, at };
  // An incomplete run must not look like one without failures.
  return formatJunitXml(run, [
    ...(stop === undefined ? [] : [createStoppedSuite(report, stop)]),
    ...(operations.length === 0
      ? []
      : [{ name: OPERATIONS, cases: operations.map(toCoverageCase) }]),
    ...suites,
  ]);
}

const OPERATIONS = 'Operation coverage';

function toCoverageCase(row: OperationRow): TestCase {
  const { operation } = row;
  const verdicts: Record<OperationRow['coverage'], Verdict> = {
    covered: { kind: 'passed' },
    skipped: { kind: 'skipped', message: `${operation} is out of scope` },
    'not-covered': { kind: 'broken', message: explainUncovered(row) },
  };
  return {
    className: OPERATIONS,
    name: `${operation} is covered`,
    verdict: verdicts[row.coverage],
  };
}

function toCase(result: CheckResult, report: Report): TestCase {
  const known = isKnownFailure(result, report);
  const { id, title, clause, durationMs } = result;
  const verdict: Verdict = known
    ? { kind: 'skipped', message: `known failure: ${result.reason}` }
    : toVerdict(result);
  return {
    className: getClauseTitle(clause),
    name: `${id}: ${title}`,
    verdict,
    seconds: durationMs / 1000,
    ...(known || verdict.kind === 'passed'
      ? { output: `${result.verdict}: ${result.reason}` }
      : {}),
  };
}

function toVerdict(result: CheckResult): Verdict {
  const { verdict, reason: message } = result;
  switch (verdict) {
    case 'fail':
      return { kind: 'failed', message, details: formatDetails(result) };
    case 'error':
      return { kind: 'broken', message, details: formatDetails(result) };
    case 'not-tested':
      return { kind: 'skipped', message };
    case 'pass':
    case 'warn':
    case 'observed':
      return { kind: 'passed' };
  }
}

/** Returns the details below the message in a log: the rule, and each exchange on a line. */
function formatDetails({ requirement, clause, level, evidence, reason }: CheckResult): string {
  const exchanges = evidence.map(({ request, response, trouble }) => {
    const outcome = response === null ? (trouble ?? 'no response') : response.status;
    return `${request.method} ${request.url} -> ${outcome}`;
  });
  const last = evidence.at(-1);
  const again = last === undefined ? [] : [`reproduce: ${formatCurl(last.request)}`];
  return [reason, `${level} §${clause}, ${requirement}`, ...exchanges, ...again].join('\n');
}

function createStoppedSuite({ results }: Report, { message }: NonNullable<Report['stop']>) {
  const name = `the run ${results.length === 0 ? 'starts its checks' : 'finishes'}`;
  const verdict = { kind: 'broken', message } as const;
  return { name: 'the run', cases: [{ className: 'the run', name, verdict }] };
}
