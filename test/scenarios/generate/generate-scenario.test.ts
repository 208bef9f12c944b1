import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Scenario, ScenarioUser } from '../../../src/contract/scenario.gen.ts';
import { defaultDialect } from '../../../src/dialect/keys.ts';
import {
  FICTIONAL_PHONE_NUMBER_COUNT,
  getFictionalPhoneNumber,
} from '../../../src/scenarios/generate/fictional-phone-numbers.ts';
import {
  generateScenario,
  type GenerationOptions,
} from '../../../src/scenarios/generate/generate-scenario.ts';
import { loadScenario } from '../../../src/scenarios/load.ts';
import { createDialect, createFlag } from '../loading.ts';

async function generate(options: Partial<GenerationOptions> = {}): Promise<Scenario> {
  const defaults = { seed: 7, users: 40, dialect: defaultDialect, name: 'made-up' };
  return (await generateScenario({ ...defaults, ...options })).document;
}

async function generateUsers(options: Partial<GenerationOptions> = {}): Promise<ScenarioUser[]> {
  return (await generate(options)).users ?? [];
}

/** One of the years can be a leap year. */
const TWO_YEARS = 731 * 86_400_000;

const seeds = fc.integer({ min: 0, max: 2 ** 32 - 1 });

/** Dialects with different networks, types and flag catalogues. */
const dialects = await Promise.all(
  [
    {},
    { wallet: { variant: 'network', identity: 'addressAndNetwork', emits: 'network' } },
    { wallet: { variant: 'type', types: ['SOLANA', 'EVM'], emits: 'type' } },
    { flags: { catalogue: [createFlag('TX1', 'Transaction Processing')], withhold: [] } },
    {
      flags: {
        catalogue: [createFlag('FR1', 'Fraud'), createFlag('TX1', 'Transaction Processing')],
        withhold: [],
      },
    },
  ].map(createDialect),
);

describe('generateScenario', () => {
  it('generates users who pass every check; only pairwise generation can cause warnings', async () => {
    await fc.assert(
      fc.asyncProperty(
        seeds,
        fc.nat(60),
        fc.boolean(),
        fc.constantFrom(...dialects),
        async (seed, users, pairwise, dialect) => {
          const document = await generate({ seed, users, pairwise, dialect });
          const loaded = await loadScenario([{ document }], dialect);
          expect(loaded).not.toHaveProperty('findings');
          if (!pairwise) expect(loaded).toMatchObject({ warnings: [] });
        },
      ),
      { seed: 20_260_115, numRuns: 60 },
    );
  });

  it('§3.2: without KYC Review flags, adds Fraud to the flags of a declined user', async () => {
    const catalogue = [
      createFlag('FR1', 'Fraud'),
      createFlag('TX1', 'Transaction Processing'),
      createFlag('XX1', null),
    ];
    const dialect = await createDialect({ flags: { catalogue, withhold: [] } });
    const users = await generateUsers({ users: 0, pairwise: true, dialect });
    const declinedUsersWithFlags = users.filter(
      ({ kyc, flags = [] }) => flags.length > 0 && kyc?.status === 'DECLINED',
    );
    expect(declinedUsersWithFlags.length).toBeGreaterThan(0);
    for (const { flags } of declinedUsersWithFlags) expect(flags).toContain('FR1');
  });

  it('generates equal users for equal seeds and other users for another seed', async () => {
    await fc.assert(
      fc.asyncProperty(seeds, seeds, fc.boolean(), async (seed1, seed2, pairwise) => {
        const generateText = async (seed: number) =>
          JSON.stringify(await generate({ seed, pairwise }));
        const text1 = await generateText(seed1);
        expect(await generateText(seed1)).toBe(text1);
        if (seed1 !== seed2) expect(await generateText(seed2)).not.toBe(text1);
      }),
      { seed: 20_260_115, numRuns: 30 },
    );
  });

  it('generates the same first users if more users are requested', async () => {
    const firstUsers = await generateUsers({ users: 30 });
    expect((await generateUsers({ users: 300 })).slice(0, 30)).toEqual(firstUsers);
  });

  it('generates the requested number of users with the keys gen- and a number', async () => {
    expect(await generateUsers({ users: 0 })).toEqual([]);
    const keys = (await generateUsers({ users: 12 })).map(({ key }) => key);
    expect([keys[0], keys[11], keys.length]).toEqual(['gen-0001', 'gen-0012', 12]);
  });

  it('with `pairwise`, generates users for all pairs of states, then other users up to the requested number', async () => {
    const pairs = await generateUsers({ users: undefined, pairwise: true });
    expect(await generateUsers({ users: 5, pairwise: true })).toEqual(pairs);
    const moreUsers = await generateUsers({ users: pairs.length + 10, pairwise: true });
    expect(moreUsers).toHaveLength(pairs.length + 10);
    expect(moreUsers.slice(0, pairs.length)).toEqual(pairs);
  });

  it('sets all times in the two years before the clock, which has a fixed default', async () => {
    for (const clock of [undefined, '2031-06-01T00:00:00Z']) {
      const latest = Date.parse(clock ?? '2026-01-15T10:00:00Z');
      const times = (await generateUsers({ clock, users: 200 }))
        .flatMap((user) => [user, ...(user.transactions ?? [])])
        .flatMap(({ createTime = '', updateTime = '' }) => [createTime, updateTime])
        .map((time) => Date.parse(time));
      expect(Math.max(...times)).toBeLessThanOrEqual(latest);
      expect(Math.min(...times)).toBeGreaterThan(latest - TWO_YEARS);
    }
  });

  it('§5.6: links a user to the first client, to all other clients, or to all clients', async () => {
    const listLinkedClients = async (clients: readonly string[]) =>
      new Set(
        (await generateUsers({ clients, users: 200 })).map((user) => user.linkedClients?.join()),
      );
    expect(await listLinkedClients(['a', 'b', 'c'])).toEqual(new Set(['a', 'b,c', 'a,b,c']));
    expect(await listLinkedClients(['a'])).toEqual(new Set(['a', '']));
  });
});

