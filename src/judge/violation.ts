import type { ProxyEntry } from '../contract/proxy-journal.gen.ts';
import type { Detail } from '../contract/types.ts';
import { findRequirement } from '../reporting/requirement.ts';

/** A difference between the traffic and the effective contract. */
export type Violation = Readonly<ProxyEntry['violations'][number]>;

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

/** Returns whether the traffic violates a MUST or SHOULD; otherwise it only differs from the dialect. */
export function isInterfaceViolation({ level }: Violation): boolean {
  return level !== 'OPEN';
}

/**
 * Returns whether a response has a member that is not in the interface. The interface does not exclude such
 * members, so they are reported, but never rejected or failed.
 */
export function isAdditionalMember({ direction, level, kind }: Violation): boolean {
  return direction === 'response' && level === 'OPEN' && kind === 'unknown';
}
