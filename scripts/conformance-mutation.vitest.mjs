/** Runs the measurements of scripts/conformance-mutation.mjs in parallel. Measurements of mutants start first. */
import { BaseSequencer } from 'vitest/node';

/** The order of the other measurements, which take less time than the measurements of mutants. */
const AFTER_MUTANTS = ['trouble', 'stability', 'false-alarms'];

class MutantsFirst extends BaseSequencer {
  /** @override @type {BaseSequencer['sort']} */
  async sort(files) {
    const getPosition = (/** @type {{ moduleId: string }} */ { moduleId }) =>
      AFTER_MUTANTS.findIndex((name) => moduleId.includes(name));
    return files.toSorted((a, b) => getPosition(a) - getPosition(b));
  }
}

/** @type {import('vitest/config').ViteUserConfig} */
export default {
  test: {
    include: ['test/mutants/measured/**/*.measure.ts'],
    pool: 'threads',
    maxWorkers: '100%',
    sequence: { sequencer: MutantsFirst },
    hookTimeout: 120_000,
  },
};
