import { selectChecks, listOperationsInScope } from '../../../conformance/select-checks.ts';
import { getCheckId, type Check } from '../../../conformance/define-check.ts';
import type { RunOutcome } from '../../../conformance/outcome.ts';
import { startRun, type StartedRun } from '../../../conformance/run-conformance.ts';
import { sections } from '../../../conformance/sections/index.ts';
import { toConformSettings } from '../../conform-settings/conform-settings.ts';
import { drawSeed } from '../../ports/draws.ts';
import { completeSettings, type ConformanceSettings } from './conformance-settings.ts';
import { getRunningVitest } from './running-vitest.ts';

/** A check can wait for a rate limit, and the run has its own time limits. */
const NO_TIMEOUT = { timeout: 0 } as const;

/**
 * Defines a suite for each section, with a test for each check, and a suite for the operations.
 *
 * @throws TypeError for an invalid setting; StartError for an invalid dialect
 */
export async function defineConformanceTests(options: ConformanceSettings): Promise<void> {
  const { describe, test, afterAll } = getRunningVitest();
  const settings = await toConformSettings(completeSettings(options, drawSeed()), {
    cwd: process.cwd(),
    maskedTexts: new Map(),
  });
  const checks = selectChecks(settings);
  let startedRun: Promise<StartedRun> | undefined;
  let outcome: Promise<RunOutcome> | undefined;
  /** Returns the run; the first test starts it. */
  const start = () => (startedRun ??= startRun(settings));
  const finish = () => (outcome ??= start().then((run) => run.finish()));

  /** Performs a check. Returns the reason if it was not tested, else null. @throws Error if the check fails */
  async function perform(check: Check): Promise<string | null> {
    const { run } = await start();
    const stopReason = await run.prepare();
    if (stopReason !== null) return stopReason.message;
    const { verdict, reason } = await run.perform(check);
    if (verdict === 'fail' || verdict === 'error') throw new Error(reason);
    return verdict === 'not-tested' ? reason : null;
  }

  // Not shuffled: the coverage of operations is known only after the last check.
  describe(`conformance of ${settings.target}`, { shuffle: false }, () => {
    for (const section of sections) {
      const selected = section.checks.filter((check) => checks.includes(check));
      if (selected.length === 0) continue;
      // The run limits the number of concurrent requests.
      describe.concurrent(`§${section.clause} ${section.title}`, () => {
        for (const check of selected) {
          test(`${getCheckId(check)}: ${check.title}`, NO_TIMEOUT, async ({ skip }) => {
            const skipReason = await perform(check);
            if (skipReason !== null) skip(skipReason);
          });
        }
      });
    }
    describe('operations', () => {
      for (const operation of listOperationsInScope(checks, settings)) {
        test(`${operation} is covered`, NO_TIMEOUT, async () => {
          const { operations } = await finish();
          const row = operations.find((candidate) => candidate.operation === operation);
          if (row?.coverage !== 'not-covered') return;
          throw new Error([row.reason, row.fix].filter((part) => part !== undefined).join('. '));
        });
      }
      test('every setting could be used', NO_TIMEOUT, async () => {
        const { unusableInputs } = await finish();
        failWith(unusableInputs.map(({ input, reason }) => `${input}: ${reason}`));
      });
      if (settings.dialect !== null) {
        test('the deployment matches the declared dialect', NO_TIMEOUT, async () => {
          const differing = (await finish()).results.filter(
            ({ verdict, cause }) => verdict === 'fail' && cause === 'dialect',
          );
          failWith(differing.map(({ id, reason }) => `${id}: ${reason}`));
        });
      }
    });
    afterAll(async () => (await startedRun)?.discard());
  });
}

function failWith(problems: readonly string[]): void {
  if (problems.length > 0) throw new Error(problems.join('\n'));
}
