/**
 * Options of Stryker for conformance/: `npm run mutation:conformance`. It changes a sample of its
 * expressions (sample.mjs), and looks whether the unit tests or a run against a deployment notice.
 *
 * Not to be confused with `npm run conformance:mutation`, which leaves the checks as they are and
 * breaks the deployments that they look at.
 */
import { fileURLToPath } from 'node:url';
import { strykerOptions } from './options.mjs';

export default strykerOptions('conformance', {
  // What only a bundle and a thread of vitest run is left out: no test sees it as a source.
  mutate: ['conformance/**/*.ts', '!conformance/vitest/**', '!conformance/run-with-vitest.ts'],
  plugins: ['./sample.mjs', './one-process/runner.mjs'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  ),
  testRunner: 'one-process',
  checkers: ['sample'],
  reporters: ['clear-text', 'progress-append-only', 'json', 'sample'],
  dryRunTimeoutMinutes: 30,
  // A mutant is tried for a minute; what takes twice as long hangs.
  timeoutMS: 120_000,
  timeoutFactor: 0.1,
  // Runs that were left in the middle take up memory.
  maxTestRunnerReuse: 200,
  // The goal is 85; what is reached must not get less.
  thresholds: { high: 85, low: 70, break: 70 },
  clearTextReporter: { logTests: false, reportTests: false, reportScoreTable: false },
});
