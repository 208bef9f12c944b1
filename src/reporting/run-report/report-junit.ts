/** A report as JUnit XML: a suite for each clause of the interface, a case for each check. */
import { getClauseTitle } from '../text/clause-title.ts';
import { formatJunitXml, type TestCase, type Verdict } from '../forms/junit.ts';
import { formatCurl } from '../text/curl-command.ts';
import { groupByClause, isKnownFailure, explainUncovered } from '../report.ts';
import type { CheckResult, OperationRow, Report } from '../report.ts';

export function formatReportJunit(report: Report): string {
  const suites = groupByClause(report.results).map(({ clause, results }) => ({
    name: getClauseTitle(clause),
    cases: results.map((result) => toCase(result, report)),
  }));
  const { stop, target, command = 'conform', operations = [], startedAt } = report;
  const run = { name: `flagbearer ${command} ${target}`, timestamp: startedAt };
  // An incomplete run must not look like a run without failures.
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
    'not-covered': { kind: 'error', message: explainUncovered(row) },
  };
  return {
    className: OPERATIONS,
    name: `${operation} is covered`,
    verdict: verdicts[row.coverage],
  };
}

function toCase(result: CheckResult, report: Report): TestCase {
  const isKnown = isKnownFailure(result, report);
  const { id, title, clause, durationMs } = result;
  const verdict: Verdict = isKnown
    ? { kind: 'skipped', message: `known failure: ${result.reason}` }
    : toVerdict(result);
  return {
    className: getClauseTitle(clause),
    name: `${id}: ${title}`,
    verdict,
    seconds: durationMs / 1000,
    ...(isKnown || verdict.kind === 'passed'
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
      return { kind: 'error', message, details: formatDetails(result) };
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
  const exchanges = evidence.map(({ request, response, networkError }) => {
    const outcome = response === null ? (networkError ?? 'no response') : response.status;
    return `${request.method} ${request.url} -> ${outcome}`;
  });
  const lastExchange = evidence.at(-1);
  const reproduction =
    lastExchange === undefined ? [] : [`reproduce: ${formatCurl(lastExchange.request)}`];
  return [reason, `${level} §${clause}, ${requirement}`, ...exchanges, ...reproduction].join('\n');
}

function createStoppedSuite({ results }: Report, { message }: NonNullable<Report['stop']>) {
  const name = `the run ${results.length === 0 ? 'starts its checks' : 'finishes'}`;
  const verdict = { kind: 'error', message } as const;
  return { name: 'the run', cases: [{ className: 'the run', name, verdict }] };
}
