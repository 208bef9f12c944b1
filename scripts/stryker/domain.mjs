/**
 * Options of Stryker, which changes each expression of src/domain and looks whether a test of
 * test/domain notices: `npm run mutation:domain`. It fails below the score of `thresholds`.
 */
import { byVitest, strykerOptions } from './options.mjs';

export default strykerOptions('domain', byVitest('domain'), {
  mutate: ['src/domain/**/*.ts'],
  thresholds: { high: 95, low: 90, break: 90 },
});
