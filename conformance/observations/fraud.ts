/** Adds a wallet to an account with a Fraud flag (§7.4). */
import { textIn } from '../responses/fields.ts';
import { containsWord, containsText } from '../responses/user-search.ts';
import type { Attempt } from '../attempt.ts';
import { declaredFlags, hasFlagOf } from '../declared-accounts.ts';
import { NotTested } from '../outcomes.ts';
import type { App } from '../actors/app.ts';
import { sendNaming } from '../actors/named-wallets.ts';
import type { SignedIn } from '../actors/flows.ts';
import { SigningWallet } from '../actors/signing-wallet.ts';
import type { UserView } from '../actors/user-view.ts';
import type { DeclaredAccount } from '../settings.ts';
import type { Reply } from '../target/http-request.ts';
import { namesIn } from '../target/reply-kinds.ts';
import { notAsDeclared } from './accounts.ts';
import { onceInRun } from './once.ts';

export interface FraudulentAdd {
  readonly user: SignedIn;
  readonly wallet: SigningWallet;
  /** The user read before the request. */
  readonly before: Reply;
  readonly reply: Reply;
  /** The user read after the request. */
  readonly after: Reply;
  /** The sign-in by the wallet after the request; null if its start was rejected. */
  readonly laterSignIn: Reply | null;
}

/** Returns whether a success differs from the response to an accepted request. */
export async function hasUnexpectedFields(t: Attempt, { accepted, body }: Reply): Promise<boolean> {
  const valid = await t.ctx.control('addWalletToUser');
  const names = namesIn(body);
  return accepted && names !== null && names !== namesIn(valid.body);
}

/** Returns whether the wallet was added to the user. */
export function isWritten({ user, wallet, after, laterSignIn }: FraudulentAdd): boolean {
  const entersUser = user.userId !== null && laterSignIn !== null && laterSignIn.accepted;
  return (
    containsText(after, wallet.address) || (entersUser && containsText(laterSignIn, user.userId))
  );
}

/** @throws NotTested if neither the read nor a sign-in would show an added wallet */
export function needsToShow(t: Attempt, { laterSignIn }: FraudulentAdd): void {
  const isShown = t.isDetected('user.names.wallets') && t.dialect.user.names.wallets !== 'none';
  if (isShown || laterSignIn?.accepted === true) return;
  throw new NotTested('needs a user read that shows wallets', 'dialect');
}

/** A context in which a user with a Fraud flag tries to add a wallet. */
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

/**
 * Adds a wallet as a user with a Fraud flag. Only for checks that run alone; contexts of the same
 * account share the requests.
 */
export async function fraudulentAdd(t: Attempt, context: FraudContext): Promise<FraudulentAdd> {
  const { value, isBySecondClient, triesBefore } = context;
  const isUsual = value === undefined && isBySecondClient === undefined && !triesBefore;
  if (!isUsual) return addIn(t, context);
  let missed: unknown = needsFraud(context.and);
  const isChosen = (account: DeclaredAccount) =>
    hasFlagOf('Fraud')(account) && context.suits(account);
  for (const account of t.ctx.identities.accounts(isChosen)) {
    try {
      return await addIn(t, usual(account));
    } catch (error) {
      if (!(error instanceof NotTested)) throw error;
      missed = error;
    }
  }
  throw missed;
}

const needsFraud = (and = '') =>
  new NotTested(`needs an account with a Fraud flag${and}`, 'settings');

const usualContexts = new WeakMap<DeclaredAccount, FraudContext>();

/** Returns the default context of an account, always as the same object. */
function usual(account: DeclaredAccount): FraudContext {
  const context = usualContexts.get(account) ?? {
    name: account.name,
    suits: (one: DeclaredAccount) => one === account,
  };
  usualContexts.set(account, context);
  return context;
}

const addIn = onceInRun<FraudContext, FraudulentAdd>(async (t, context) => {
  const { suits, value, isBySecondClient, triesBefore } = context;
  const isChosen = (account: DeclaredAccount) => hasFlagOf('Fraud')(account) && suits(account);
  const accounts = t.ctx.identities.accounts(isChosen);
  if (accounts.length === 0) {
    const isGiven = t.ctx.identities.accounts(hasFlagOf('Fraud')).length > 0;
    throw needsFraud(isGiven ? ` (${context.name.replaceAll('-', ' ')})` : '');
  }
  await t.ctx.control('addWalletToUser');
  if (value !== undefined) await needsAcceptedName(t, value);
  const app = isBySecondClient === true ? t.flows.secondApp : t.flows.app;
  const { account, user, before } = await readableAccount(t, accounts, app);
  const isFlagged = declaredFlags(account).some(
    ({ code, category }) => category === 'Fraud' && containsWord(before.reply.body, code),
  );
  if (!isFlagged) throw notAsDeclared(t, { account, user, view: before });
  const wallet = SigningWallet.fresh();
  const request = t.flows.addRequest(user, t.flows.fields(wallet, value));
  for (let count = 0; count < (triesBefore ?? 0); count += 1)
    t.requireServiceResponse(await t.send(request));
  const reply = await t.send(request);
  t.requireServiceResponse(reply);
  const after = await t.flows.read(user);
  return {
    user,
    wallet,
    before: before.reply,
    reply,
    after: after.reply,
    laterSignIn: await signInByWallet(t, wallet),
  };
});

/** @throws NotTested if users without a flag cannot add a wallet with this value either */
async function needsAcceptedName(t: Attempt, value: string): Promise<void> {
  const { accepted } = await sendNaming(t, 'addWalletToUser', value);
  if (!accepted) throw new NotTested(`needs a deployment that adds wallets of ${value}`, 'dialect');
}

/**
 * Returns an account that can be read, and signs it in last: that user gets the wallet if the
 * bearer token does not identify a user (§4.3).
 */
async function readableAccount(
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

async function signInByWallet(t: Attempt, wallet: SigningWallet): Promise<Reply | null> {
  const fields = t.flows.fields(wallet);
  const started = await t.send(t.flows.app.start(fields));
  t.requireServiceResponse(started);
  const challenge = textIn(started.body, 'challenge');
  if (challenge === null) return null;
  return t.send(t.flows.app.authenticate(fields, wallet.sign(challenge)));
}
