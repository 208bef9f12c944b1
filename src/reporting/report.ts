/** The report of a run, and what its formats have in common. */
import type { Report as ReportDocument } from '../contract/report.gen.ts';
import { groupBy } from './text/group-by.ts';

/** `report.json`, read only. */
export type Report = DeepReadonly<ReportDocument>;
export type CheckResult = Report['results'][number];
export type Exchange = CheckResult['evidence'][number];
export type SentRequest = Exchange['request'];
export type Verdict = CheckResult['verdict'];
export type Summary = Report['summary'];
/** An operation with its coverage and the verdicts of its checks. */
export type OperationRow = NonNullable<Report['operations']>[number];

type DeepReadonly<T> = T extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
    : T;

/** The worst first. */
export const verdictsByWeight = [
  'fail',
  'error',
  'warn',
  'not-tested',
  'observed',
  'pass',
] as const satisfies readonly Verdict[];

export function summarize(results: readonly Pick<CheckResult, 'verdict'>[]): Summary {
  const summary = { pass: 0, fail: 0, warn: 0, observed: 0, 'not-tested': 0, error: 0 };
  for (const { verdict } of results) summary[verdict] += 1;
  return summary;
}

/** Returns whether a result shows that the deployment follows or violates a rule. */
export function isDecided({ verdict }: Pick<CheckResult, 'verdict'>): boolean {
  return verdict === 'pass' || verdict === 'fail' || verdict === 'warn';
}

/** Returns whether the check was skipped because a limit of the run was reached. */
export function isSkippedByBudget({ verdict, cause }: Pick<CheckResult, 'verdict' | 'cause'>) {
  return verdict === 'not-tested' && cause === 'budget';
}

export function filterByVerdict({ results }: Report, verdict: Verdict): readonly CheckResult[] {
  return results.filter((result) => result.verdict === verdict);
}

/** Returns the operations to which the proxy observed no request. */
export function listUnrequestedOperations(report: Report): readonly CheckResult['operation'][] {
  return filterByVerdict(report, 'not-tested')
    .filter(({ id }) => id.endsWith('/requests'))
    .map(({ operation }) => operation);
}

export function isKnownFailure({ id, verdict }: CheckResult, { baseline }: Report): boolean {
  return verdict === 'fail' && (baseline?.known.includes(id) ?? false);
}

export function listNewFailures(report: Report): readonly CheckResult[] {
  return filterByVerdict(report, 'fail').filter((result) => !isKnownFailure(result, report));
}

export interface ClauseResults {
  readonly clause: string;
  readonly results: readonly CheckResult[];
}

export function groupByClause(results: readonly CheckResult[]): readonly ClauseResults[] {
  const groups = groupBy(results, ({ clause }) => clause);
  return Array.from(groups, ([clause, results]) => ({ clause, results }));
}

/** Returns a group for each reason why checks were not tested, the most frequent reason first. */
export function groupNotTested(report: Report) {
  const groups = groupBy(filterByVerdict(report, 'not-tested'), ({ reason }) => reason);
  return Array.from(groups, ([reason, results]) => ({ reason, results })).toSorted(
    (a, b) => b.results.length - a.results.length,
  );
}

/** Checks that fail because of the same rule, with the same reason. */
export interface FailureGroup {
  readonly clause: string;
  /** What a conforming deployment does. */
  readonly expected: string;
  /** What the tested deployment did. */
  readonly actual: string;
  readonly results: readonly CheckResult[];
}

/** Groups the failures that are not in the baseline by rule and reason, in the order of the interface. */
export function groupFailures(report: Report): readonly FailureGroup[] {
  const groups = groupBy(
    listNewFailures(report),
    ({ requirement, reason }) => `${requirement} ${reason}`,
  );
  return Array.from(groups.values(), (results) => {
    const [{ clause, title, reason }] = results;
    return { clause, expected: title, actual: reason, results };
  });
}

/** Returns `startWalletAuth, getUser`; an empty text if no check is about a single operation. */
export function describeOperations({ results }: FailureGroup): string {
  return [...new Set(results.flatMap(({ operation }) => operation ?? []))].join(', ');
}

/** Counts the checks of an operation: a warning as passed, an error as not tested. */
export function countVerdicts(
  operation: OperationRow['operation'],
  results: readonly Pick<CheckResult, 'operation' | 'verdict'>[],
): Pick<OperationRow, 'pass' | 'fail' | 'not-tested'> {
  const resultsOfOperation = results.filter((result) => result.operation === operation);
  const { pass, warn, fail, error, 'not-tested': notTested } = summarize(resultsOfOperation);
  return { pass: pass + warn, fail, 'not-tested': notTested + error };
}

export const COVERAGE_WORDS: Readonly<Record<OperationRow['coverage'], string>> = {
  covered: 'covered',
  'not-covered': 'NOT COVERED',
  skipped: 'skipped',
};

/** Returns why an operation is not covered, and how to fix it; an empty text if it is covered. */
export function explainUncovered({ reason, fix }: OperationRow): string {
  if (reason === undefined || fix === undefined) return reason ?? fix ?? '';
  return `${reason.replace(/[.]$/, '')}. ${fix}`;
}
