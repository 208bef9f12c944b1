import type { TestAPI } from 'vitest';

/** Under this name vitest keeps itself for `import.meta.vitest`, since its version 0.12. */
const GLOBAL = '__vitest_index__';

/**
 * The `test` of the vitest that runs this file. What `import 'vitest'` finds from here may be another
 * copy: the one that flagbearer brings along for its own checks, which runs nothing here.
 *
 * @throws Error where no vitest runs
 */
export function runningTest(): TestAPI {
  const running: unknown = Reflect.get(globalThis, GLOBAL);
  if (isVitest(running)) return running.test;
  throw new Error(
    "flagbearer/vitest is for the test files of vitest (3.2 or later). Elsewhere: import { startSandbox } from 'flagbearer'.",
  );
}

function isVitest(value: unknown): value is { readonly test: TestAPI } {
  return typeof value === 'object' && value !== null && 'test' in value;
}
