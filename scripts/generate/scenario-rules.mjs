/**
 * The findings of invalid scenarios, produced by the loader: each rule has an example here, and its clause,
 * severity and text are those of the finding of the example.
 */
import { loadSources } from '../reference/source-modules.mjs';

/**
 * @typedef {import('../../src/documents/finding.ts').Finding} Finding
 * @typedef {import('../../src/scenarios/load.ts').ScenarioSource} Source
 * @typedef {{ sources: Source[], dialect?: object }} Example
 */

/** @returns {Example} */
const text = (/** @type {string[]} */ ...texts) => ({ sources: texts.map((text) => ({ text })) });
const users = (/** @type {string[]} */ ...parts) =>
  text(`name: one\nusers:\n${parts.map((part) => `  - { ${part} }\n`).join('')}`);
const user = (/** @type {string} */ parts) =>
  users(`key: rita, emailAddress: rita@example.test, ${parts}`);
const transactions = (/** @type {string[]} */ ...parts) =>
  `transactions: [${parts.map((part) => `{ ${part} }`).join(', ')}]`;
const clients = (/** @type {string[]} */ ...parts) =>
  text(`name: one\nclients:\n${parts.map((part) => `  - { secret: s, ${part} }\n`).join('')}`);

const AT = '2026-01-15T10:00:00.000Z';
const ID = '8f14e45f-ceea-467f-9cde-1b2a3c4d5e6f';
const emptyRuntime = {
  version: 1,
  dialect: { version: 1 },
  clock: { now: AT, frozen: false },
  draws: { seed: 7, workspace: 'default' },
  drawCounts: {},
  lastUsers: {},
  challenges: [],
  oneTimePasswords: [],
  sends: [],
  sessions: [],
  signingKeys: [],
  withoutKey: [],
};
const snapshotDocument = (/** @type {object} */ parts) => ({
  document: { name: 'one', runtime: { ...emptyRuntime, ...parts } },
});
const snapshot = (/** @type {object} */ parts) => ({ sources: [snapshotDocument(parts)] });
const sms = {
  id: ID,
  channel: 'sms',
  recordId: ID,
  clientId: 'wallet-app',
  code: '123456',
  sentAt: AT,
  expiresAt: AT,
  wrongTries: 0,
  state: 'pending',
};

const flagOfNoUse = { code: 'TX1', category: 'Transaction Processing', title: '-', message: '-' };

