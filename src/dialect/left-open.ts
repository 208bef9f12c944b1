/** Which keys settle the points that the interface leaves open, and which of those nobody sees. */
import { requirements, type Requirement } from '../contract/requirements.gen.ts';
import { dialectKeys, type DialectKey } from './keys.ts';

/** The keys that settle a rule, in its order; `a.b.*` is every key under `a.b`. */
export function settlingKeys({ dialectKeys: patterns = [] }: Requirement): readonly DialectKey[] {
  return patterns.flatMap((pattern) => dialectKeys.filter(({ key }) => settles(pattern, key)));
}

/** Whether a pattern of a rule names the key. */
export function settles(pattern: string, key: string): boolean {
  return pattern.endsWith('.*') ? key.startsWith(pattern.slice(0, -1)) : key === pattern;
}

/**
 * Whether no run can ever see what settles the rule: that takes waiting, or does harm. What is not
 * tested for that reason is nobody's omission.
 *
 * @param id of a rule in openapi/requirements.yaml; of any other the answer is no
 */
export function isBeyondSight(id: string): boolean {
  return beyondSight.has(id);
}

const beyondSight: ReadonlySet<string> = new Set(
  requirements.flatMap((requirement) => {
    const keys = settlingKeys(requirement);
    return keys.length > 0 && !keys.some(({ isObserved }) => isObserved) ? [requirement.id] : [];
  }),
);
