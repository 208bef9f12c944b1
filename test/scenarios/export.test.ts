import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ScenarioUser } from '../../src/contract/scenario.gen.ts';
import {
  exportScenario,
  formatScenarioJson,
  formatScenarioYaml,
} from '../../src/scenarios/export.ts';
import { listScenarios } from '../../src/scenarios/library.ts';
import type { ScenarioSource } from '../../src/scenarios/load.ts';
import type { User } from '../../src/domain/records.ts';
import { loadBase, listUsers } from './loading.ts';

const LOADED_AT = '2026-01-15T10:00:00.000Z';

async function expectRoundTrip(source: ScenarioSource): Promise<void> {
  const base = await loadBase(source);
  const scenario = exportScenario(base, listUsers(base, LOADED_AT));
  for (const text of [(await formatScenarioYaml(scenario)) ?? '', formatScenarioJson(scenario)]) {
    const reloaded = await loadBase({ text });
    const exported = exportScenario(reloaded, listUsers(reloaded, '2030-01-01T00:00:00.000Z'));
    expect(exported).toEqual(scenario);
    const isJson = text.startsWith('{');
    const exportedText = isJson ? formatScenarioJson(exported) : await formatScenarioYaml(exported);
    expect(exportedText).toBe(text);
    expect([...reloaded.userIdByIdentity]).toEqual([...base.userIdByIdentity]);
  }
}

const library = await listScenarios();

describe('an exported scenario, loaded and exported again', () => {
  it.each(library)('is byte-identical: $name', async ({ name }) => {
    await expectRoundTrip({ name });
  });

  it('is byte-identical for any users', async () => {
    const scenarios = fc.array(userParts, { maxLength: 4 }).map((parts) => ({
      name: 'generated',
      users: parts.map(toLegalUser),
    }));
    await fc.assert(
      fc.asyncProperty(scenarios, (document) => expectRoundTrip({ document })),
      { numRuns: 60 },
    );
  });

  it('contains users who signed up, with a key derived from their id', async () => {
    const base = await loadBase({ name: 'kyc-in-review' });
    const [rita] = listUsers(base, LOADED_AT);
    if (rita === undefined) throw new Error('the scenario has no users');
    const id = '8f14e45f-ceea-467f-9cde-1b2a3c4d5e6f';
    const transaction = {
      id: '45c48cce-2e2d-4fbd-8a1a-fc51c7c6ad26',
      key: null,
      cryptoStatus: 'PENDING',
      returned: false,
      transactionHash: null,
      createTime: LOADED_AT,
      updateTime: LOADED_AT,
      settles: null,
    } as const;
    const newcomer: User = {
      ...rita,
      id,
      key: null,
      phoneNumber: null,
      emailAddress: 'new@example.test',
      wallets: [],
      transactions: [transaction],
    };
    const scenario = exportScenario(base, [newcomer]);
    expect(scenario.users?.[0]).toMatchObject({
      key: `user-${id}`,
      transactions: [{ key: `transaction-${transaction.id}` }],
    });
    const reloaded = await loadBase({ document: scenario });
    expect(exportScenario(reloaded, listUsers(reloaded, LOADED_AT))).toEqual(scenario);
  });
});

interface UserParts {
  readonly flags: readonly string[];
  readonly cryptoStatuses: readonly ('PENDING' | 'COMPLETE' | 'FAILED')[];
  readonly settlesAfter: number;
  readonly personalInformation: NonNullable<ScenarioUser['personalInformation']>;
  readonly kyc: 'APPROVED' | 'IN_REVIEW' | 'DECLINED' | undefined;
  readonly linkedClients: readonly string[];
}

const userParts: fc.Arbitrary<UserParts> = fc.record({
  flags: fc.subarray(['F0000', 'F1001', 'K1001', 'K1002']),
  cryptoStatuses: fc.array(fc.constantFrom('PENDING', 'COMPLETE', 'FAILED'), { maxLength: 4 }),
  settlesAfter: fc.nat(),
  personalInformation: fc.record(
    {
      firstName: fc.string({ unit: 'grapheme' }),
      lastName: fc.string(),
      // YAML must quote these texts.
      city: fc.constantFrom('no', '1e3', '- x', '#', 'a: b'),
    },
    { requiredKeys: [] },
  ),
  kyc: fc.constantFrom('APPROVED', 'IN_REVIEW', 'DECLINED', undefined),
  linkedClients: fc.subarray(['wallet-app', 'exchange-app']),
});

/** Returns a legal user, whose identities depend on the index. */
function toLegalUser(parts: UserParts, index: number): ScenarioUser {
  const { cryptoStatuses, flags, kyc, settlesAfter } = parts;
  const failureFlags = cryptoStatuses.includes('FAILED') ? ['T1001'] : [];
  return {
    key: `u${index}`,
    phoneNumber: `+1202555010${index}`,
    emailAddress: `u${index}@example.test`,
    personalInformation: parts.personalInformation,
    wallets: [{ wallet: index }, { wallet: index + 10, type: 'EVM', status: 'unverified' }],
    ...(kyc === undefined ? {} : { kyc: { status: kyc } }),
    flags: [...flags, ...failureFlags],
    transactions: cryptoStatuses.map((cryptoStatus, transactionIndex) => ({
      key: `t${transactionIndex}`,
      cryptoStatus,
      ...(cryptoStatus === 'PENDING'
        ? { settles: { after: `PT${settlesAfter / 1000}S`, outcome: 'success' as const } }
        : {}),
    })),
    linkedClients: [...parts.linkedClients],
  };
}
