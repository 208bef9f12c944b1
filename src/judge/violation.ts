import type { Violation as WrittenViolation } from '../contract/proxy-journal.gen.ts';
import type { Detail } from '../contract/types.ts';
import { findRequirement } from '../reporting/requirement.ts';

/** A difference between the traffic and the effective contract. */
export type Violation = Readonly<WrittenViolation>;

/** The verdict on a violation, by the level of the rule. */
export const VERDICTS = { MUST: 'fail', SHOULD: 'warn', OPEN: 'observed' } as const;

/** Returns a violation of a rule in openapi/requirements.yaml. @throws TypeError for an unknown rule */
export function createViolation(
  direction: Violation['direction'],
  rule: string,
  { pointer, message, kind = 'value' }: Detail,
  level?: Violation['level'],
): Violation {
  const requirement = findRequirement(rule);
  if (requirement === undefined) throw new TypeError(`no requirement ${rule}`);
  const { clause } = requirement;
  return { direction, rule, clause, level: level ?? requirement.level, kind, pointer, message };
}

/** Returns whether the violation breaks the contract, and does not only differ from the dialect. */
export function isBreach({ level }: Violation): boolean {
  return level !== 'OPEN';
}

/**
 * Returns whether a response only has members beyond those of the interface. The interface does not exclude them,
 * and a dialect cannot list them: they are reported, but never rejected or failed.
 */
export function isAdditionalMember({ direction, level, kind }: Violation): boolean {
  return direction === 'response' && level === 'OPEN' && kind === 'unknown';
}
