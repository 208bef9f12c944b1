import { describe, it, vi } from 'vitest';
import type { ConformSettings } from '../../../conformance/settings.ts';
import { declaredAccounts } from '../accounts.ts';
import { useTargets } from '../sandbox-targets.ts';
import { listCombinations } from './combinations.ts';
import { expectNoWrongValue } from './expect-detected.ts';

vi.setConfig({ testTimeout: 60_000 });

const client = { clientId: 'wallet-app', clientSecret: 'wallet-app-secret', accessToken: null };

const settings: Readonly<Record<string, Partial<ConformSettings>>> = {
  'only the client': { client, secondClient: null, accounts: [] },
  'no accounts': { accounts: [] },
  'accounts without private key': {
    accounts: declaredAccounts.map((account) => ({ ...account, privateKey: null })),
  },
  'no access token': { client },
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
