/** A request with an object in place of a string is rejected, and is in the journal and the report. */
import { expect, it } from 'vitest';

import { createWallet, useSandbox } from '../sandbox.ts';

const sandbox = useSandbox();

/** String() throws for this value. */
const unprintable = { toString: 1, valueOf: 1 };

it.each(['signature', 'walletAddress', 'walletNetwork'])(
  'the client report contains a request with an invalid %s',
  async (field) => {
    const workspace = await sandbox.workspace();
    const wallet = { walletAddress: createWallet().address, walletNetwork: 'ETHEREUM' };
    const body = { ...wallet, signature: `0x${'0'.repeat(130)}`, [field]: unprintable };
    const { status } = await workspace.client().post('/v1/auth/cryptoWallet:authenticate', body);
    expect(status).toBe(400);
    const journal = await workspace.control('/journal');
    expect(journal.body.items).toHaveLength(1);
    const { body: report } = await workspace.control('/client-report');
    expect(report).toMatchObject({ requests: 1, mistakes: [{ rule: 'fields-wrong' }] });
  },
);
