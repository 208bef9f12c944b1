/** How scripts/conformance-mutation.mjs runs its measurements: two at a time, the long ones first. */
import { BaseSequencer } from 'vitest/node';

const LAST = ['trouble', 'stability', 'false-alarms'];

class LongestFirst extends BaseSequencer {
  /** @override @type {BaseSequencer['sort']} */
  async sort(files) {
    const place = (/** @type {{ moduleId: string }} */ { moduleId }) =>
      LAST.findIndex((name) => moduleId.includes(name));
    return files.toSorted((one, other) => place(one) - place(other));
  }
}

/** @type {import('vitest/config').ViteUserConfig} */
export default {
  test: {
    include: ['test/mutants/measured/**/*.measure.ts'],
    pool: 'threads',
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    hookTimeout: 120_000,
  },
};
