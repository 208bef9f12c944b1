/** The declared accounts, each signed in and read once in a run. */
import { textIn, userMaskIn } from '../answers/fields.ts';
import type { Attempt } from '../attempt.ts';
import { isClean } from '../declared-accounts.ts';
import { NotTested } from '../ends.ts';
import type { SignedIn } from '../parties/flows.ts';
import { userView, type SeenFlag, type UserView } from '../parties/user-view.ts';
import type { Reply } from '../target/call.ts';
import type { DeclaredAccount } from '../settings.ts';
import { onceInRun } from './once.ts';

export interface SeenAccount {
  readonly account: DeclaredAccount;
  readonly user: SignedIn;
  readonly view: UserView;
}

/** A declared account that signed in, and what the read of it was answered. */
export interface AskedAccount {
  readonly account: DeclaredAccount;
  readonly user: SignedIn;
  readonly reply: Reply;
}

const ask = onceInRun(async (t: Attempt, account: DeclaredAccount): Promise<AskedAccount> => {
  const newest = t.flows.strangersSignUp ? await newcomer(t, 'the newest user') : null;
  const user = await t.flows.signInAs(account);
  const created = createTimeOf(user);
  // Where strangers sign up, an account that is gone would come into being again, with nothing in it.
  if (newest !== null && created !== null && created > newest) throw notAsDeclared({ account });
  return { account, user, reply: await t.send(t.flows.readCall(user)) };
});

/** @throws NotTested where it can't be signed in */
export function askedAccount(t: Attempt, account: DeclaredAccount): Promise<AskedAccount> {
  t.needsToKnow('user.path', 'user.identifiedBy');
  return ask(t, account);
}

/** When the newest user came into being, by the clock of the deployment. */
const newcomer = onceInRun<'the newest user', string | null>(async (t) =>
  createTimeOf(await t.flows.signIn()),
);

function createTimeOf({ reply: { body } }: SignedIn): string | null {
  return textIn(userMaskIn(body), 'createTime');
}

/** @throws NotTested where it can't be signed in or read */
async function seenAccount(t: Attempt, account: DeclaredAccount): Promise<SeenAccount> {
  const { user, reply } = await askedAccount(t, account);
  t.decided(reply);
  if (reply.accepted) return { account, user, view: userView(reply, t.dialect) };
  throw new NotTested(
    `needs an accepted getUser, which is answered with ${reply.status}`,
    'contract',
  );
}

/**
 * The accounts that are declared in a way, as they read.
 *
 * @param what `with a Fraud flag`
 * @throws NotTested where none is declared, or none can be read
 */
export async function seenAccounts(
  t: Attempt,
  what: string,
  matches: (account: DeclaredAccount) => boolean,
): Promise<readonly SeenAccount[]> {
  const declared = t.around.identities.accounts(matches);
  if (declared.length === 0) throw new NotTested(`needs an account ${what}`, 'settings');
  const seen: SeenAccount[] = [];
  let missed: unknown = null;
  for (const account of declared) {
    try {
      seen.push(await seenAccount(t, account));
    } catch (error) {
      if (!(error instanceof NotTested)) throw error;
      missed = error;
    }
  }
  if (seen.length === 0) throw missed;
  return seen;
}

/** The account read anew, which may have changed since. */
export async function readAgain(t: Attempt, { account, user }: SeenAccount): Promise<SeenAccount> {
  try {
    return { account, user, view: await t.flows.read(user) };
  } catch (error) {
    if (!(error instanceof NotTested)) throw error;
    // The session may have run out (§5.8).
    const anew = await t.flows.signInAs(account);
    return { account, user: anew, view: await t.flows.read(anew) };
  }
}

export function notAsDeclared({ account }: Pick<SeenAccount, 'account'>): NotTested {
  return new NotTested(`account ${account.name} is not as declared`, 'environment');
}

/** The flags of the user object; none where the deployment leaves them out when there are none. */
export function flagsOf(t: Attempt, { object, flags }: UserView): readonly SeenFlag[] {
  t.needsToKnow('user.names.flags', 'user.names.code', 'user.flagsShape');
  const given = object?.[t.dialect.user.names.flags] ?? null;
  return flags ?? (given === null ? [] : [{ code: null, category: null }]);
}

/** Whether an account has no flags part, where accounts without flags have one that is empty. */
export async function lacksFlags(t: Attempt, { view }: SeenAccount): Promise<boolean> {
  t.needsToKnow('user.envelope', 'user.names.flags');
  const { flags: name } = t.dialect.user.names;
  if (Object.hasOwn(view.object ?? {}, name)) return false;
  const clean = await seenAccounts(t, 'without flags', isClean).catch(noneIfNotTested);
  return clean.some((one) => Object.hasOwn(one.view.object ?? {}, name));
}

function noneIfNotTested(error: unknown): readonly SeenAccount[] {
  if (error instanceof NotTested) return [];
  throw error;
}

/** The crypto status of each transaction; null where there is no list of them. */
export function statusesOf(t: Attempt, { transactions }: UserView): readonly unknown[] | null {
  needsTransactions(t);
  return transactions?.map((each) => each[t.dialect.user.names.cryptoStatus]) ?? null;
}

/** @throws NotTested where the user read has none, or that is unknown */
export function needsTransactions(t: Attempt): void {
  t.needsToKnow('user.names.transactions', 'user.names.cryptoStatus');
  if (t.dialect.user.names.transactions === 'none') {
    throw new NotTested('needs transactions in the user read', 'dialect');
  }
}
