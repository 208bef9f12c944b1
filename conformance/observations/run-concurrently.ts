import type { Attempt } from '../attempt.ts';
import { createSettingError } from '../check-errors.ts';
import type { HttpRequest, HttpResponse } from '../target/http-request.ts';

/** @throws NotTested if the settings allow only one request at a time */
export function requireConcurrency(t: Attempt): void {
  if (t.ctx.settings.concurrency > 1) return;
  throw createSettingError('--concurrency 2 or more');
}

/** Runs steps at the same time; throws NotTested if the settings allow one request at a time. */
export function runConcurrently<T>(
  t: Attempt,
  steps: readonly (() => Promise<T>)[],
): Promise<readonly T[]> {
  requireConcurrency(t);
  return Promise.all(steps.map((step) => step()));
}

export function sendConcurrently(
  t: Attempt,
  requests: readonly HttpRequest[],
): Promise<readonly HttpResponse[]> {
  return runConcurrently(
    t,
    requests.map((request) => () => t.send(request)),
  );
}
