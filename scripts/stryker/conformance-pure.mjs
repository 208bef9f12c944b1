/**
 * Options of Stryker for what takes no deployment to be looked at in conformance/: every mutant is
 * tried, against the unit tests of test/conformance alone. The first half of `npm run
 * mutation:conformance`; the other half is conformance.mjs.
 */
import { strykerOptions } from './options.mjs';

/** What is looked at as a whole. */
const pure = [
  'chosen-checks.ts',
  'company.ts',
  'declared-accounts.ts',
  'ends.ts',
  'gate.ts',
  'judge.ts',
  'sentence.ts',
  'answers/challenge-text.ts',
  'answers/email-mask.ts',
  'answers/fields.ts',
  'answers/flag-category.ts',
  'answers/forged-sessions.ts',
  'answers/json-answer.ts',
  'answers/phone-mask.ts',
  'answers/session-token.ts',
  'answers/shown-wallet.ts',
  'answers/timestamp.ts',
  'answers/user-search.ts',
  'discovery/flag-finders.ts',
  'discovery/knowledge.ts',
  'discovery/mask-templates.ts',
  'discovery/part-finders.ts',
  'discovery/sightings.ts',
  'discovery/ways-to-know.ts',
  'parties/accounts.ts',
  'parties/otp-ledger.ts',
  'parties/taken-numbers.ts',
  'parties/user-view.ts',
  'schema-cases/smallest-breach.ts',
  'schema-cases/spoiled-values.ts',
  'seen/as-declared.ts',
  'target/presence.ts',
  'target/spellings.ts',
];

export default strykerOptions('conformance-pure', '^conformance/', {
  mutate: pure.map((name) => `conformance/${name}`),
  thresholds: { high: 95, low: 90, break: 90 },
});
