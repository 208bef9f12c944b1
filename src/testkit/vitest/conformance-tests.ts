import { chosenChecks, operationsInScope } from '../../../conformance/chosen-checks.ts';
import { checkId } from '../../../conformance/define-check.ts';
import { drawSeed } from '../../../conformance/draw-seed.ts';
import { sections } from '../../../conformance/sections/index.ts';
import { conformSettings } from '../../conform-settings/conform-settings.ts';
import { completeSettings, type ConformanceSettings } from './conformance-settings.ts';
import { LazyRun } from './lazy-run.ts';
import { runningVitest } from './running-vitest.ts';

/** The run has its own limits: a check may wait for a rate limit. */
const NO_TIMEOUT = { timeout: 0 } as const;

/**
 * Defines a suite for each section, with a test for each check, and one for the operations.
 *
 * @throws TypeError for an invalid setting; StartError for an invalid dialect
 */
export async function defineConformanceTests(given: ConformanceSettings): Promise<void> {
  const { describe, test, afterAll } = runningVitest();
  const settings = await conformSettings(completeSettings(given, drawSeed()), {
    cwd: process.cwd(),
    hidden: new Map(),
  });
  const checks = chosenChecks(settings);
  const run = new LazyRun(settings);
  // In this order: what a run has covered is known when its last check has ended.
  describe(`conformance of ${settings.target}`, { shuffle: false }, () => {
    for (const section of sections) {
      const own = section.checks.filter((check) => checks.includes(check));
      if (own.length === 0) continue;
      // The run itself limits how many requests are in flight.
      describe.concurrent(`§${section.clause} ${section.title}`, () => {
        for (const check of own) {
          test(`${checkId(check)}: ${check.title}`, NO_TIMEOUT, async ({ skip }) => {
            const whyNot = await run.performed(check);
            if (whyNot !== null) skip(whyNot);
          });
        }
      });
    }
    describe('operations', () => {
      for (const operation of operationsInScope(checks, settings)) {
        test(`${operation} is covered`, NO_TIMEOUT, () => run.expectCovered(operation));
      }
      test('every setting could be used', NO_TIMEOUT, () => run.expectInputsUsable());
      if (settings.dialect !== null) {
        test('the declared dialect fits', NO_TIMEOUT, () => run.expectDeclaredDialect());
      }
    });
    afterAll(() => run.discard());
  });
}
