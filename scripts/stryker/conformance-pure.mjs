/**
 * Options of Stryker for what takes no deployment to be looked at in conformance/: every mutant is
 * tried, against the unit tests of test/conformance alone. The first half of `npm run
 * mutation:conformance`; the other half is conformance.mjs.
 */

/** What is looked at as a whole. */
export const pure = [
  'chosen-checks.ts',
  'company.ts',
  'ends.ts',
  'gate.ts',
  'judge.ts',
  'sentence.ts',
  'answers/challenge-text.ts',
  'answers/email-mask.ts',
  'answers/json-answer.ts',
  'answers/phone-mask.ts',
  'answers/session-token.ts',
  'answers/shown-wallet.ts',
  'answers/timestamp.ts',
  'parties/otp-ledger.ts',
  'schema-cases/smallest-breach.ts',
].map((name) => `conformance/${name}`);

/** @type {Record<string, unknown>} */
export default {
  mutate: pure,
  plugins: ['@stryker-mutator/vitest-runner'],
  testRunner: 'vitest',
  vitest: { configFile: 'scripts/stryker/conformance-pure.vitest.mjs', related: false },
  // No types are checked; given a tsconfig, it asks for a TypeScript of its own.
  tsconfigFile: 'none',
  coverageAnalysis: 'perTest',
  warnings: { slow: false },
  concurrency: 2,
  // A machine that is busy must not look like an endless loop.
  timeoutMS: 20_000,
  thresholds: { high: 95, low: 85, break: 85 },
  ignorePatterns: ['dist', 'bench', 'docs', 'examples', '.cache'],
  reporters: ['clear-text', 'progress-append-only', 'json'],
  jsonReporter: { fileName: '.cache/conformance-pure.json' },
  clearTextReporter: { logTests: false, reportTests: false },
  tempDirName: '.cache/conformance-pure',
};
