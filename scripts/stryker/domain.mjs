/**
 * Configures Stryker for `npm run mutation`: it changes each expression of src/domain and checks that a
 * test of test/domain fails. npx fetches Stryker, because its 128 packages are used only here.
 */
export default {
  mutate: ['src/domain/**/*.ts'],
  thresholds: { high: 95, low: 90, break: 90 },
  plugins: ['@stryker-mutator/vitest-runner'],
  testRunner: 'vitest',
  vitest: { configFile: 'scripts/stryker/domain.vitest.mjs', related: false },
  // Long, so that a slow run on a busy machine is not reported as an infinite loop.
  timeoutMS: 20_000,
  // Types are not checked; with a tsconfig, Stryker would need its own TypeScript.
  tsconfigFile: 'none',
  coverageAnalysis: 'perTest',
  // Static mutants (code that runs at module load) take half of the time; this is expected.
  warnings: { slow: false, unknownOptions: false },
  concurrency: 2,
  ignorePatterns: ['dist', 'bench', 'docs', 'examples', '.cache'],
  reporters: ['clear-text', 'progress-append-only', 'json'],
  jsonReporter: { fileName: '.cache/domain-mutation.json' },
  clearTextReporter: { logTests: false, reportTests: false },
  tempDirName: '.cache/domain-mutation',
};
