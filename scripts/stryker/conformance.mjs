/**
 * Options of Stryker for conformance/: the second half of `npm run mutation:conformance`. It changes a
 * sample of its expressions (sample.mjs), and looks whether the unit tests or a run against a
 * deployment notice.
 *
 * Not to be confused with `npm run conformance:mutation`, which leaves the checks as they are and
 * breaks the deployments that they look at.
 */
import { inOneProcess, plugin, strykerOptions } from './options.mjs';

/** All of test/mutants that needs no whole run of the command. */
const mutants = [
  'discovery/',
  'round-trip/(?:each-value|few-settings)\\.',
  '(?:sections-[ab]|otp-presence|surprises|taken-numbers|ways-to-know|fraud-accounts)\\.',
];
const tests = inOneProcess(`^(?:conformance/|mutants/(?:${mutants.join('|')}))`);

export default strykerOptions('conformance', tests, {
  mutate: ['conformance/**/*.ts'],
  plugins: [...tests.plugins, plugin('sample.mjs')],
  checkers: ['sample'],
  reporters: ['clear-text', 'progress-append-only', 'json', 'sample'],
  // The goal is 85; what is reached must not get less.
  thresholds: { high: 85, low: 80, break: 80 },
  clearTextReporter: { logTests: false, reportTests: false, reportScoreTable: false },
});
