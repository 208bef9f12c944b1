import { draw, urlSafeFrom } from '../draws.ts';
import type { DrawScope } from '../draws.ts';

/**
 * Returns a challenge that was never issued: the phrase of the given one (§2.3) with another random part.
 * It stands for a stale challenge if there is no earlier one.
 *
 * @param scope with the same scope and challenge, the result is the same
 */
export function neverHandedOut(challenge: string, scope: DrawScope): string {
  const random = urlSafeFrom(draw(scope, 'stale-challenge', challenge, 0));
  const last = challenge.split(/\s/u).at(-1) ?? '';
  return challenge.slice(0, challenge.length - last.length) + random;
}
