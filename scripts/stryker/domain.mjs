/**
 * Options of Stryker, which changes each expression of src/domain and looks whether a test of
 * test/domain notices: `npm run mutation:domain`. It fails below the score of `thresholds`.
 */
import { strykerOptions } from './options.mjs';

export default strykerOptions('domain', '^domain/', {
  // These tests take a second, so that each mutant can have modules that nobody has used.
  plugins: ['@stryker-mutator/vitest-runner'],
  testRunner: 'vitest',
  vitest: { configFile: 'scripts/stryker/domain.vitest.mjs', related: false },
  mutate: ['src/domain/**/*.ts'],
  timeoutMS: 20_000,
  timeoutFactor: 1.5,
  thresholds: { high: 95, low: 90, break: 90 },
});
