/** The file that vitest runs: every section is a suite, every check a test; the last one sums up. */
import { describe, it } from 'vitest';
import { checkId, isChosen, type Check } from '../define-check.ts';
import type { RunOutcome } from '../outcome.ts';
import { sections } from '../sections/index.ts';
import { finish, only, run } from './own-run.ts';

declare module 'vitest' {
  interface TaskMeta {
    outcome?: RunOutcome;
  }
}

// All are begun at once; the run's own gate lets in as many as were asked for.
for (const { clause, title, checks } of sections) {
  const chosen = checks.filter((check) => isChosen(checkId(check), only));
  if (chosen.length === 0) continue;
  describe.concurrent(`§${clause} ${title}`, () => {
    for (const check of chosen) define(check);
  });
}

it('sums up', async ({ task }) => {
  task.meta.outcome = await finish();
});

function define(check: Check): void {
  it(`${checkId(check)}: ${check.title}`, async ({ skip }) => {
    if ((await run.ready()) !== null) return skip('the run ended before its checks');
    const result = await run.perform(check);
    if (result.verdict === 'not-tested') return skip(result.reason);
    if (result.verdict === 'fail' || result.verdict === 'error') throw new Error(result.reason);
    return undefined;
  });
}
