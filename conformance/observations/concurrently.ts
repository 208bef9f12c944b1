import type { Attempt } from '../attempt.ts';
import { NotTested } from '../outcomes.ts';

/** @throws NotTested where the caller allows one request at a time */
export function needsConcurrency(t: Attempt): void {
  if (t.ctx.settings.concurrency > 1) return;
  throw new NotTested('needs --concurrency 2 or more', 'settings');
}

/**
 * Does several things at the same time.
 *
 * @throws NotTested where the caller allows one request at a time
 */
export function concurrently<T>(
  t: Attempt,
  steps: readonly (() => Promise<T>)[],
): Promise<readonly T[]> {
  needsConcurrency(t);
  return Promise.all(steps.map((step) => step()));
}
