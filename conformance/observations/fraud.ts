/** Adds a wallet to an account with a Fraud flag (§7.4). */
import type { OtpChannel } from '../../src/dialect/dialect.ts';
import { otpNames } from '../actors/operations.ts';
import { hasValueOrName, containsText } from '../responses/user-search.ts';
import type { Attempt } from '../attempt.ts';
import { listDeclaredFlags, hasFraudFlag } from '../declared-accounts.ts';
import { NotTested, createInapplicable, createSettingError } from '../check-errors.ts';
import type { App } from '../actors/app.ts';
import { sendForKind } from '../actors/wallet-kinds.ts';
import type { SignedIn } from '../actors/signed-in.ts';
import { SigningWallet } from '../actors/signing-wallet.ts';
import type { UserView } from '../actors/user-view.ts';
import type { DeclaredAccount } from '../settings.ts';
import type { HttpResponse } from '../target/http-request.ts';
import { describeFieldNames } from '../target/response-kinds.ts';
import { createMismatchError } from './accounts.ts';
import { describeOtherCategory } from './differences.ts';
import { memoizePerRun } from './memoize-per-run.ts';
import { areWalletsShown } from './added-wallets.ts';
import { pollUntil } from './poll-until.ts';
import { requireConcurrency } from './run-concurrently.ts';

export interface RestrictedAdd {
  readonly account: DeclaredAccount;
  readonly user: SignedIn;
  readonly wallet: SigningWallet;
  readonly readBefore: HttpResponse;
  readonly response: HttpResponse;
  readonly readAfter: HttpResponse;
  /** The sign-in by the wallet after the request; null if its start returned no challenge. */
  readonly laterSignIn: HttpResponse | null;
  /** The response to the start or sign-in by the wallet after the request, if rejected; otherwise null. */
  readonly signInRejection: HttpResponse | null;
}

/** Returns whether a response is a success with other fields than the response to a user without a flag. */
export async function hasUnexpectedFields(
  t: Attempt,
  { accepted, body }: HttpResponse,
): Promise<boolean> {
  const valid = await t.ctx.requireWorking('addWalletToUser');
  const names = describeFieldNames(body);
  return accepted && names !== null && names !== describeFieldNames(valid.body);
}

export function isWalletAdded({ user, wallet, readAfter, laterSignIn }: RestrictedAdd): boolean {
  if (containsText(readAfter, wallet.address)) return true;
  if (user.userId === null || laterSignIn === null) return false;
  return laterSignIn.accepted && containsText(laterSignIn, user.userId);
}

/** @throws NotTested if neither the read nor a sign-in would show an added wallet */
export function requireVisibleWallets(t: Attempt, { laterSignIn }: RestrictedAdd): void {
  if (areWalletsShown(t) || laterSignIn?.accepted === true) return;
  throw createInapplicable('the user read shows no wallets');
}

export interface FraudContext {
  readonly name: string;
  readonly matchesAccount: (account: DeclaredAccount) => boolean;
  /** The end of the message that describes a missing account, such as ` and the flag F0000`. */
  readonly accountCondition?: string;
  /** Value of walletNetwork or walletType; undefined selects the default. */
  readonly networkOrType?: 'ETHEREUM' | 'POLYGON' | 'EVM';
  readonly isBySecondClient?: boolean;
  /** Whether the second client sends the request with a session of the first client. */
  readonly sendsForeignSession?: boolean;
  readonly signInBy?: OtpChannel;
  readonly earlierAttempts?: number;
  readonly simultaneousRequests?: number;
}

/** Adds a wallet as a user with a Fraud flag. Contexts without options share the requests of an account. */
export async function addAsRestrictedUser(
  t: Attempt,
  context: FraudContext,
): Promise<RestrictedAdd> {
  const { name: _name, matchesAccount: _matches, accountCondition, ...options } = context;
  // A context with options needs its own requests.
  if (Object.keys(options).length > 0) return addInContext(t, context);
  const accounts = listFraudAccounts(t, context);
  if (accounts.length === 0) throw createFraudAccountError(accountCondition);
  return tryEach(accounts, (account) => addInContext(t, getDefaultContext(account)));
}

/** Returns the first result; throws the last error if every item throws NotTested. */
async function tryEach<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result> {
  let lastError: unknown = null;
  for (const item of items) {
    try {
      return await work(item);
    } catch (error) {
      if (!(error instanceof NotTested)) throw error;
      lastError = error;
    }
  }
  throw lastError;
}