/** @type {Readonly<Record<string, Readonly<Record<string, Example>>>>} */
const EXAMPLES = {
  'What a user can be': {
    'unknown-flag': user('flags: [K9]'),
    'kyc-status-without-flag': user('kyc: { status: DECLINED }'),
    'failed-without-flag': user(transactions('key: t1, cryptoStatus: FAILED')),
    'flag-without-failure': user('flags: [T1001]'),
    'returned-without-flag': user(transactions('key: t1, cryptoStatus: COMPLETE, returned: true')),
    'returned-before-complete': user(
      `flags: [T1002], ${transactions('key: t1, cryptoStatus: PENDING, returned: true')}`,
    ),
    'hash-before-complete': user(
      transactions(`key: t1, cryptoStatus: PENDING, transactionHash: "0x${'ab'.repeat(32)}"`),
    ),
    'settles-when-settled': user(
      transactions('key: t1, cryptoStatus: COMPLETE, settles: { after: PT5S, outcome: success }'),
    ),
    'no-identity': users('key: rita'),
    'address-checksum': user(
      `wallets: [{ address: "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92267" }]`,
    ),
    'unknown-wallet-type': users('key: rita, wallets: [{ wallet: 0, type: EMV }]'),
    'unknown-client': user('linkedClients: [walet-app]'),
    'updated-before-created': user(
      'createTime: 2026-01-15T10:00:00Z, updateTime: 2026-01-14T10:00:00Z',
    ),
    'transactions-out-of-order': user(
      transactions(
        'key: t1, cryptoStatus: PENDING, createTime: 2026-01-15T10:00:00Z',
        'key: t2, cryptoStatus: PENDING, createTime: 2026-01-14T10:00:00Z',
      ),
    ),
  },
  'What users, clients and documents can be beside each other': {
    'duplicate-identity': users(
      'key: rita, phoneNumber: "+12025550143"',
      'key: sam, phoneNumber: "+12025550143"',
    ),
    'duplicate-user-key': users(
      'key: rita, wallets: [{ wallet: 0 }]',
      'key: rita, wallets: [{ wallet: 1 }]',
    ),
    'duplicate-id': users(
      'key: rita, id: 8f14e45f-ceea-467f-9cde-1b2a3c4d5e6f, wallets: [{ wallet: 0 }]',
      'key: sam, id: 8f14e45f-ceea-467f-9cde-1b2a3c4d5e6f, wallets: [{ wallet: 1 }]',
    ),
    'duplicate-transaction-key': user(
      transactions('key: t1, cryptoStatus: PENDING', 'key: t1, cryptoStatus: PENDING'),
    ),
    'duplicate-client': clients('id: a, accessToken: t', 'id: a, accessToken: u'),
    'duplicate-access-token': clients('id: a, accessToken: t', 'id: b, accessToken: t'),
    'conflicting-clocks': text(
      'name: one\nclock: 2026-01-15T10:00:00Z',
      'name: two\nclock: 2026-01-15T11:00:00Z',
    ),
    'omitted-pair': text('name: one\ngenerate: { seed: 7, pairwise: true }'),
    'omitted-user': {
      sources: [{ name: 'f0000' }],
      dialect: { flags: { catalogue: [flagOfNoUse], withhold: [] } },
    },
  },
  'What a snapshot can be': {
    'other-dialect': snapshot({
      dialect: { version: 1, values: { otp: { sms: { codeLength: 8 } } } },
    }),
    'unknown-user': snapshot({ lastUsers: { 'wallet-app': ID } }),
    'bad-destination': snapshot({ oneTimePasswords: [{ ...sms, to: '+1' }] }),
    'unusable-signing-key': snapshot({
      signingKeys: [{ kid: 'k', algorithm: 'ES256', jwk: { kty: 'EC' }, createTime: AT }],
    }),
    'conflicting-snapshots': { sources: [snapshotDocument({}), snapshotDocument({})] },
  },
  'What the schema says': {
    'unknown-key': user('phoneNumbr: "+12025550143"'),
    'missing-key': users('phoneNumber: "+12025550143"'),
    'wrong-type': user('phoneNumber: 12025550143'),
    'unknown-value': user('kyc: { status: APROVED }'),
    'malformed-value': user('phoneNumber: "+1202555014"'),
    'repeated-item': user('flags: [F0000, F0000]'),
  },
  'What a text and a file can be': {
    'yaml-syntax': text('name: one\nusers: [{ key: rita }\n'),
    'duplicate-key': text('name: one\nname: two\n'),
    alias: text('name: &one one\ndescription: *one\n'),
    'merge-key': text('name: one\n<<: {}\n'),
    'more-findings': text(Array.from({ length: 101 }, (_, at) => `key${at}: 0\n`).join('')),
    'too-large': text(`name: one\nusers: [${'{},'.repeat(100_000)}]`),
    'not-text': text('name: \u0001'),
    'nested-too-deep': text(`{"name": ${'['.repeat(300)}${']'.repeat(300)}}`),
    'unreadable-file': { sources: [{ file: './not-there.yaml' }] },
    'unknown-scenario': { sources: [{ name: 'defualt' }] },
  },
};

/** The finding that each rule leads to, by heading. */
export async function findingsByHeading() {
  const { loadScenario, loadDialect } = await loader();
  /** @type {Record<string, Finding[]>} */
  const findings = {};
  for (const [heading, examples] of Object.entries(EXAMPLES)) {
    findings[heading] = [];
    for (const [rule, { sources, dialect = {} }] of Object.entries(examples)) {
      const spoken = await loadDialect({ version: 1, values: dialect });
      if (!('dialect' in spoken)) throw new Error(`the dialect of ${rule} has findings`);
      const loaded = await loadScenario(sources, spoken.dialect);
      const all = 'base' in loaded ? loaded.warnings : loaded.findings;
      const finding = all.find((candidate) => candidate.rule === rule);
      if (finding === undefined) {
        throw new Error(`the example of ${rule} leads to ${all.map((other) => other.rule).join()}`);
      }
      findings[heading].push(finding);
    }
  }
  return findings;
}

/**
 * @returns {Promise<Pick<typeof import('../../src/scenarios/load.ts'), 'loadScenario'>
 *   & Pick<typeof import('../../src/dialect/load.ts'), 'loadDialect'>>}
 */
function loader() {
  return loadSources(`
    export { loadScenario } from './src/scenarios/load.ts';
    export { loadDialect } from './src/dialect/load.ts';`);
}
