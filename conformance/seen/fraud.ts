/** An account with a Fraud flag that tries to add a wallet, and what came of it (§7.4). */
import { textIn } from '../answers/fields.ts';
import { holdsWord, mentions } from '../answers/user-search.ts';
import type { Attempt } from '../attempt.ts';
import { declaredFlags, hasFlagOf } from '../declared-accounts.ts';
import { NotTested } from '../ends.ts';
import type { SignedIn } from '../parties/flows.ts';
import { SigningWallet } from '../parties/signing-wallet.ts';
import type { UserView } from '../parties/user-view.ts';
import type { DeclaredAccount } from '../settings.ts';
import type { Reply } from '../target/call.ts';
import { namesIn } from '../target/patience.ts';
import { notAsDeclared } from './accounts.ts';
import { onceInRun } from './once.ts';

export interface FraudulentAdd {
  readonly user: SignedIn;
  readonly wallet: SigningWallet;
  readonly reply: Reply;
  /** The user read after it. */
  readonly after: Reply;
  /** The sign-in with the wallet after it; null where it was refused at its start. */
  readonly entered: Reply | null;
}

/** Whether a success is answered with something, and with something else than an accepted call is. */
export async function isAnsweredOtherwise(t: Attempt, { accepted, body }: Reply): Promise<boolean> {
  const right = await t.around.control('addWalletToUser');
  const names = namesIn(body);
  return accepted && names !== null && names !== namesIn(right.body);
}

/** Whether the wallet is the user's after all. */
export function isWritten({ user, wallet, after, entered }: FraudulentAdd): boolean {
  const entersUser = user.userId !== null && entered !== null && entered.accepted;
  return mentions(after, wallet.address) || (entersUser && mentions(entered, user.userId));
}

/** @throws NotTested where a wallet of the user would show neither in the read nor by signing in */
export function needsToShow(t: Attempt, { entered }: FraudulentAdd): void {
  const isShown = t.knows('user.names.wallets') && t.dialect.user.names.wallets !== 'none';
  if (isShown || entered?.accepted === true) return;
  throw new NotTested('needs a user read that shows wallets', 'dialect');
}

/** To be asked for by those who hold the client alone. */
export const fraudulentAdd = onceInRun<'once', FraudulentAdd>(async (t) => {
  const accounts = t.around.identities.accounts(hasFlagOf('Fraud'));
  if (accounts.length === 0) throw new NotTested('needs an account with a Fraud flag', 'settings');
  await t.around.control('addWalletToUser');
  const { account, user, before } = await whoCanBeRead(t, accounts);
  const isFlagged = declaredFlags(account).some(
    ({ code, category }) => category === 'Fraud' && holdsWord(before.reply.body, code),
  );
  if (!isFlagged) throw notAsDeclared({ account });
  const wallet = SigningWallet.fresh();
  const reply = await t.send(t.flows.addCall(user, t.flows.fields(wallet)));
  t.decided(reply);
  const after = await t.flows.read(user);
  return { user, wallet, reply, after: after.reply, entered: await enter(t, wallet) };
});

/** The last to sign in is the one who gets the wallet, where the bearer does not tell (§4.3). */
async function whoCanBeRead(
  t: Attempt,
  accounts: readonly DeclaredAccount[],
): Promise<{ account: DeclaredAccount; user: SignedIn; before: UserView }> {
  let missed: unknown = null;
  for (const account of accounts) {
    try {
      const user = await t.flows.signInAs(account);
      return { account, user, before: await t.flows.read(user) };
    } catch (error) {
      // Signing in may itself be a write that the flag forbids, or tell nobody to be read.
      if (!(error instanceof NotTested)) throw error;
      missed = error;
    }
  }
  throw missed;
}

async function enter(t: Attempt, wallet: SigningWallet): Promise<Reply | null> {
  const fields = t.flows.fields(wallet);
  const started = await t.send(t.flows.app.start(fields));
  t.decided(started);
  const challenge = textIn(started.body, 'challenge');
  if (challenge === null) return null;
  return t.send(t.flows.app.authenticate(fields, wallet.sign(challenge)));
}