const createFraudAccountError = (accountCondition = '') =>
  createSettingError(`an account with a Fraud flag${accountCondition}`);

function listFraudAccounts({ ctx }: Attempt, { matchesAccount }: FraudContext) {
  return ctx.identities.listAccounts((account) => hasFraudFlag(account) && matchesAccount(account));
}

const defaultContexts = new WeakMap<DeclaredAccount, FraudContext>();

/** Returns the default context of an account, always the same object: memoizePerRun compares identities. */
function getDefaultContext(account: DeclaredAccount): FraudContext {
  const context = defaultContexts.get(account) ?? {
    name: account.name,
    matchesAccount: (one: DeclaredAccount) => one === account,
  };
  defaultContexts.set(account, context);
  return context;
}

const addInContext = memoizePerRun<RestrictedAdd, [FraudContext]>(async (t, context) => {
  const { networkOrType, isBySecondClient = false, earlierAttempts = 0, signInBy } = context;
  const { simultaneousRequests = 1 } = context;
  const accounts = listFraudAccounts(t, context);
  if (accounts.length === 0) {
    const isFlagDeclared = t.ctx.identities.listAccounts(hasFraudFlag).length > 0;
    const condition = context.accountCondition ?? ` that fits the context ${context.name}`;
    throw createFraudAccountError(isFlagDeclared ? condition : '');
  }
  if (simultaneousRequests > 1) requireConcurrency(t);
  await t.ctx.requireWorking('addWalletToUser');
  if (networkOrType !== undefined) await requireAccepted(t, networkOrType);
  const app = isBySecondClient ? t.secondApp : t.app;
  const { account, user, before } = await findReadableAccount(t, accounts, { app, signInBy });
  const isFlagged = listDeclaredFlags(account).some(
    ({ code, category }) => category === 'Fraud' && hasValueOrName(before.response.body, code),
  );
  const isAsDeclared = isFlagged && describeOtherCategory(account, before) === null;
  if (!isAsDeclared) throw createMismatchError(t, { account, user, view: before });
  const wallet = SigningWallet.create();
  const sender = context.sendsForeignSession ? { ...user, app: t.secondApp } : user;
  const request = t.createAddRequest(sender, t.getFields(wallet, networkOrType));
  for (let count = 0; count < earlierAttempts; count += 1) await t.sendToService(request);
  const responses = await Promise.all(
    Array.from({ length: simultaneousRequests }, () => t.sendToService(request)),
  );
  const response = responses.reduce((chosen, other) => (chosen.accepted ? chosen : other));
  const firstRead = await t.read(user);
  const signIn = await t.trySignIn(wallet, t.getFields(wallet));
  // If new wallets sign in, but this wallet does not, it may have been added: a user read may show it after a delay.
  const isSuspicious = t.createsUsers && !signIn.accepted;
  const containsWallet = ({ response: read }: UserView) => containsText(read, wallet.address);
  const after = isSuspicious ? await pollUntil(t, () => t.read(user), containsWallet) : firstRead;
  return {
    account,
    user,
    wallet,
    readBefore: before.response,
    response,
    readAfter: after.response,
    laterSignIn: signIn.request.operation === 'authenticateWallet' ? signIn : null,
    signInRejection: signIn.accepted ? null : signIn,
  };
});

/** @throws NotTested if users without a flag cannot add a wallet of this network or type either */
async function requireAccepted(t: Attempt, networkOrType: string): Promise<void> {
  const { accepted } = await sendForKind(t, 'addWalletToUser', networkOrType);
  if (!accepted) throw createInapplicable(`the deployment rejects wallets of ${networkOrType}`);
}

/** Signs in the first readable account, anew each time: the user who signed in last may get a wallet (§4.3). */
async function findReadableAccount(
  t: Attempt,
  accounts: readonly DeclaredAccount[],
  { app, signInBy }: { readonly app: App; readonly signInBy: OtpChannel | undefined },
): Promise<{ account: DeclaredAccount; user: SignedIn; before: UserView }> {
  // The sign-in itself may be a forbidden write, or return no session.
  return tryEach(accounts, async (account) => {
    const contact = signInBy && account[otpNames[signInBy].destination];
    const user =
      signInBy !== undefined && contact
        ? await t.signInByOtp(signInBy, contact, app)
        : await t.signInAs(account, app);
    return { account, user, before: await t.read(user) };
  });
}
