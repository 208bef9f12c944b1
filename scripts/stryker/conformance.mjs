/**
 * Options of Stryker for conformance/: `npm run mutation:conformance`. It changes a sample of its
 * expressions (sample.mjs), and looks whether the unit tests or a run against a deployment notice.
 *
 * Not to be confused with `npm run conformance:mutation`, which leaves the checks as they are and
 * breaks the deployments that they look at.
 */
import { fileURLToPath } from 'node:url';
import { pure } from './conformance-pure.mjs';

/** @type {Record<string, unknown>} */
export default {
  // What only a bundle and a thread of vitest run is left out: no test sees it as a source.
  mutate: [
    'conformance/**/*.ts',
    '!conformance/vitest/**',
    '!conformance/run-with-vitest.ts',
    ...pure.map((file) => `!${file}`),
  ],
  plugins: [
    '@stryker-mutator/vitest-runner',
    fileURLToPath(new URL('./sample.mjs', import.meta.url)),
  ],
  checkers: ['sample'],
  testRunner: 'vitest',
  vitest: { configFile: 'scripts/stryker/conformance.vitest.mjs', related: false },
  // No types are checked; given a tsconfig, it asks for a TypeScript of its own.
  tsconfigFile: 'none',
  coverageAnalysis: 'perTest',
  warnings: { slow: false },
  concurrency: 2,
  dryRunTimeoutMinutes: 30,
  // A machine that is busy must not look like an endless loop.
  timeoutMS: 60_000,
  timeoutFactor: 4,
  // The goal is 85; what is reached must not get less.
  thresholds: { high: 85, low: 60, break: 60 },
  ignorePatterns: ['dist', 'bench', 'docs', 'examples', '.cache'],
  reporters: ['clear-text', 'progress-append-only', 'json', 'sample'],
  jsonReporter: { fileName: '.cache/conformance-stryker.json' },
  clearTextReporter: { logTests: false, reportTests: false, reportScoreTable: false },
  tempDirName: '.cache/conformance-stryker',
};
