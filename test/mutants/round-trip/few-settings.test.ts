import { describe, it } from 'vitest';
import type { ConformSettings } from '../../../conformance/settings.ts';
import { declaredAccounts } from '../accounts.ts';
import { clientWithoutToken, useTargets } from '../sandbox-targets.ts';
import { listCombinations } from './combinations.ts';
import { expectNoWrongValue } from './expect-detected.ts';

const settings: Readonly<Record<string, Partial<ConformSettings>>> = {
  'only the client': { client: clientWithoutToken, secondClient: null, accounts: [] },
  'no accounts': { accounts: [] },
  'accounts without private key': {
    accounts: declaredAccounts.map((account) => ({ ...account, privateKey: null })),
  },
  'no access token': { client: clientWithoutToken },
  'no one-time passwords': { maxOtpSends: 0 },
};

const targets = useTargets();
const dialects = [{}, ...(await listCombinations({ count: 5, seed: 7 }))];

describe.each(Object.entries(settings))('discovery with %s', (_, changes) => {
  it.each(dialects.map((values, index) => [index, values] as const))(
    'detects no wrong value of dialect %i',
    async (_, values) => {
      await expectNoWrongValue(targets, values, changes);
    },
  );
});
