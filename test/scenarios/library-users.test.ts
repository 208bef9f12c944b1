/** The users of the built-in scenarios sign in and have the data that the scenarios define. */
import { Wallet } from 'ethers';
import { describe, expect, it } from 'vitest';
import { defaultDialect } from '../../src/dialect/keys.ts';
import { findFlagCategory } from '../../src/domain/flags.ts';
import { findTestWallet } from '../../src/ports/test-wallets.ts';
import { listScenarios } from '../../src/scenarios/library.ts';
import type {
  SeededTransaction,
  SeededUser,
  Wallet as StoredWallet,
} from '../../src/domain/records.ts';
import { useSandbox, type ClientApp, type HttpResponse, type TestWorkspace } from '../sandbox.ts';
import { loadBase, getUser } from './loading.ts';

const sandbox = useSandbox();
const names = (await listScenarios()).map(({ name }) => name);

describe('§4.8 GET /user in each built-in scenario', () => {
  it.each(names)('returns the data of the document to every user of %s', async (scenario) => {
    const base = await loadBase({ name: scenario });
    const workspace = await sandbox.workspace({ scenario });
    for (const user of base.users.values()) {
      const { status, body } = await signInAndRead(user, workspace);
      expect({ status, body }).toEqual({ status: 200, body: createExpectedResponse(user) });
    }
  });
});

describe('§3 the scenario crypto-settles', () => {
  it.each([
    [
      'simon',
      { cryptoStatus: 'COMPLETE', transactionHash: expect.stringMatching(/^0x[0-9a-f]{64}$/) },
      [],
    ],
    ['stella', { cryptoStatus: 'FAILED' }, [{ code: 'T1001', category: 'Transaction Processing' }]],
  ])('returns a settled transaction to %s after half a minute', async (key, transaction, flags) => {
    const { workspace, user } = await createWorkspace('crypto-settles', key);
    await workspace.advance('PT30S');
    const { body } = await signInAndRead(user, workspace);
    expect(body).toMatchObject({ transactions: [transaction], flags });
  });
});

describe('§5.6 the scenario linking', () => {
  it('has a user of the second client whom a sign-in links to the first client', async () => {
    const { workspace, user } = await createWorkspace('linking', 'lena');
    const { body } = await signInByWallet(workspace.client('wallet-app'), user.wallets[0]);
    expect(body.userMask.id).toBe(user.id);
    const { linkedClients } = (await workspace.readUser('lena')).body;
    expect(linkedClients).toEqual(['exchange-app', 'wallet-app']);
  });
});

describe('§3 the scenario unverified-wallet', () => {
  it('contains a wallet that becomes verified when its user signs in with it', async () => {
    const { workspace, user } = await createWorkspace('unverified-wallet', 'uma');
    await signInByWallet(workspace.client(), user.wallets[0]);
    const { wallets } = (await workspace.readUser('uma')).body;
    expect(wallets).toMatchObject([{ status: 'verified' }]);
  });
});

async function createWorkspace(scenario: string, key: string) {
  const workspace = await sandbox.workspace({ scenario });
  return { workspace, user: getUser(await loadBase({ name: scenario }), key) };
}

/** Reads a user through a linked client, with a sign-in that does not change the account. */
async function signInAndRead(user: SeededUser, workspace: TestWorkspace): Promise<HttpResponse> {
  const app = workspace.client(user.linkedClients[0]);
  const { body } = await signIn(user, app, workspace);
  return app.readUser(body.sessionJwt);
}

async function signIn(
  { phoneNumber, emailAddress, wallets }: SeededUser,
  app: ClientApp,
  workspace: TestWorkspace,
): Promise<HttpResponse> {
  const verifiedWallet = wallets.find(({ status }) => status === 'verified');
  if (verifiedWallet !== undefined) return signInByWallet(app, verifiedWallet);
  if (phoneNumber !== null) {
    const { phoneId } = (await app.sendSms(phoneNumber)).body;
    return app.authenticateSms({ phoneId, otp: await workspace.readLastCode(phoneNumber) });
  }
  if (emailAddress !== null) return workspace.signInByEmail(emailAddress, app);
  throw new Error('the user has no sign-in method that does not change the account');
}

async function signInByWallet(
  app: ClientApp,
  wallet: StoredWallet | undefined,
): Promise<HttpResponse> {
  const testWallet = findTestWallet(wallet?.address ?? '');
  if (wallet === undefined || testWallet === undefined) throw new Error('not a test wallet');
  const { address, network, type } = wallet;
  const identity = {
    walletAddress: address,
    ...(network === null ? {} : { walletNetwork: network }),
    ...(type === null ? {} : { walletType: type }),
  };
  const { challenge } = (await app.start(identity)).body;
  const signature = await new Wallet(testWallet.privateKey).signMessage(challenge);
  return app.authenticate(identity, signature);
}

/** Returns the response of `GET /user` that the interface requires in the default dialect. */
function createExpectedResponse(user: SeededUser): object {
  const { phoneNumber, emailAddress, personalInformation } = user;
  const contact = {
    ...(phoneNumber === null ? {} : { phoneNumber }),
    ...(emailAddress === null ? {} : { emailAddress }),
  };
  return {
    id: user.id,
    createTime: user.createTime ?? expect.any(String),
    updateTime: user.updateTime ?? expect.any(String),
    ...(phoneNumber === null ? {} : { phoneMask: `******${phoneNumber.slice(-4)}` }),
    ...(emailAddress === null ? {} : { emailMask: emailAddress.replace(/^(.).*@/, '$1***@') }),
    ...(user.kyc === null ? {} : { kyc: { status: user.kyc } }),
    flags: user.flags.map((code) => {
      const category = findFlagCategory(code, defaultDialect);
      return category === null ? { code } : { code, category };
    }),
    // §7.2
    ...(user.flags.includes('F0000')
      ? {}
      : { personalInformation: { ...personalInformation, ...contact } }),
    wallets: user.wallets.map(({ address, network, type, status }) => ({
      walletAddress: address,
      ...(network === null ? {} : { walletNetwork: network }),
      ...(type === null ? {} : { walletType: type }),
      status,
    })),
    // §7.3
    transactions: user.transactions.map(createExpectedTransaction),
  };
}

function createExpectedTransaction(transaction: SeededTransaction): object {
  const { id, cryptoStatus, transactionHash, createTime, updateTime } = transaction;
  return {
    id,
    cryptoStatus,
    ...(cryptoStatus === 'COMPLETE' ? { transactionHash } : {}),
    createTime: createTime ?? expect.any(String),
    updateTime: updateTime ?? expect.any(String),
  };
}
