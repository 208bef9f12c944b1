/** Adds a wallet to an account with a Fraud flag (§7.4). */
import { findText } from '../responses/fields.ts';
import { containsWord, containsText } from '../responses/user-search.ts';
import type { Attempt } from '../attempt.ts';
import { listDeclaredFlags, hasFlagInCategory } from '../declared-accounts.ts';
import { NotTested, createInapplicable, createNeed } from '../check-errors.ts';
import type { App } from '../actors/app.ts';
import { sendForKind } from '../actors/wallet-kinds.ts';
import type { SignedIn } from '../actors/flows.ts';
import { SigningWallet } from '../actors/signing-wallet.ts';
import type { UserView } from '../actors/user-view.ts';
import type { DeclaredAccount } from '../settings.ts';
import type { HttpResponse } from '../target/http-request.ts';
import { describeFieldNames } from '../target/response-kinds.ts';
import { createMismatchError } from './accounts.ts';
import { memoizePerRun } from './memoize-per-run.ts';

export interface FraudulentAdd {
  readonly user: SignedIn;
  readonly wallet: SigningWallet;
  readonly before: HttpResponse;
  readonly response: HttpResponse;
  readonly after: HttpResponse;
  /** The sign-in by the wallet after the request; null if its start was rejected. */
  readonly laterSignIn: HttpResponse | null;
}

/** Returns whether a success differs from the response to an accepted request. */
export async function hasUnexpectedFields(
  t: Attempt,
  { accepted, body }: HttpResponse,
): Promise<boolean> {
  const valid = await t.ctx.sendValidRequest('addWalletToUser');
  const names = describeFieldNames(body);
  return accepted && names !== null && names !== describeFieldNames(valid.body);
}

export function isWritten({ user, wallet, after, laterSignIn }: FraudulentAdd): boolean {
  const entersUser = user.userId !== null && laterSignIn !== null && laterSignIn.accepted;
  return (
    containsText(after, wallet.address) || (entersUser && containsText(laterSignIn, user.userId))
  );
}

/** @throws NotTested if neither the read nor a sign-in would show an added wallet */
export function requireShown(t: Attempt, { laterSignIn }: FraudulentAdd): void {
  const isShown = t.isDetected('user.names.wallets') && t.dialect.user.names.wallets !== 'none';
  if (isShown || laterSignIn?.accepted === true) return;
  throw createInapplicable('the user read shows no wallets');
}

export interface FraudContext {
  readonly name: string;
  readonly suits: (account: DeclaredAccount) => boolean;
  /** What else the account needs, such as ` and the flag F0000`. */
  readonly and?: string;
  /** Value of walletNetwork or walletType; undefined selects the default. */
  readonly value?: 'ETHEREUM' | 'POLYGON' | 'EVM';
  readonly isBySecondClient?: boolean;
  /** Number of requests before the asserted one. */
  readonly triesBefore?: number;
}

/** Adds a wallet as a user with a Fraud flag; contexts of the same account share the requests. */
export async function addAsFraudulentUser(
  t: Attempt,
  context: FraudContext,
): Promise<FraudulentAdd> {
  const { value, isBySecondClient, triesBefore } = context;
  const isUsual = value === undefined && isBySecondClient === undefined && !triesBefore;
  if (!isUsual) return addInContext(t, context);
  let missed: unknown = createNeedsFraud(context.and);
  const isChosen = (account: DeclaredAccount) =>
    hasFlagInCategory('Fraud')(account) && context.suits(account);
  for (const account of t.ctx.identities.listAccounts(isChosen)) {
    try {
      return await addInContext(t, getUsualContext(account));
    } catch (error) {
      if (!(error instanceof NotTested)) throw error;
      missed = error;
    }
  }
  throw missed;
}

const createNeedsFraud = (and = '') => createNeed(`an account with a Fraud flag${and}`);

const usualContexts = new WeakMap<DeclaredAccount, FraudContext>();

/** Returns the default context of an account, always as the same object. */
function getUsualContext(account: DeclaredAccount): FraudContext {
  const context = usualContexts.get(account) ?? {
    name: account.name,
    suits: (one: DeclaredAccount) => one === account,
  };
  usualContexts.set(account, context);
  return context;
}

const addInContext = memoizePerRun<FraudContext, FraudulentAdd>(async (t, context) => {
  const { suits, value, isBySecondClient, triesBefore } = context;
  const isChosen = (account: DeclaredAccount) =>
    hasFlagInCategory('Fraud')(account) && suits(account);
  const accounts = t.ctx.identities.listAccounts(isChosen);
  if (accounts.length === 0) {
    const isGiven = t.ctx.identities.listAccounts(hasFlagInCategory('Fraud')).length > 0;
    throw createNeedsFraud(isGiven ? ` (${context.name.replaceAll('-', ' ')})` : '');
  }
  await t.ctx.sendValidRequest('addWalletToUser');
  if (value !== undefined) await requireAcceptedName(t, value);
  const app = isBySecondClient === true ? t.flows.secondApp : t.flows.app;
  const { account, user, before } = await findReadableAccount(t, accounts, app);
  const isFlagged = listDeclaredFlags(account).some(
    ({ code, category }) => category === 'Fraud' && containsWord(before.response.body, code),
  );
  if (!isFlagged) throw createMismatchError(t, { account, user, view: before });
  const wallet = SigningWallet.create();
  const request = t.flows.createAddRequest(user, t.flows.getFields(wallet, value));
  for (let count = 0; count < (triesBefore ?? 0); count += 1) await t.sendToService(request);
  const response = await t.sendToService(request);
  const after = await t.flows.read(user);
  return {
    user,
    wallet,
    before: before.response,
    response,
    after: after.response,
    laterSignIn: await signInByWallet(t, wallet),
  };
});

/** @throws NotTested if users without a flag cannot add a wallet with this value either */
async function requireAcceptedName(t: Attempt, value: string): Promise<void> {
  const { accepted } = await sendForKind(t, 'addWalletToUser', value);
  if (!accepted) throw createInapplicable(`the deployment rejects wallets of ${value}`);
}

/** Returns a readable account, signed in last, so that it gets the wallet without a bearer (§4.3). */
async function findReadableAccount(
  t: Attempt,
  accounts: readonly DeclaredAccount[],
  app: App,
): Promise<{ account: DeclaredAccount; user: SignedIn; before: UserView }> {
  let missed: unknown = null;
  for (const account of accounts) {
    try {
      const user = await t.flows.signInAs(account, app);
      return { account, user, before: await t.flows.read(user) };
    } catch (error) {
      // The sign-in itself may be a forbidden write, or return no session.
      if (!(error instanceof NotTested)) throw error;
      missed = error;
    }
  }
  throw missed;
}

async function signInByWallet(t: Attempt, wallet: SigningWallet): Promise<HttpResponse | null> {
  const fields = t.flows.getFields(wallet);
  const started = await t.sendToService(t.flows.app.start(fields));
  const challenge = findText(started.body, 'challenge');
  if (challenge === null) return null;
  return t.send(t.flows.app.authenticate(fields, wallet.sign(challenge)));
}
