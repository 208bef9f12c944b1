import type { afterAll, SuiteAPI, TestAPI } from 'vitest';

/** The global variable that vitest defines for `import.meta.vitest`, since version 0.12. */
const GLOBAL = '__vitest_index__';

/** The exports of vitest that are used. */
export interface RunningVitest {
  readonly test: TestAPI;
  readonly describe: SuiteAPI;
  readonly afterAll: typeof afterAll;
}

/** Returns the vitest that runs the test file. An `import 'vitest'` here could load another copy of vitest. */
export function getRunningVitest(): RunningVitest {
  const running: unknown = Reflect.get(globalThis, GLOBAL);
  if (isVitest(running)) return running;
  throw new Error(
    "flagbearer/vitest can only be used in test files of vitest 3.2 or later. Elsewhere, import { startSandbox } from 'flagbearer'.",
  );
}

function isVitest(value: unknown): value is RunningVitest {
  return typeof value === 'object' && value !== null && 'test' in value && 'describe' in value;
}
