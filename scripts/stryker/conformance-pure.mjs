/**
 * Options of Stryker for what takes no deployment to be looked at in conformance/: every mutant is
 * tried, against the unit tests of test/conformance alone. The first half of `npm run
 * mutation:conformance`; the other half is conformance.mjs.
 */
import { byVitest, strykerOptions } from './options.mjs';

/** What is looked at as a whole. */
const ofConformance = [
  'chosen-checks.ts',
  'company.ts',
  'ends.ts',
  'gate.ts',
  'judge.ts',
  'sentence.ts',
  'answers/email-mask.ts',
  'answers/fields.ts',
  'answers/json-answer.ts',
  'answers/session-token.ts',
  'answers/shown-wallet.ts',
  'answers/timestamp.ts',
  'discovery/mask-templates.ts',
  'parties/otp-ledger.ts',
  'schema-cases/smallest-breach.ts',
  'target/presence.ts',
  'target/spellings.ts',
].map((name) => `conformance/${name}`);

const pure = [...ofConformance, 'src/judge/challenge-text.ts', 'src/judge/phone-mask.ts'];

export default strykerOptions('conformance-pure', byVitest('conformance-pure'), {
  mutate: pure,
  thresholds: { high: 95, low: 90, break: 90 },
});