describe('§5.6 the identities of generated users', () => {
  it('use only fictional phone numbers and reserved domains', async () => {
    for (const { phoneNumber, emailAddress } of await generateUsers({ users: 500 })) {
      if (phoneNumber) expect(phoneNumber).toMatch(/^\+1\d{3}55501\d\d$/);
      if (emailAddress) {
        expect(emailAddress).toMatch(/^[a-z-]+\.[a-z-]+(\.\d+)?@example\.test$/);
      }
    }
  });

  it('do not conflict with existing users', async () => {
    const [user1, user2] = await generateUsers({ users: 60 });
    const existingUsers = [
      {
        ...user1,
        key: 'ada',
        wallets: [{ address: '0xF39FD6E51AAD88F6F4CE6AB8827279CFFFB92266' }],
      },
      { ...user2, key: 'gen-0003', emailAddress: user2?.emailAddress?.toUpperCase() },
    ] as ScenarioUser[];
    const document = await generate({ users: 60, existingUsers });
    const existing = { name: 'existing', users: existingUsers };
    const loaded = await loadScenario([{ document: existing }, { document }], defaultDialect);
    expect(loaded).toMatchObject({ warnings: [] });
  });

  it('use the first 1000 test wallets, then generated wallet addresses', async () => {
    const wallets = (await generateUsers({ users: 2000 })).flatMap((user) => user.wallets ?? []);
    const addresses = wallets.flatMap((wallet) => ('address' in wallet ? wallet.address : []));
    expect(wallets.length - addresses.length).toBe(1000);
    expect(addresses[0]).toMatch(/^0x(?=.*[A-F])[0-9a-fA-F]{40}$/);
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  it('exist for every user, even after the last fictional phone number is used', async () => {
    const existingUsers = Array.from({ length: FICTIONAL_PHONE_NUMBER_COUNT - 1 }, (_, index) => ({
      key: 'existing',
      phoneNumber: getFictionalPhoneNumber(index) ?? '',
    }));
    const users = await generateUsers({ existingUsers, users: 100 });
    expect(users.filter(({ phoneNumber }) => phoneNumber !== undefined)).toHaveLength(1);
    for (const { emailAddress, phoneNumber, wallets } of users) {
      expect(emailAddress ?? phoneNumber ?? wallets?.[0]).toBeDefined();
    }
  });
});

it('many users: every state occurs, most users are approved, most have no flags', async () => {
  const users = await generateUsers({ users: 2000 });
  const getShare = (matches: (user: ScenarioUser) => boolean) =>
    users.filter(matches).length / users.length;
  const flags = new Set(users.flatMap((user) => user.flags ?? []));
  expect(flags).toEqual(new Set(defaultDialect.flags.catalogue.map(({ code }) => code)));
  expect(getShare((user) => user.kyc?.status === 'APPROVED')).toBeGreaterThan(0.6);
  expect(getShare((user) => user.flags?.length === 0)).toBeGreaterThan(0.6);
  const states = users.flatMap(({ transactions = [] }) =>
    transactions.map(({ cryptoStatus, returned }) => (returned ? 'returned' : cryptoStatus)),
  );
  expect(new Set(states)).toEqual(new Set(['PENDING', 'COMPLETE', 'FAILED', 'returned']));
});
