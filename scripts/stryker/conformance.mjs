/**
 * Options of Stryker for conformance/: `npm run mutation:conformance`. It changes a sample of its
 * expressions (sample.mjs), and looks whether the unit tests or a run against a deployment notice.
 *
 * Not to be confused with `npm run conformance:mutation`, which leaves the checks as they are and
 * breaks the deployments that they look at.
 */
import { fileURLToPath } from 'node:url';
import { pure } from './conformance-pure.mjs';
import { strykerOptions } from './options.mjs';

export default strykerOptions('conformance', {
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
  reporters: ['clear-text', 'progress-append-only', 'json', 'sample'],
  dryRunTimeoutMinutes: 30,
  // Whole runs against a deployment: they are longer.
  timeoutMS: 60_000,
  timeoutFactor: 4,
  // The goal is 85; what is reached must not get less.
  thresholds: { high: 85, low: 70, break: 70 },
  clearTextReporter: { logTests: false, reportTests: false, reportScoreTable: false },
});
