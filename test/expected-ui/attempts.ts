/** The requests of a client that a Fraud flag can restrict, each with the writes it causes (§7.4). */
import type { ControlSchemas } from '../../src/control/request/handler.ts';
import { getTestWallet } from '../../src/ports/test-wallets.ts';
import type { ClientApp, HttpResponse, TestWorkspace, WalletFields } from '../sandbox.ts';
import { UNUSED_WALLET } from './legal-users.ts';

export type Account = ControlSchemas['SandboxUser'];
type RestrictedWrite = ControlSchemas['RestrictedWrite'];

/** Sends a prepared request. */
type Send = () => Promise<HttpResponse>;

export interface Attempt {
  readonly operation: RestrictedWrite['operation'];
  readonly writes: readonly RestrictedWrite['write'][];
  /** Sends the preceding requests, such as the start of a sign-in. */
  prepare(workspace: TestWorkspace, app: ClientApp): Promise<Send>;
}

const OTHER_NUMBER = '+12025550144';
const { address: OTHER_WALLET } = await getTestWallet(UNUSED_WALLET);

/** Returns the attempts that are possible with an account. */
export function createAttempts(account: Account, clientId: string): readonly Attempt[] {
  const { phoneNumber, emailAddress } = account;
  const linkWrites = account.linkedClients.includes(clientId) ? [] : ['linkClient' as const];
  return [
    { operation: 'submitKyc', writes: ['submitKyc'], prepare: createSubmission(':submitKyc') },
    {
      operation: 'submitTransaction',
      writes: ['submitTransaction'],
      prepare: createSubmission('/transactions'),
    },
    // §4.3: another wallet, and those of the user, which changes nothing.
    createAddition(account, { walletAddress: OTHER_WALLET, walletNetwork: 'ETHEREUM' }, [
      'addWallet',
    ]),
    ...account.wallets.map((wallet) => createAddition(account, toFields(wallet), [])),
    ...account.wallets.map((wallet): Attempt => {
      const verifyWrites = wallet.status === 'unverified' ? ['verifyWallet' as const] : [];
      return {
        operation: 'authenticateWallet',
        writes: [...verifyWrites, ...linkWrites],
        prepare: (workspace, app) => prepareWallet(workspace, app, toFields(wallet)),
      };
    }),
    ...(phoneNumber === null ? [] : [createSmsSignIn(phoneNumber, linkWrites)]),
    ...(emailAddress === null ? [] : [createEmailSignIn(emailAddress, linkWrites)]),
    // §5.7: a code that a session requests for another number adds the number.
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
        return prepareSms(workspace, app, OTHER_NUMBER, session);
      },
    },
  ];
}

/** Signs the user in by a method that the account has (§1). Returns the session JWT. */
export async function signInForSession(
  account: Account,
  workspace: TestWorkspace,
  app: ClientApp,
): Promise<string> {
  const authenticate = await prepareSignIn(account, workspace, app);
  const { body } = await authenticate();
  return body.sessionJwt;
}

function prepareSignIn(
  { phoneNumber, emailAddress, wallets }: Account,
  workspace: TestWorkspace,
  app: ClientApp,
): Promise<Send> {
  if (phoneNumber !== null) return prepareSms(workspace, app, phoneNumber);
  if (emailAddress !== null) return prepareEmail(workspace, app, emailAddress);
  return prepareWallet(workspace, app, toFields(wallets[0]!));
}

function createSubmission(path: string): Attempt['prepare'] {
  return async (workspace) => () => workspace.control(`/users/someone${path}`, { body: {} });
}

function createAddition(
  account: Account,
  fields: WalletFields,
  writes: Attempt['writes'],
): Attempt {
  return {
    operation: 'addWalletToUser',
    writes,
    prepare: async (workspace, app) => {
      const session = await signInForSession(account, workspace, app);
      return () => app.addWallet(fields, session);
    },
  };
}

function createSmsSignIn(phoneNumber: string, writes: Attempt['writes']): Attempt {
  return {
    operation: 'authenticateSmsOtp',
    writes,
    prepare: (workspace, app) => prepareSms(workspace, app, phoneNumber),
  };
}

function createEmailSignIn(emailAddress: string, writes: Attempt['writes']): Attempt {
  return {
    operation: 'authenticateEmailOtp',
    writes,
    prepare: (workspace, app) => prepareEmail(workspace, app, emailAddress),
  };
}

async function prepareSms(
  workspace: TestWorkspace,
  app: ClientApp,
  phoneNumber: string,
  session?: string,
): Promise<Send> {
  const { phoneId } = (await app.sendSms(phoneNumber, session)).body;
  const otp = await workspace.readLastCode(phoneNumber);
  return () => app.authenticateSms({ phoneId, otp });
}

async function prepareEmail(
  workspace: TestWorkspace,
  app: ClientApp,
  emailAddress: string,
): Promise<Send> {
  const { emailId } = (await app.sendEmail(emailAddress)).body;
  const otp = await workspace.readLastCode(emailAddress);
  return () => app.authenticateEmail({ emailId, otp });
}

async function prepareWallet(
  workspace: TestWorkspace,
  app: ClientApp,
  fields: WalletFields,
): Promise<Send> {
  const { challenge: message } = (await app.start(fields)).body;
  const signed = await workspace.control(`/wallets/${fields.walletAddress}:sign`, {
    body: { message },
  });
  return () => app.authenticate(fields, signed.body.signature);
}

/** Returns the fields of a wallet under the names of requests (§2.2). */
function toFields({ address, network, type }: Account['wallets'][number]): WalletFields {
  return {
    walletAddress: address,
    ...(network === undefined ? {} : { walletNetwork: network }),
    ...(type === undefined ? {} : { walletType: type }),
  };
}
