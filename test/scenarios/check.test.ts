import { describe, expect, it } from 'vitest';
import { defaultDialect } from '../../src/dialect/keys.ts';
import { formatFinding, type Finding } from '../../src/documents/finding.ts';
import { loadScenario } from '../../src/scenarios/load.ts';
import { createDialect } from './loading.ts';

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const wrongChecksum = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92267';

async function listFindings(users: unknown, dialect = defaultDialect): Promise<readonly Finding[]> {
  const loaded = await loadScenario([{ document: { name: 'one', users } }], dialect);
  return 'base' in loaded ? loaded.warnings : loaded.findings;
}

/** Returns the problems of users, such as `duplicate-id /1/id`. */
async function listProblems(...users: unknown[]): Promise<string[]> {
  return (await listFindings(users)).map(
    ({ rule, pointer }) => `${rule} ${pointer.slice('/users'.length)}`,
  );
}

const rita = { key: 'rita', emailAddress: 'rita@example.test' };
const sam = { key: 'sam', emailAddress: 'sam@example.test' };

describe('§5.6 users with the same value: the check reports', () => {
  it.each([
    ['a key', { key: 'rita' }, 'duplicate-user-key /1/key'],
    [
      'an email address in another case',
      { emailAddress: 'Rita@example.TEST' },
      'duplicate-identity /1/emailAddress',
    ],
  ])('%s', async (_, fields, problem) => {
    expect(await listProblems(rita, { ...sam, ...fields })).toEqual([problem]);
  });

  it.each([
    ['a phone number', { phoneNumber: '+12025550143' }, 'duplicate-identity /1/phoneNumber'],
    ['a wallet', { wallets: [{ wallet: 0 }] }, 'duplicate-identity /1/wallets/0'],
    ['an id', { id: '8f14e45f-ceea-467f-9cde-1b2a3c4d5e6f' }, 'duplicate-id /1/id'],
  ])('%s', async (_, fields, problem) => {
    expect(await listProblems({ ...rita, ...fields }, { ...sam, ...fields })).toEqual([problem]);
  });

  it('a wallet, by index or by address in any case', async () => {
    const samWithAddress = {
      ...sam,
      wallets: [{ address: address.toLowerCase(), network: 'POLYGON' }],
    };
    expect(await listProblems({ ...rita, wallets: [{ wallet: 0 }] }, samWithAddress)).toEqual([
      'duplicate-identity /1/wallets/0',
    ]);
  });

  it('a wallet on the same network, if the dialect distinguishes networks', async () => {
    const users = [
      {
        ...rita,
        wallets: [
          { wallet: 0, network: 'ETHEREUM' },
          { wallet: 0, network: 'POLYGON' },
        ],
      },
      // A wallet with only the type EVM is on the network ETHEREUM.
      { ...sam, wallets: [{ wallet: 0, type: 'EVM' }] },
    ];
    const dialect = await createDialect({ wallet: { identity: 'addressAndNetwork' } });
    expect(await listFindings(users, dialect)).toMatchObject([{ pointer: '/users/1/wallets/0' }]);
    expect(await listFindings(users.slice(0, 1), dialect)).toEqual([]);
    expect(await listFindings(users.slice(0, 1))).toMatchObject([
      {
        message: `Duplicate wallet ${address}.`,
        hint: expect.stringMatching(/one wallet on all networks, unless wallet\.identity/),
      },
    ]);
  });

  it('a transaction id, and a transaction key that one user has twice', async () => {
    const id = '45c48cce-2e2d-4fbd-8a1a-fc51c7c6ad26';
    const pending = { key: 't1', cryptoStatus: 'PENDING' };
    expect(
      await listProblems(
        { ...rita, transactions: [pending, pending] },
        {
          ...sam,
          transactions: [pending, { ...pending, key: 't2', id }, { ...pending, key: 't3', id }],
        },
      ),
    ).toEqual([
      'duplicate-transaction-key /0/transactions/1/key',
      'duplicate-id /1/transactions/2/id',
    ]);
  });

  it('the user who already has the value', async () => {
    const [finding] = await listFindings([rita, { ...sam, emailAddress: rita.emailAddress }]);
    expect(finding?.message).toBe('The email address rita@example.test already belongs to "rita".');
  });
});

