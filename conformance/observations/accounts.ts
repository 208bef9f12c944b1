/** Signs in and reads each declared account once in a run. */
import { findText, findUserMask } from '../responses/fields.ts';
import type { Attempt } from '../attempt.ts';
import {
  isDeclaredWithoutFlags,
  listDeclaredFlags,
  listDeclaredTransactions,
  hasFlags,
  hasTransactions,
} from '../declared-accounts.ts';
import {
  NotTested,
  UnusableInput,
  createSettingError,
  describeRejection,
  nullIfNotTested,
} from '../check-errors.ts';
import type { SignedIn } from '../actors/signed-in.ts';
import { toUserView, type UserFlag, type UserView } from '../actors/user-view.ts';
import type { HttpResponse } from '../target/http-request.ts';
import type { DeclaredAccount } from '../settings.ts';
import { listDifferences, haveDeclaredValues } from './differences.ts';
import { memoizePerRun } from './memoize-per-run.ts';
import { filterKnownFlags } from '../responses/flag-category.ts';

export interface AccountView {
  readonly account: DeclaredAccount;
  readonly user: SignedIn;
  readonly view: UserView;
}

interface AccountRead {
  readonly account: DeclaredAccount;
  readonly user: SignedIn;
  readonly response: HttpResponse;
}

const readAccountOnce = memoizePerRun(
  async (t: Attempt, account: DeclaredAccount): Promise<AccountRead> => {
    const signedIn = findDetectedUser(t, account);
    if (signedIn !== null) {
      const response = await t.sendToService(t.createReadRequest(signedIn));
      // The session may have expired, or another sign-in may have ended it (§5.8).
      if (response.accepted) return { account, user: signedIn, response };
    }
    const newestUserTime = t.createsUsers ? await createUserAndReadTime(t) : null;
    const user = await t.signInAs(account);
    const createTime = findCreateTime(user);
    // If unknown identities sign up, signing in to a deleted account creates a new, empty account.
    if (newestUserTime !== null && createTime !== null && createTime > newestUserTime) {
      throw new UnusableInput({
        input: describeInput(account),
        reason: 'does not exist: signing in created a new user',
        fix: 'Remove the account, or correct its privateKey, emailAddress or phoneNumber.',
      });
    }
    return { account, user, response: await t.send(t.createReadRequest(user)) };
  },
);

/** Returns the user of an account that signed in during detection; null without one, or if the user may be new. */
function findDetectedUser(t: Attempt, account: DeclaredAccount): SignedIn | null {
  const { readings } = t.ctx.knowledge.observations;
  const index = readings.findIndex((reading) => reading.account === account);
  const user = readings[index]?.user;
  if (user === undefined || user.session === null) return null;
  if (!t.createsUsers) return user;
  const createTime = findCreateTime(user);
  if (createTime === null) return null;
  // The run did not create a user who is older than a new user of an earlier reading.
  const newUsers = readings.slice(0, index).filter((reading) => reading.isNew);
  const isOlder = newUsers.some((other) => createTime < (findCreateTime(other.user) ?? ''));
  return isOlder ? user : null;
}

/** Returns the user read of an account, sent once in a run; the deployment may have rejected it. */
export function readAccount(t: Attempt, account: DeclaredAccount): Promise<AccountRead> {
  t.requireKnown('user.path', 'user.identifiedBy');
  return readAccountOnce(t, account);
}

/** Signs in a new wallet, and returns the creation time of its user, by the clock of the deployment. */
const createUserAndReadTime = memoizePerRun<string | null>(async (t) =>
  findCreateTime(await t.signIn()),
);

function findCreateTime({ response: { body } }: SignedIn): string | null {
  return findText(findUserMask(body), 'createTime');
}

/** Like `readAccount`, but returns the parsed user object; throws NotTested if the read was rejected. */
export async function observeAccount(t: Attempt, account: DeclaredAccount): Promise<AccountView> {
  const { user, response } = await readAccount(t, account);
  t.requireServiceResponse(response);
  if (response.accepted) return { account, user, view: toUserView(response, t.dialect) };
  throw new NotTested(describeRejection(response), 'contract');
}

/** Reads the accounts that match; `description` is a text such as `with a Fraud flag`. */
export async function observeAccounts(
  t: Attempt,
  description: string,
  matches: (account: DeclaredAccount) => boolean,
): Promise<readonly AccountView[]> {
  const declared = t.ctx.identities.listAccounts(matches);
  if (declared.length === 0) throw createSettingError(`an account ${description}`);
  const observed: AccountView[] = [];
  let lastError: unknown = null;
  for (const account of declared) {
    try {
      observed.push(await observeAccount(t, account));
    } catch (error) {
      if (!(error instanceof NotTested)) throw error;
      lastError = error;
    }
  }
  if (observed.length === 0) throw lastError;
  return observed;
}

