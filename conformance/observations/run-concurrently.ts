import type { Attempt } from '../attempt.ts';
import { NotTested } from '../outcomes.ts';

/** @throws NotTested if the settings allow only one request at a time */
export function needsConcurrency(t: Attempt): void {
  if (t.ctx.settings.concurrency > 1) return;
  throw new NotTested('needs --concurrency 2 or more', 'settings');
}

/**
 * Runs several steps at the same time.
 *
 * @throws NotTested if the settings allow only one request at a time
 */
export function runConcurrently<T>(
  t: Attempt,
  steps: readonly (() => Promise<T>)[],
): Promise<readonly T[]> {
  needsConcurrency(t);
  return Promise.all(steps.map((step) => step()));
}
