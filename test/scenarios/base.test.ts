/** Tests the base of a workspace: its initial users and clients, as a scenario defines them. */
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { defaultDialect } from '../../src/dialect/keys.ts';
import { getTestWallet } from '../../src/ports/test-wallets.ts';
import { loadBase, createDialect, getUser } from './loading.ts';

const document = {
  name: 'rita-and-sam',
  description: 'Two users.',
  clock: '2026-01-15T10:00:00Z',
  users: [
    {
      key: 'rita',
      phoneNumber: '+12025550143',
      emailAddress: 'Rita@example.test',
      personalInformation: { lastName: 'Example', firstName: 'Rita' },
      wallets: [{ wallet: 3 }, { wallet: 25, type: 'EVM', status: 'unverified' }],
      flags: ['T1001'],
      transactions: [
        { key: 't1', cryptoStatus: 'COMPLETE' },
        { key: 't2', cryptoStatus: 'FAILED' },
        { key: 't3', cryptoStatus: 'PENDING', settles: { after: 'PT1M30S', outcome: 'failure' } },
      ],
    },
    {
      key: 'sam',
      id: '8f14e45f-ceea-467f-9cde-1b2a3c4d5e6f',
      wallets: [{ address: `0x${'a'.repeat(40)}`, network: 'POLYGON', type: 'EVM' }],
      createTime: '2026-01-01T00:00:00Z',
    },
  ],
};

describe('the base of a scenario', async () => {
  const base = await loadBase({ document });
  const rita = getUser(base, 'rita');
  const sam = getUser(base, 'sam');

  it('§2.2: identifies test wallets by index; the defaults are ETHEREUM and verified', async () => {
    expect(rita.wallets).toEqual([
      {
        address: (await getTestWallet(3)).address,
        network: 'ETHEREUM',
        type: null,
        status: 'verified',
      },
      {
        address: (await getTestWallet(25)).address,
        network: null,
        type: 'EVM',
        status: 'unverified',
      },
    ]);
    expect(sam.wallets).toMatchObject([{ network: 'POLYGON', type: 'EVM' }]);
  });

  it('is deeply frozen, since workspaces share it', () => {
    expect(Object.isFrozen(base)).toBe(true);
    expect(Object.isFrozen(rita)).toBe(true);
    expect(Object.isFrozen(rita.wallets[0])).toBe(true);
    expect(Object.isFrozen(rita.transactions[2]?.settles)).toBe(true);
    expect(Object.isFrozen(base.clients.get('wallet-app'))).toBe(true);
  });
});

describe('ids that a scenario omits', () => {
  it('do not depend on the other users', async () => {
    const fullBase = await loadBase({ document });
    const ritaOnly = await loadBase({
      document: { name: document.name, users: [document.users[0]] },
    });
    expect(getUser(ritaOnly, 'rita')).toEqual(getUser(fullBase, 'rita'));
  });

  it('are the same in every version, since tests of an app can contain them', async () => {
    const { id, transactions } = getUser(await loadBase({ name: 'default' }), 'gina');
    expect({ id, transactionId: transactions[0]?.id }).toEqual({
      id: '56489d56-2b95-4461-bde9-1f9b6fddeb0c',
      transactionId: '7b71c280-880a-47b7-80c0-a68bad7f2dc4',
    });
  });

  it('differ by scenario, user and transaction', async () => {
    const base1 = await loadBase({ document });
    const base2 = await loadBase({ document: { ...document, name: 'other' } });
    const ids = [base1, base2].flatMap((base) => [
      ...base.userIds,
      ...base.userIdByTransaction.keys(),
    ]);
    // Two users and three transactions; sam has the same fixed id in both bases.
    expect(ids).toHaveLength(10);
    expect(new Set(ids).size).toBe(9);
  });
});

describe('the hash of a base', () => {
  const computeHash = async (changes: object, dialect = defaultDialect) =>
    (await loadBase({ document: { ...document, ...changes } }, dialect)).hash;

  it('depends only on the content: equal for YAML, JSON and an object', async () => {
    for (const text of [stringify(document), JSON.stringify(document)]) {
      expect((await loadBase({ text })).hash).toBe(await computeHash({}));
    }
    const { users, ...head } = document;
    expect((await loadBase({ document: { users, ...head } })).hash).toBe(await computeHash({}));
  });

  it('changes with every input of the base', async () => {
    const networkDialect = await createDialect({ wallet: { identity: 'addressAndNetwork' } });
    const hashes = [
      await computeHash({}),
      await computeHash({ name: 'other' }),
      await computeHash({ description: 'Others.' }),
      await computeHash({ clock: '2026-01-15T10:00:01Z' }),
      await computeHash({ users: document.users.slice(0, 1) }),
      await computeHash({ clients: [{ id: 'wallet-app', secret: 's', accessToken: 't' }] }),
      await computeHash({ fixedCodes: { '*': '000000' } }),
      await computeHash({}, networkDialect),
    ];
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  it('does not change with unrelated dialect keys', async () => {
    expect(await computeHash({}, await createDialect({ session: { ttl: 'PT5M' } }))).toBe(
      await computeHash({}),
    );
  });
});
