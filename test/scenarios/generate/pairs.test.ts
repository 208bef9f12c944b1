import { describe, expect, it } from 'vitest';
import type { ScenarioUser } from '../../../src/contract/scenario.gen.ts';
import { defaultDialect } from '../../../src/dialect/keys.ts';
import { generateScenario } from '../../../src/scenarios/generate/generate-scenario.ts';

/** The values of the six parameters of pairwise generation, in the default dialect; `-` is none. */
const VALUES = {
  flag: ['-', 'F0000', 'F1001', 'F1002', 'K1001', 'K1002', 'T1001', 'T1002'],
  kyc: ['-', 'APPROVED', 'IN_REVIEW', 'DECLINED'],
  crypto: ['-', 'PENDING', 'COMPLETE', 'FAILED', 'returned'],
  signIn: ['wallet', 'sms', 'email'],
  wallet: ['-', 'ETHEREUM', 'POLYGON', 'EVM'],
  link: ['linked', 'not linked'],
};

/** The combinations that the interface excludes, by clause. */
const ILLEGAL = {
  '7.5': ['flag - & crypto FAILED'],
  '3.3': ['flag T1001 & crypto -', 'flag T1002 & crypto -'],
  '5.3': ['signIn wallet & wallet -'],
};

describe('pairwise generation', async () => {
  const { document, omissions } = await generateScenario({
    seed: 7,
    pairwise: true,
    dialect: defaultDialect,
    name: 'pairs',
  });
  const coveredPairs = new Set(
    (document.users ?? []).flatMap((user) => listPairs(getValues(user))),
  );

  it('covers exactly the legal pairs', () => {
    const uncoveredPairs = listPairs(VALUES).filter((pair) => !coveredPairs.has(pair));
    expect(uncoveredPairs.toSorted()).toEqual(Object.values(ILLEGAL).flat().toSorted());
  });

  it('reports the reason and clause for each omitted pair', () => {
    expect(omissions.map(({ clause }) => clause)).toEqual(['7.5', '3.3', '3.3', '5.3']);
    expect(omissions[1]).toEqual({
      rule: 'omitted-pair',
      clause: '3.3',
      severity: 'warning',
      message:
        'Impossible pair: flag T1001, no transactions. T1001 is a Transaction Processing flag, which requires a FAILED or returned transaction, but the user has none.',
      hint: null,
      pointer: '',
    });
  });

  it('needs at most as many users as flags times crypto statuses', () => {
    expect(document.users?.length).toBeLessThanOrEqual(VALUES.flag.length * VALUES.crypto.length);
  });
});

type Values = { readonly [Parameter in keyof typeof VALUES]: readonly string[] };

function getValues(user: ScenarioUser): Values {
  const { flags = [], transactions = [], wallets = [], linkedClients = [] } = user;
  const latest = transactions.at(-1);
  const [wallet] = wallets;
  return {
    flag: flags.length === 0 ? ['-'] : flags,
    kyc: [user.kyc?.status ?? '-'],
    crypto: [latest?.returned ? 'returned' : (latest?.cryptoStatus ?? '-')],
    signIn: [getSignInMethod(user)],
    wallet: [wallet?.network ?? wallet?.type ?? '-'],
    link: [linkedClients.includes('wallet-app') ? 'linked' : 'not linked'],
  };
}

function getSignInMethod({ phoneNumber, emailAddress }: ScenarioUser): string {
  if (phoneNumber) return 'sms';
  return emailAddress ? 'email' : 'wallet';
}

/** Returns all pairs of values of two parameters, such as `flag - & kyc APPROVED`. */
function listPairs(values: Values): string[] {
  const columns = Object.entries(values).map(([parameter, parameterValues]) =>
    parameterValues.map((value) => `${parameter} ${value}`),
  );
  return columns.flatMap((leftColumn, index) => {
    const rightValues = columns.slice(index + 1).flat();
    return leftColumn.flatMap((left) => rightValues.map((right) => `${left} & ${right}`));
  });
}
