/** The fields of an outcome that are not results of checks. */
import { expect, it } from 'vitest';
import { runConformance } from '../../conformance/run-conformance.ts';
import { createPlainSettings } from './plain-settings.ts';

it('the outcome contains start time, duration and seed', async () => {
  const start = Date.parse('2026-01-15T10:00:00.000Z');
  // Each call of `now` returns a time one second later; the first call returns `start`.
  let lastTime = start - 1000;
  const now = () => (lastTime += 1000);
  // No server listens on port 1, so the run stops after the first request.
  const outcome = await runConformance(createPlainSettings('http://127.0.0.1:1', { seed: 7 }), {
    now,
    sleep: () => Promise.resolve(),
  });
  expect(outcome).toMatchObject({
    startedAt: '2026-01-15T10:00:00.000Z',
    durationMs: lastTime - start,
    seed: 7,
    stop: { kind: 'unreachable' },
  });
});