describe('a user with a malformed field', () => {
  it('is checked against the rules, and all problems are reported together', async () => {
    const user = {
      key: 'rita',
      phoneNumber: '12',
      kyc: { status: 'NOPE' },
      flags: ['ZZ'],
      transactions: [{ key: 't', cryptoStatus: 'FAILED' }],
    };
    expect((await listProblems(user)).toSorted()).toEqual([
      'failed-without-flag /0/transactions/0/cryptoStatus',
      'malformed-value /0/phoneNumber',
      'unknown-flag /0/flags/0',
      'unknown-value /0/kyc/status',
    ]);
  });

  it('has the errors of all its transactions reported', async () => {
    const transactions = [
      { cryptoStatus: 'FAILED', createTime: 'x', updateTime: '2020-01-01T00:00:00.000Z' },
      { cryptoStatus: 'COMPLETE', transactionHash: '0x12' },
      { cryptoStatus: 'PENDING', settles: { after: 'x', outcome: 'success' } },
    ];
    expect((await listProblems({ ...rita, transactions })).toSorted()).toEqual([
      'failed-without-flag /0/transactions/0/cryptoStatus',
      'malformed-value /0/transactions/0/createTime',
      'malformed-value /0/transactions/1/transactionHash',
      'malformed-value /0/transactions/2/settles/after',
    ]);
  });

  it('causes no errors or warnings of rules that need the malformed field', async () => {
    const failedTransaction = { key: 't', cryptoStatus: 'FAILED' };
    expect(await listProblems({ ...rita, flags: [1], transactions: [failedTransaction] })).toEqual([
      'wrong-type /0/flags/0',
    ]);
    expect(await listProblems({ ...rita, flags: ['T1001'], transactions: [{ key: 't' }] })).toEqual(
      ['missing-key /0/transactions/0'],
    );
    expect(await listProblems({ key: 'sam', phoneNumber: '12' })).toEqual([
      'malformed-value /0/phoneNumber',
    ]);
  });
});

describe('§2.2 wallets', () => {
  it('with an unknown key cause only one error', async () => {
    expect(await listProblems({ ...rita, wallets: [{ adress: address }] })).toEqual([
      'unknown-key /0/wallets/0/adress',
    ]);
    expect(await listProblems({ ...rita, wallets: [{ x: 1, wallet: 0 }] })).toEqual([
      'unknown-key /0/wallets/0/x',
    ]);
  });

  it('must have a valid checksum in mixed case (EIP-55) unless the dialect ignores it', async () => {
    const users = [{ key: 'rita', wallets: [{ address: wrongChecksum }, { address }] }];
    expect(await listFindings(users)).toMatchObject([
      { rule: 'address-checksum', clause: '2.2', pointer: '/users/0/wallets/0/address' },
    ]);
    expect(
      await listFindings(users, await createDialect({ wallet: { checksum: 'ignore' } })),
    ).toEqual([]);
  });

  it('must have a type that the dialect accepts', async () => {
    const users = [{ key: 'rita', wallets: [{ wallet: 0, type: 'SOLANA' }] }];
    expect(await listFindings(users)).toMatchObject([
      { rule: 'unknown-wallet-type', clause: '2.2', pointer: '/users/0/wallets/0/type' },
    ]);
    expect(
      await listFindings(users, await createDialect({ wallet: { types: ['EVM', 'SOLANA'] } })),
    ).toEqual([]);
  });
});

describe('§5.6 linked clients', () => {
  it('must be clients of the scenario', async () => {
    expect(
      await listFindings([{ ...rita, linkedClients: ['wallet-app', 'walet-app'] }]),
    ).toMatchObject([
      {
        rule: 'unknown-client',
        pointer: '/users/0/linkedClients/1',
        hint: 'Did you mean wallet-app?',
      },
    ]);
  });

  it('can be empty', async () => {
    expect(await listProblems({ ...rita, linkedClients: [] })).toEqual([]);
  });
});

