import { draw, urlSafeFrom } from '../draws.ts';
import type { DrawScope } from '../draws.ts';

/**
 * A challenge that was never handed out: the phrase of this one (§2.3) with another random part. What a
 * wallet signs that is to sign a stale challenge and has had no other before.
 *
 * @param scope the same scope and challenge make the same one again
 */
export function neverHandedOut(challenge: string, scope: DrawScope): string {
  const random = urlSafeFrom(draw(scope, 'stale-challenge', challenge, 0));
  const last = challenge.split(/\s/u).at(-1) ?? '';
  return challenge.slice(0, challenge.length - last.length) + random;
}
