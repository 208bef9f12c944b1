/** Limits the number of sent one-time passwords. The interface defines no limit (§8). */
import type { Dialect } from '../dialect/dialect.ts';
import { parseDuration } from './duration.ts';

export type SendLimitResult =
  | { readonly result: 'allowed'; readonly sends: readonly number[] }
  /** `retryAfter`: whole seconds until a send is allowed again. */
  | { readonly result: 'refused'; readonly retryAfter: number };

type SendLimit = Exclude<Dialect['limits']['sends'], 'none'>;

export function getCounterName(
  { scope }: SendLimit,
  clientId: string,
  destination: string,
): string {
  return scope === 'client' ? `client:${clientId}` : `destination:${destination}`;
}

/** Counts a send at the instant `now`. @param earlierSends instants of earlier sends, oldest first */
export function countSend(
  earlierSends: readonly number[],
  now: number,
  limit: SendLimit,
): SendLimitResult {
  const window = parseDuration(limit.per);
  const recent = earlierSends.filter((instant) => instant > now - window);
  // The oldest of the last `count` sends blocks until it leaves the window.
  const blocking = recent.at(-limit.count);
  if (blocking === undefined) return { result: 'allowed', sends: [...recent, now] };
  return { result: 'refused', retryAfter: Math.ceil((blocking + window - now) / 1000) };
}
