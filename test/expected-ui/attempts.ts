/** All requests that can be tried on an account, each with the writes that it would cause (§7.4). */
import type { ControlSchemas } from '../../src/control/request/handler.ts';
import { getTestWallet } from '../../src/ports/test-wallets.ts';
import type { ClientApp, HttpResponse, TestWorkspace, WalletFields } from '../sandbox.ts';
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
  prepare(workspace: TestWorkspace, app: ClientApp): Promise<() => Promise<HttpResponse>>;
}

const OTHER_NUMBER = '+12025550144';
const { address: OTHER_WALLET } = await getTestWallet(FREE_WALLET);

/** The attempts that a client can make on an account; there is at least one. */
export function createAttempts(account: Account, clientId: string): readonly Attempt[] {
  const { phoneNumber, emailAddress } = account;
  const linking = account.linkedClients.includes(clientId) ? [] : ['linkClient' as const];
  return [
    { operation: 'submitKyc', writes: ['submitKyc'], prepare: createSubmission(':submitKyc') },
    {
      operation: 'submitTransaction',
      writes: ['submitTransaction'],
      prepare: createSubmission('/transactions'),
    },
    // §4.3: another wallet, and the user's own, which changes nothing.
    addWallet(account, { walletAddress: OTHER_WALLET, walletNetwork: 'ETHEREUM' }, ['addWallet']),
    ...account.wallets.map((wallet) => addWallet(account, toFields(wallet), [])),
    ...account.wallets.map((wallet): Attempt => {
      const verifying = wallet.status === 'unverified' ? ['verifyWallet' as const] : [];
      return {
        operation: 'authenticateWallet',
        writes: [...verifying, ...linking],
        prepare: (workspace, app) => signChallenge(workspace, app, toFields(wallet)),
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
        return sendCode(workspace, app, OTHER_NUMBER, session);
      },
    },
  ];
}

/** Signs the user in by a method that the account has (§1). */
export async function signInForSession(
  { phoneNumber, emailAddress, wallets: [wallet] }: Account,
  workspace: TestWorkspace,
  app: ClientApp,
): Promise<string> {
  const authenticate =
    phoneNumber !== null
      ? await sendCode(workspace, app, phoneNumber)
      : emailAddress !== null
        ? await sendMail(workspace, app, emailAddress)
        : await signChallenge(workspace, app, toFields(wallet));
  const { body } = await authenticate();
  return body.sessionJwt;
}

function createSubmission(path: string): Attempt['prepare'] {
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
    prepare: (workspace, app) => sendCode(workspace, app, phoneNumber),
  };
}

function signInByEmail(emailAddress: string, writes: Attempt['writes']): Attempt {
  return {
    operation: 'authenticateEmailOtp',
    writes,
    prepare: (workspace, app) => sendMail(workspace, app, emailAddress),
  };
}

async function sendCode(
  workspace: TestWorkspace,
  app: ClientApp,
  to: string,
  bearer?: string,
): Promise<() => Promise<HttpResponse>> {
  const { phoneId } = (await app.sendSms(to, bearer)).body;
  const otp = await workspace.readLastCode(to);
  return () => app.authenticateSms({ phoneId, otp });
}

async function sendMail(
  workspace: TestWorkspace,
  app: ClientApp,
  to: string,
): Promise<() => Promise<HttpResponse>> {
  const { emailId } = (await app.sendEmail(to)).body;
  const otp = await workspace.readLastCode(to);
  return () => app.authenticateEmail({ emailId, otp });
}

async function signChallenge(
  workspace: TestWorkspace,
  app: ClientApp,
  fields: WalletFields,
): Promise<() => Promise<HttpResponse>> {
  const { challenge: message } = (await app.start(fields)).body;
  const signed = await workspace.control(`/wallets/${fields.walletAddress}:sign`, {
    body: { message },
  });
  return () => app.authenticate(fields, signed.body.signature);
}

/** Returns the wallet fields under the names with which they were received (§2.2). */
function toFields(wallet: Account['wallets'][number] | undefined): WalletFields {
  if (wallet === undefined) throw new RangeError('the user has no wallet');
  const { address: walletAddress, network, type } = wallet;
  return {
    walletAddress,
    ...(network === undefined ? {} : { walletNetwork: network }),
    ...(type === undefined ? {} : { walletType: type }),
  };
}
