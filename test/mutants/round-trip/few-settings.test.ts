import { describe, it, vi } from 'vitest';

import type { ConformSettings } from '../../../conformance/settings.ts';
import { useTargets } from '../sandbox-targets.ts';
import { combinations } from './combinations.ts';
import { expectNothingWrong } from './discovering.ts';

// On a machine that is busy with other tests, too.
vi.setConfig({ testTimeout: 60_000 });

const client = { clientId: 'wallet-app', clientSecret: 'wallet-app-secret', accessToken: null };

const given: Readonly<Record<string, Partial<ConformSettings>>> = {
  'the client alone': { client, secondClient: null, accounts: [] },
  'no accounts': { accounts: [] },
  'no access token': { client },
  'no one-time password to spend': { maxOtpSends: 0 },
};

const targets = useTargets();
const dialects = [{}, ...(await combinations(5, 7))];

describe.each(Object.entries(given))('a discovery with %s', (_, changes) => {
  it.each(dialects.map((values, index) => [index, values] as const))(
    'says nothing wrong of dialect %i',
    async (_, values) => {
      await expectNothingWrong(targets, values, changes);
    },
  );
});
