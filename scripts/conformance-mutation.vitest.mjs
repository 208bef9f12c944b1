/** Configures the measurements of scripts/conformance-mutation.mjs: in parallel, the longest first. */
import { BaseSequencer } from 'vitest/node';

/** Shorter than the measurements of mutants, which have no place in this list; the longest comes last. */
const SHORTEST = ['trouble', 'stability', 'false-alarms'];

class LongestFirst extends BaseSequencer {
  /** @override @type {BaseSequencer['sort']} */
  async sort(files) {
    const getPosition = (/** @type {{ moduleId: string }} */ { moduleId }) =>
      SHORTEST.findIndex((name) => moduleId.includes(name));
    return files.toSorted((a, b) => getPosition(a) - getPosition(b));
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