describe('§2.1 clients', () => {
  const client = { id: 'a', secret: 's', accessToken: 't' };
  async function listClientRules(...clients: unknown[]): Promise<string[]> {
    const loaded = await loadScenario([{ document: { name: 'one', clients } }], defaultDialect);
    return 'base' in loaded ? [] : loaded.findings.map(({ rule, pointer }) => `${rule} ${pointer}`);
  }

  it('must have unique ids and access tokens', async () => {
    expect(await listClientRules(client, { ...client, id: 'b', accessToken: 'u' })).toEqual([]);
    expect(await listClientRules(client, client)).toEqual(['duplicate-client /clients/1/id']);
    expect(await listClientRules(client, { ...client, id: 'b' })).toEqual([
      'duplicate-access-token /clients/1/accessToken',
    ]);
  });

  it('must be visible ASCII, since they are sent in headers', async () => {
    expect(await listClientRules({ ...client, secret: 'with space' })).toEqual([
      'malformed-value /clients/0/secret',
    ]);
    expect(await listClientRules({ ...client, accessToken: 'ü' })).toEqual([
      'malformed-value /clients/0/accessToken',
    ]);
  });

  it('that are malformed cause no errors for their linked users', async () => {
    const document = {
      name: 'one',
      clients: [{ id: 'a' }],
      users: [{ ...rita, linkedClients: ['a'] }],
    };
    const loaded = await loadScenario([{ document }], defaultDialect);
    expect('findings' in loaded && loaded.findings.map(({ rule }) => rule)).toEqual([
      'missing-key',
      'missing-key',
    ]);
  });
});

describe('§2.4, §7.3 times', () => {
  it('cause a warning if they are in the wrong order', async () => {
    const earlierTime = '2026-01-15T10:00:00.000Z';
    const laterTime = '2026-01-15T10:00:00.001Z';
    const pending = { cryptoStatus: 'PENDING' };
    const user = {
      ...rita,
      createTime: laterTime,
      updateTime: earlierTime,
      transactions: [
        { ...pending, key: 'a', createTime: laterTime },
        { ...pending, key: 'b', createTime: earlierTime },
      ],
    };
    expect((await listFindings([user])).map(({ rule, severity }) => `${severity} ${rule}`)).toEqual(
      ['warning updated-before-created', 'warning transactions-out-of-order'],
    );
  });
});

it('the check warns about a user without a sign-in method (§5.6)', async () => {
  expect(await listProblems({ key: 'rita' })).toEqual(['no-identity /0/key']);
});

const textWithManyProblems = `name: not a name
clock: 2026-01-15T10:00:00.000Z
users:
  - key: rita
    emialAddress: rita@example.test
    flags: [T1001]
  - { key: sam, phoneNumber: "+1", kyc: { status: DECLINED } }
  - key: kim
    phoneNumber: "+12025550143"
    kyc: { status: IN_REVIEW }
  - key: kim
    phoneNumber: "+12025550143"
`;

it('the check reports all problems in the order of the text, with file, line and column', async () => {
  const loaded = await loadScenario([{ text: textWithManyProblems }], defaultDialect);
  expect('findings' in loaded && loaded.findings.map(formatFinding)).toEqual([
    expect.stringMatching(/^document:1:7: error Expected lower-case letters, .* got "not a name"/),
    expect.stringMatching(/^document:4:10: warning The user cannot sign in\. \(§5\.6\)/),
    expect.stringMatching(/^document:5:5: error Unknown key "emialAddress"\. \(§2\.7\) Did you/),
    expect.stringMatching(
      /^document:6:13: error T1001 is a Transaction Processing flag, .* \(§3\.3\)/,
    ),
    expect.stringMatching(
      /^document:7:30: error Expected a valid phone number, such as \+12025550143, got "\+1"/,
    ),
    expect.stringMatching(/^document:7:51: warning The KYC status is DECLINED, but/),
    expect.stringMatching(/^document:10:20: warning The KYC status is IN_REVIEW, but/),
    expect.stringMatching(/^document:11:10: error The key "kim" already belongs to another user\./),
    expect.stringMatching(
      /^document:12:18: error The phone number \+12025550143 already belongs to "kim"/,
    ),
  ]);
});

it('the check rejects a second fixed code for an email address in another case', async () => {
  const fixedCodes = { 'a@example.test': '111111', 'A@example.test': '222222' };
  const document = { name: 'x', users: [], fixedCodes };
  const loaded = await loadScenario([{ document }], defaultDialect);
  expect('findings' in loaded && loaded.findings).toMatchObject([
    { rule: 'duplicate-key', pointer: '/fixedCodes/A@example.test' },
  ]);
});

it('the check rejects a document that is not a scenario', async () => {
  for (const document of [null, [], 'default', 5]) {
    expect(await loadScenario([{ document }], defaultDialect)).toHaveProperty('findings');
  }
  for (const invalidText of ['', 'a: b: c', '[]', 'default']) {
    expect(await loadScenario([{ text: invalidText }], defaultDialect)).toHaveProperty('findings');
  }
});
