/** All requests that can be tried on an account, each with the writes that it would cause (§7.4). */
import type { ControlSchemas } from '../../src/control/request/handler.ts';
import { getTestWallet } from '../../src/ports/test-wallets.ts';
import type { ClientApp, HttpAnswer, TestWorkspace, WalletFields } from '../sandbox.ts';
import { FREE_WALLET } from './legal-users.ts';

export type Account = ControlSchemas['SandboxUser'];
type Restricted = ControlSchemas['RestrictedWrite'];

/** One request of one operation. */
export interface Attempt {
  readonly operation: Restricted['operation'];
  readonly writes: readonly Restricted['write'][];
  /**
   * Prepares the request: signs in, starts, sends.
   *
   * @returns a function that sends the request
   */
  prepare(workspace: TestWorkspace, app: ClientApp): Promise<() => Promise<HttpAnswer>>;
}

const OTHER_NUMBER = '+12025550144';
const { address: OTHER_WALLET } = await getTestWallet(FREE_WALLET);

/** The attempts that a client can make on an account; there is at least one. */
export function createAttempts(account: Account, clientId: string): readonly Attempt[] {
  const { phoneNumber, emailAddress } = account;
  const linking = account.linkedClients.includes(clientId) ? [] : ['linkClient' as const];
  return [
    { operation: 'submitKyc', writes: ['submitKyc'], prepare: submission(':submitKyc') },
    {
      operation: 'submitTransaction',
      writes: ['submitTransaction'],
      prepare: submission('/transactions'),
    },
    // §4.3: another wallet, and the user's own, which changes nothing.
    addWallet(account, { walletAddress: OTHER_WALLET, walletNetwork: 'ETHEREUM' }, ['addWallet']),
    ...account.wallets.map((wallet) => addWallet(account, toFields(wallet), [])),
    ...account.wallets.map((wallet): Attempt => {
      const verifying = wallet.status === 'unverified' ? ['verifyWallet' as const] : [];
      return {
        operation: 'authenticateWallet',
        writes: [...verifying, ...linking],
        prepare: (workspace, app) => signedChallenge(workspace, app, toFields(wallet)),
      };
    }),
    ...(phoneNumber === null ? [] : [signInBySms(phoneNumber, linking)]),
    ...(emailAddress === null ? [] : [signInByEmail(emailAddress, linking)]),
    // §5.7: a number is added by the session that sends to it.
    {
      operation: 'sendSmsOtp',
      writes: ['addPhone'],
      prepare: async (workspace, app) => {
        const session = await signInForSession(account, workspace, app);
        return () => app.sendSms(OTHER_NUMBER, session);
      },
    },
    {
      operation: 'authenticateSmsOtp',
      writes: ['addPhone'],
      prepare: async (workspace, app) => {
        const session = await signInForSession(account, workspace, app);
        return sentCode(workspace, app, OTHER_NUMBER, session);
      },
    },
  ];
}

/** A session of the user with the client, by whichever method they have (§1). */
export async function signInForSession(
  { phoneNumber, emailAddress, wallets: [wallet] }: Account,
  workspace: TestWorkspace,
  app: ClientApp,
): Promise<string> {
  const authenticate =
    phoneNumber !== null
      ? await sentCode(workspace, app, phoneNumber)
      : emailAddress !== null
        ? await sentMail(workspace, app, emailAddress)
        : await signedChallenge(workspace, app, toFields(wallet));
  const { body } = await authenticate();
  return body.sessionJwt;
}

function submission(path: string): Attempt['prepare'] {
  return async (workspace) => () => workspace.control(`/users/someone${path}`, { body: {} });
}

function addWallet(account: Account, fields: WalletFields, writes: Attempt['writes']): Attempt {
  return {
    operation: 'addWalletToUser',
    writes,
    prepare: async (workspace, app) => {
      const session = await signInForSession(account, workspace, app);
      return () => app.addWallet(fields, session);
    },
  };
}

function signInBySms(phoneNumber: string, writes: Attempt['writes']): Attempt {
  return {
    operation: 'authenticateSmsOtp',
    writes,
    prepare: (workspace, app) => sentCode(workspace, app, phoneNumber),
  };
}

function signInByEmail(emailAddress: string, writes: Attempt['writes']): Attempt {
  return {
    operation: 'authenticateEmailOtp',
    writes,
    prepare: (workspace, app) => sentMail(workspace, app, emailAddress),
  };
}

async function sentCode(
  workspace: TestWorkspace,
  app: ClientApp,
  to: string,
  bearer?: string,
): Promise<() => Promise<HttpAnswer>> {
  const { phoneId } = (await app.sendSms(to, bearer)).body;
  const otp = await workspace.lastCode(to);
  return () => app.authenticateSms({ phoneId, otp });
}

async function sentMail(
  workspace: TestWorkspace,
  app: ClientApp,
  to: string,
): Promise<() => Promise<HttpAnswer>> {
  const { emailId } = (await app.sendEmail(to)).body;
  const otp = await workspace.lastCode(to);
  return () => app.authenticateEmail({ emailId, otp });
}

async function signedChallenge(
  workspace: TestWorkspace,
  app: ClientApp,
  fields: WalletFields,
): Promise<() => Promise<HttpAnswer>> {
  const { challenge: message } = (await app.start(fields)).body;
  const signed = await workspace.control(`/wallets/${fields.walletAddress}:sign`, {
    body: { message },
  });
  return () => app.authenticate(fields, signed.body.signature);
}

/** §2.2: under the name that it was received with. */
function toFields(wallet: Account['wallets'][number] | undefined): WalletFields {
  if (wallet === undefined) throw new RangeError('the user has no wallet');
  const { address: walletAddress, network, type } = wallet;
  return {
    walletAddress,
    ...(network === undefined ? {} : { walletNetwork: network }),
    ...(type === undefined ? {} : { walletType: type }),
  };
}
