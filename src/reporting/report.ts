/** The report of a conformance run, as the writers of all its forms read it. */
import type { Report as ReportDocument } from '../contract/report.gen.ts';
import { grouped } from './words/grouped.ts';

/** `report.json`, read only. */
export type Report = Unchanging<ReportDocument>;
export type CheckResult = Report['results'][number];
export type Exchange = CheckResult['evidence'][number];
export type SentRequest = Exchange['request'];
export type Verdict = CheckResult['verdict'];
export type Summary = Report['summary'];

type Unchanging<T> = T extends readonly (infer Item)[]
  ? readonly Unchanging<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Unchanging<T[Key]> }
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

/** How many checks got each verdict. */
export function summaryOf(results: readonly Pick<CheckResult, 'verdict'>[]): Summary {
  const count = (verdict: Verdict) => results.filter((each) => each.verdict === verdict).length;
  return {
    pass: count('pass'),
    fail: count('fail'),
    warn: count('warn'),
    observed: count('observed'),
    'not-tested': count('not-tested'),
    error: count('error'),
  };
}

/** Whether a result shows that the deployment follows or breaks a rule. */
export function isDecided({ verdict }: Pick<CheckResult, 'verdict'>): boolean {
  return verdict === 'pass' || verdict === 'fail' || verdict === 'warn';
}

/** Whether a limit of the run left the check out. */
export function isLeftOut({ verdict, cause }: Pick<CheckResult, 'verdict' | 'cause'>): boolean {
  return verdict === 'not-tested' && cause === 'budget';
}

export function withVerdict({ results }: Report, verdict: Verdict): readonly CheckResult[] {
  return results.filter((result) => result.verdict === verdict);
}

/** Whether the baseline lists this check as failing. */
export function isKnownFailure({ id, verdict }: CheckResult, { baseline }: Report): boolean {
  return verdict === 'fail' && (baseline?.known.includes(id) ?? false);
}

/** The failures that are not in the baseline. */
export function newFailures(report: Report): readonly CheckResult[] {
  return withVerdict(report, 'fail').filter((result) => !isKnownFailure(result, report));
}

/** Those of one clause, in the order of the interface. */
export interface ClauseResults {
  readonly clause: string;
  readonly results: readonly CheckResult[];
}

export function byClause(results: readonly CheckResult[]): readonly ClauseResults[] {
  const groups = grouped(results, ({ clause }) => clause);
  return Array.from(groups, ([clause, own]) => ({ clause, results: own }));
}
