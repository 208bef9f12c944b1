/** `flagbearer/vitest`: fixtures with a sandbox and a workspace, and conformance tests. */
import type { TestAPI } from 'vitest';

import type { SandboxOptions } from './options.ts';
import { sandboxFixtures, type RunningSandbox, type SandboxFixtures } from './vitest/fixtures.ts';
import type { ConformanceSettings } from './vitest/conformance-settings.ts';
import { getRunningVitest } from './vitest/running-vitest.ts';

export type { ConformanceSettings } from './vitest/conformance-settings.ts';
export { sandboxFixtures, type RunningSandbox, type SandboxFixtures } from './vitest/fixtures.ts';

/**
 * Returns a `test` that starts a sandbox with these options, or connects to a running sandbox.
 *
 * ```ts
 * const { FLAGBEARER_URL: url } = process.env;
 * export const test = createTest(url ? { url } : { scenario: './checkout.yaml', seed: 7 });
 * ```
 */
export function createTest(source: SandboxOptions | RunningSandbox = {}): TestAPI<SandboxFixtures> {
  return getRunningVitest().test.extend<SandboxFixtures>(sandboxFixtures(source));
}

/** A `test` with the default scenario. */
export const test: TestAPI<SandboxFixtures> = createTest();

/**
 * Defines the checks of `flagbearer conform` as tests: a suite for each section of the interface, a
 * test for each check, and a test for each operation. The test of an operation fails if no valid request to the
 * operation succeeds. A check that cannot run is skipped with the reason.
 *
 * ```ts
 * await conformanceTests({ target: 'https://staging.example.test', clientId, clientSecret });
 * ```
 *
 * @throws TypeError for an unknown, missing or invalid setting; Error for an unreadable or invalid dialect
 */
export async function conformanceTests(settings: ConformanceSettings): Promise<void> {
  const { defineConformanceTests } = await import('./vitest/conformance-tests.ts');
  await defineConformanceTests(settings);
}
