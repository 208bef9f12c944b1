import { configDefaults, defineConfig } from 'vitest/config';

/** What takes minutes: `npm run test:conformance` runs it, with everything else of test/mutants. */
const LONG = ['round-trip', 'discovery', 'trouble']
  .map((folder) => `test/mutants/${folder}/**`)
  .concat(
    [
      'mutation',
      'secrets',
      'stability',
      'robustness-legal',
      'independent',
      'inputs',
      'sections-a',
    ].map((name) => `test/mutants/${name}.test.ts`),
  );

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...LONG],
    testTimeout: 20_000,
    globalSetup: 'test/build-once.ts',
    pool: 'threads',
    // By default one core is left alone, which on two halves the speed.
    maxWorkers: '100%',
  },
});
