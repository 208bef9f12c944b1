import { describe, expect, it } from 'vitest';
import { defaultDialect } from '../../src/dialect/keys.ts';
import { formatFinding } from '../../src/documents/finding.ts';
import { generateScenario } from '../../src/scenarios/generate/generate-scenario.ts';
import { loadScenario, loadWithDialect } from '../../src/scenarios/load.ts';
import { loadBase, getUser } from './loading.ts';

const rita = { key: 'rita', phoneNumber: '+12025550143' };

describe('generate in a document', () => {
  it('adds users after the listed users', async () => {
    const document = { name: 'one', users: [rita], generate: { seed: 7, users: 3 } };
    const base = await loadBase({ document });
    expect([...base.users.values()].map(({ key }) => key)).toEqual([
      'rita',
      'gen-0001',
      'gen-0002',
      'gen-0003',
    ]);
  });

  it('creates the same users as generateScenario with the same seed and name', async () => {
    const { document } = await generateScenario({
      seed: 7,
      users: 50,
      dialect: defaultDialect,
      name: 'one',
    });
    const listedBase = await loadBase({ document });
    const generate = { seed: 7, users: 50 };
    const generatedBase = await loadBase({ document: { name: 'one', generate } });
    expect(generatedBase.hash).toBe(listedBase.hash);
  });

  it('reports the number of created users as progress', async () => {
    const updates: (number | undefined)[] = [];
    const progress = {
      update: (_: string, done?: number) => void updates.push(done),
      end: () => undefined,
    };
    const document = { name: 'one', users: [rita], generate: { users: 3 } };
    await loadWithDialect([{ document }], defaultDialect, { isDialectChosen: true, progress });
    expect(updates).toEqual([0, 1, 2, 3]);
  });

  it('creates no time before the year 0, the first that the format can represent', async () => {
    const document = { name: 'one', clock: '0000-01-02T00:00:00Z', generate: { users: 5 } };
    const { users } = await loadBase({ document });
    for (const { createTime } of users.values()) expect(createTime).toMatch(/^0000-01-0/);
  });

  it('causes a warning for each omitted pair', async () => {
    const text = 'name: one\ngenerate:\n  seed: 7\n  pairwise: true\n';
    const loaded = await loadScenario([{ text }], defaultDialect);
    expect('base' in loaded && loaded.warnings.map(formatFinding)).toContain(
      'document:4:13: warning Impossible pair: sign-in by wallet, no wallet. A user who signs in by wallet has a verified wallet. (§5.3)',
    );
  });

  it('creates users whose identities differ from those of the listed users', async () => {
    // The first generated key and phone number, and test wallets 1 and 0.
    const document = {
      name: 'one',
      users: [
        { key: 'gen-0001', wallets: [{ wallet: 1 }], phoneNumber: '+12015550100' },
        { key: 'ada', wallets: [{ address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' }] },
      ],
      generate: { seed: 7, users: 200 },
    };
    expect(await loadScenario([{ document }], defaultDialect)).toMatchObject({ warnings: [] });
  });

  it('can occur in two documents that are loaded together', async () => {
    const createDocument = (name: string) => ({
      document: { name, generate: { seed: 7, users: 100 } },
    });
    const base = await loadBase([createDocument('one'), createDocument('two')]);
    expect(base.users.size).toBe(200);
    expect(base.userIdByKey.size).toBe(200);
  });

  it('uses the clock that another document sets', async () => {
    const clock = '2020-01-01T00:00:00.000Z';
    const manyUsers = { document: { name: 'many', generate: { seed: 7, users: 50 } } };
    const base = await loadBase([manyUsers, { document: { name: 'clock', clock } }]);
    const updateTimes = [...base.users.values()]
      .map(({ updateTime }) => updateTime ?? '')
      .toSorted();
    expect(Date.parse(updateTimes.at(-1) ?? '')).toBeLessThanOrEqual(Date.parse(clock));
  });

  it('links users to the clients of the document', async () => {
    const clients = [{ id: 'a', secret: 's', accessToken: 't' }];
    const base = await loadBase({
      document: { name: 'one', clients, generate: { seed: 7, pairwise: true } },
    });
    const linkedClientIds = [...base.users.values()].map(({ linkedClients }) =>
      linkedClients.join(),
    );
    expect(new Set(linkedClientIds)).toEqual(new Set(['a', '']));
  });

  it('causes no further error if another part of the document is malformed', async () => {
    const document = { name: 'one', user: [], generate: { seed: 7, pairwise: true } };
    const loaded = await loadScenario([{ document }], defaultDialect);
    expect('findings' in loaded && loaded.findings.map(({ rule }) => rule)).toEqual([
      'unknown-key',
    ]);
  });
});

describe('personal information in a document with generate', () => {
  const generate = { seed: 7, users: 0 };

  it('is generated for users without it, independently of the other users', async () => {
    const ritaOnly = await loadBase({ document: { name: 'one', users: [rita], generate } });
    const baseWithSam = await loadBase({
      document: { name: 'two', users: [{ key: 'sam', wallets: [{ wallet: 0 }] }, rita], generate },
    });
    const { personalInformation } = getUser(ritaOnly, 'rita');
    expect(Object.keys(personalInformation)).toEqual([
      'firstName',
      'lastName',
      'dateOfBirth',
      'streetAddress',
      'city',
      'region',
      'postalCode',
      'countryCode',
    ]);
    expect(getUser(baseWithSam, 'rita').personalInformation).toEqual(personalInformation);
    expect(getUser(baseWithSam, 'sam').personalInformation).not.toEqual(personalInformation);
  });

  it('is not generated if it is present, even empty, or if the document has no generate', async () => {
    for (const personalInformation of [{ firstName: 'Rita' }, {}]) {
      const document = { name: 'one', users: [{ ...rita, personalInformation }], generate };
      expect(getUser(await loadBase({ document }), 'rita').personalInformation).toEqual(
        personalInformation,
      );
    }
    const { personalInformation } = getUser(
      await loadBase({ document: { name: 'one', users: [rita] } }),
      'rita',
    );
    expect(personalInformation).toEqual({});
  });
});

describe('the format of generate', () => {
  it.each([
    ['{ seed: 1 }', 'malformed-value 2:11'],
    ['{ users: -1 }', 'malformed-value 2:20'],
    ['{ seed: 1, pairwise: false }', 'unknown-value 2:32'],
    ['{ seed: 1, user: 5 }', 'unknown-key 2:22'],
    ['{ seed: 1, users: 100001 }', 'malformed-value 2:29'],
    ['{ seed: -1, users: 5 }', 'malformed-value 2:19'],
    ['{ seed: 1.5, pairwise: true }', 'wrong-type 2:19'],
  ])('rejects %s', async (generate, problem) => {
    const text = `name: one\ngenerate: ${generate}\n`;
    const loaded = await loadScenario([{ text }], defaultDialect);
    const findings = 'findings' in loaded ? loaded.findings : [];
    expect(findings.map(({ rule, line, column }) => `${rule} ${line}:${column}`)).toEqual([
      problem,
    ]);
  });
});
