import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * What takes minutes: `npm run test:conformance` runs it, with everything else of test/mutants. Of
 * most of it test/mutants/in-short has a short form, and `npm run test:long` runs the quicker ones.
 */
const LONG = [
  'chaos.test.ts',
  'company.test.ts',
  'crash.test.ts',
  'discovery/**',
  'round-trip/**',
  'trouble/**',
  'fraud-accounts.test.ts',
  'independent.test.ts',
  'inputs.test.ts',
  'mutation.test.ts',
  'neighbouring-contexts.test.ts',
  'otp-contexts.test.ts',
  'otp-presence.test.ts',
  'robustness.test.ts',
  'robustness-legal.test.ts',
  'secrets.test.ts',
  'sections-a.test.ts',
  'sections-b.test.ts',
  'stability.test.ts',
  'surprises.test.ts',
  'try.test.ts',
  'user-contexts.test.ts',
  'ways-to-know.test.ts',
].map((name) => `test/mutants/${name}`);

/** What `npm run test:long` has, and no short form of. */
const LONG_ONLY = [
  'test/mutants/in-short/round-trip.test.ts',
  'test/prism/**',
  'test/testkit/memory.test.ts',
];

/** What takes longest in one file comes first: begun last, it would run on while a core has nothing to do. */
const AT_FIRST = [
  'test/console/console.test.ts',
  'test/mutants/in-short/verdicts.test.ts',
  'test/docs/commands.test.ts',
  'test/mutants/in-short/power.test.ts',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const at = AT_FIRST.findIndex((name) => moduleId.endsWith(name));
      return at === -1 ? AT_FIRST.length : at;
    };
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => place(one) - place(other));
  }
}

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...LONG, ...LONG_ONLY],
    testTimeout: 20_000,
    globalSetup: ['test/build-once.ts', 'test/engines/shared-postgres.ts'],
    pool: 'threads',
    // Loading every module anew for each file takes a quarter of the time. Tests share no state but
    // what modules keep, and none may depend on that.
    isolate: false,
    // By default one core is left alone, which on two halves the speed.
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
  },
});
