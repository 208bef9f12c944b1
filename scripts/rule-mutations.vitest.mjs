/** How scripts/rule-mutations.mjs runs the tests of the rules: in one order, whatever is fastest. */
import { BaseSequencer } from 'vitest/node';

class ByPath extends BaseSequencer {
  /** @override @type {BaseSequencer['sort']} */
  async sort(files) {
    return files.toSorted((one, other) => (one.moduleId < other.moduleId ? -1 : 1));
  }
}

/** @type {import('vitest/config').ViteUserConfig} */
export default {
  cacheDir: '.cache',
  test: {
    include: ['domain', 'expectations', 'model', 'operations', 'scenarios'].map(
      (folder) => `test/${folder}/**/*.test.ts`,
    ),
    pool: 'threads',
    fileParallelism: false,
    sequence: { sequencer: ByPath },
    // A machine that is busy must not look like a test that has noticed something.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
};
