/** Failures by their cause: checks that break one rule in one way are one line. */
import { newFailures, type CheckResult, type Report } from '../report.ts';
import { grouped } from '../words/grouped.ts';

export interface FailureGroup {
  readonly clause: string;
  readonly requirement: string;
  /** What a conforming deployment does. */
  readonly expected: string;
  /** What this one did. */
  readonly actual: string;
  readonly results: readonly CheckResult[];
}

/** Returns the failures that no baseline knows, in the order of the interface. */
export function failureGroups(report: Report): readonly FailureGroup[] {
  const groups = grouped(
    newFailures(report),
    ({ requirement, reason }) => `${requirement} ${reason}`,
  );
  return [...groups.values()].flatMap((results) => {
    const [first] = results;
    if (first === undefined) return [];
    const { clause, requirement, title: expected, reason: actual } = first;
    return [{ clause, requirement, expected, actual, results }];
  });
}

/** `startWalletAuth, getUser`; empty where the checks are of no single operation. */
export function operationsOf({ results }: FailureGroup): string {
  return [...new Set(results.flatMap(({ operation }) => operation ?? []))].join(', ');
}