export function observeAccountsWithKycStatus(t: Attempt): Promise<readonly AccountView[]> {
  return observeAccounts(t, 'with a kycStatus', ({ kycStatus }) => kycStatus !== null);
}

/** Maximum number of sign-ins per read: another sign-in may end the session (§5.8). */
const MAX_SIGN_INS = 3;

/** Reads an account again; signs in first if its session has ended. */
export async function readAgain(t: Attempt, { account, user }: AccountView): Promise<AccountView> {
  let reader = user;
  for (let signIns = 0; ; signIns += 1) {
    try {
      return { account, user: reader, view: await t.read(reader) };
    } catch (error) {
      if (!(error instanceof NotTested) || signIns === MAX_SIGN_INS) throw error;
      reader = await t.signInAs(account);
    }
  }
}

/** Reads an account a second time, once in a run. */
export const readAccountAgain = memoizePerRun(
  async (t: Attempt, account: DeclaredAccount): Promise<AccountView> =>
    readAgain(t, await observeAccount(t, account)),
);

/** Returns the error for an account that differs from its declaration: either side may be wrong. */
export function createMismatchError(t: Attempt, reading: AccountView): UnusableInput {
  const differences = listDifferences(t, reading.account, reading.view);
  const reason = differences.length > 0 ? differences.join('; ') : 'is not as declared';
  return new UnusableInput({ input: describeInput(reading.account), reason });
}

function describeInput({ name }: DeclaredAccount): string {
  return `accounts[${name}]`;
}

/** Returns the flags of the user object; an empty list if the deployment omits empty lists. */
export function listFlags(t: Attempt, { object, flags }: UserView): readonly UserFlag[] {
  t.requireKnown('user.names.flags', 'user.names.code', 'user.flagsShape');
  if (flags !== null) return flags;
  const isMissing = (object?.[t.dialect.user.names.flags] ?? null) === null;
  // A field of another shape counts as a flag without a code.
  return isMissing ? [] : [{ code: null, category: null }];
}

/** Returns whether the flags field is missing, although accounts without flags have an empty flags field. */
export async function isFlagsFieldMissing(t: Attempt, { view }: AccountView): Promise<boolean> {
  t.requireKnown('user.envelope', 'user.names.flags');
  const { flags: name } = t.dialect.user.names;
  if (Object.hasOwn(view.object ?? {}, name)) return false;
  const unflagged = await nullIfNotTested(() =>
    observeAccounts(t, 'without flags', isDeclaredWithoutFlags),
  );
  return (unflagged ?? []).some((other) => Object.hasOwn(other.view.object ?? {}, name));
}

export function listCryptoStatuses(
  t: Attempt,
  { transactions }: UserView,
): readonly unknown[] | null {
  requireTransactions(t);
  return transactions?.map((transaction) => transaction[t.dialect.user.names.cryptoStatus]) ?? null;
}

export function requireTransactions(t: Attempt): void {
  requireTransactionList(t);
  t.requireKnown('user.names.cryptoStatus');
}

export function requireTransactionList(t: Attempt): void {
  t.requireKnown('user.names.transactions');
  if (t.dialect.user.names.transactions === 'none') {
    throw new NotTested('needs transactions in the user read', 'dialect');
  }
}

/** Returns whether a user read shows all declared flags or transactions. Empty lists confirm nothing: a new user has them. */
export function confirmsDeclaredState(t: Attempt, reading: AccountView): boolean {
  if (hasFlags(reading.account) && areFlagsAsDeclared(t, reading)) return true;
  return hasTransactions(reading.account) && areTransactionsAsDeclared(t, reading);
}

export function isKycAsDeclared(t: Attempt, { account, view }: AccountView): boolean {
  const { kycStatus } = account;
  if (kycStatus === null || !t.isDetected('user.names.kyc')) return true;
  return view.kycStatus === kycStatus;
}

function areFlagsAsDeclared(t: Attempt, { account, view }: AccountView): boolean {
  const declared = listDeclaredFlags(account).map(({ code }) => code);
  const read = filterKnownFlags(t, listFlags(t, view)).map(({ code }) => code);
  return haveDeclaredValues(declared, read);
}

/** Returns whether crypto statuses are as declared; a PENDING transaction may have changed (§3). */
export function areTransactionsAsDeclared(t: Attempt, { account, view }: AccountView): boolean {
  const statuses = listCryptoStatuses(t, view);
  if (account.transactions === null) return true;
  const declared = listDeclaredTransactions(account).map(({ cryptoStatus }) => cryptoStatus);
  return statuses !== null && haveDeclaredValues(declared, statuses);
}
