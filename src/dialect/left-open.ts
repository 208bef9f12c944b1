/** Which keys settle the points that the interface leaves open. */
import type { Requirement } from '../contract/requirements.gen.ts';
import { dialectKeys, type DialectKey } from './keys.ts';

/** The keys that settle a rule, in its order; `a.b.*` is every key under `a.b`. */
export function settlingKeys({ dialectKeys: patterns = [] }: Requirement): readonly DialectKey[] {
  return patterns.flatMap((pattern) => dialectKeys.filter(({ key }) => settles(pattern, key)));
}

/** Whether a pattern of a rule names the key. */
export function settles(pattern: string, key: string): boolean {
  return pattern.endsWith('.*') ? key.startsWith(pattern.slice(0, -1)) : key === pattern;
}
