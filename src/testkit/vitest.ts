/** `flagbearer/vitest`: a `test` whose tests have a sandbox, and a workspace of their own. */
import type { TestAPI } from 'vitest';

import type { SandboxOptions } from './options.ts';
import { sandboxFixtures, type SandboxFixtures } from './vitest/fixtures.ts';
import { runningTest } from './vitest/running-vitest.ts';

export { sandboxFixtures, type SandboxFixtures } from './vitest/fixtures.ts';

/**
 * Makes a `test` whose sandbox is started with options of your own.
 *
 * ```ts
 * export const test = createTest({ scenario: './checkout.yaml', seed: 7 });
 * ```
 */
export function createTest(options: SandboxOptions = {}): TestAPI<SandboxFixtures> {
  return runningTest().extend<SandboxFixtures>(sandboxFixtures(options));
}

/** With the default scenario. */
export const test: TestAPI<SandboxFixtures> = createTest();
