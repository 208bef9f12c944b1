import type { Stop } from '../outcome.ts';
import type { Network } from './retrying-transport.ts';

/** Maximum number of requests that the message names. */
const MAX_LAST_REQUESTS = 5;

/** Returns why the run ended before its last check; null for a complete run. */
export function findEarlyStop(
  { signal, liveness, crashes }: Pick<Network, 'signal' | 'liveness' | 'crashes'>,
  target: string,
): Stop | null {
  if (signal.aborted) return { kind: 'interrupted', message: 'the run was interrupted' };
  if (liveness.unreachable === null) return null;
  const last = crashes.lastRequests
    .slice(0, MAX_LAST_REQUESTS)
    .map(({ method, path, sender }) => `${method} ${path} of ${sender}`);
  const before = last.length === 0 ? '' : `. Last requests before that: ${last.join(', ')}`;
  const message = `${target} stopped responding: ${liveness.unreachable}${before}`;
  return { kind: 'stoppedResponding', message };
}
