/**
 * Options of Stryker for conformance/: the second half of `npm run mutation:conformance`. It changes a
 * sample of its expressions (sample.mjs), and looks whether the unit tests or a run against a
 * deployment notice.
 *
 * Not to be confused with `npm run conformance:mutation`, which leaves the checks as they are and
 * breaks the deployments that they look at.
 */
import { plugin, strykerOptions } from './options.mjs';

/** All of test/mutants that needs no whole run of the command. */
const mutants = [
  '(?:told|discovery)/',
  'round-trip/(?:each-value|few-settings)\\.',
  '(?:sections-[ab]|otp-presence|surprises|taken-numbers|ways-to-know|fraud-accounts)\\.',
];

export default strykerOptions('conformance', `^(?:conformance/|mutants/(?:${mutants.join('|')}))`, {
  // What only a bundle and a thread of vitest run is left out: no test sees it as a source.
  mutate: ['conformance/**/*.ts', '!conformance/vitest/**', '!conformance/run-with-vitest.ts'],
  plugins: ['one-process/runner.mjs', 'sample.mjs'].map(plugin),
  checkers: ['sample'],
  reporters: ['clear-text', 'progress-append-only', 'json', 'sample'],
  // The goal is 85; what is reached must not get less.
  thresholds: { high: 85, low: 70, break: 70 },
  clearTextReporter: { logTests: false, reportTests: false, reportScoreTable: false },
});
