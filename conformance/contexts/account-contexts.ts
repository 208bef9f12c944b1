/** Reads declared accounts again in several contexts, such as through a second client (§4.8). */
import { findReportedUser } from '../responses/reported-user.ts';
import type { Attempt } from '../attempt.ts';
import {
  listDeclaredFlags,
  listDeclaredTransactions,
  hasFraudFlag,
  hasF0000,
} from '../declared-accounts.ts';
import type { Exclusive } from '../define-check.ts';
import { NotTested } from '../check-errors.ts';
import type { SignedIn } from '../actors/signed-in.ts';
import { toUserView, type UserView } from '../actors/user-view.ts';
import {
  readAgain,
  readAccountAgain,
  observeAccounts,
  type AccountView,
} from '../observations/accounts.ts';
import { memoizePerRun } from '../observations/memoize-per-run.ts';
import { requireUnassignedNumber } from '../observations/otp-requests.ts';
import type { DeclaredAccount } from '../settings.ts';
import type { HttpResponse } from '../target/http-request.ts';
import type { Context } from './check-in-contexts.ts';
import { runConcurrently } from '../observations/run-concurrently.ts';

export interface AccountInContext {
  readonly original: AccountView;
  /** The error that prevented the read in the context, such as a rejected sign-in; null without one. */
  readonly refusal: NotTested | null;
  readonly signIn: AccountContextDefinition['signIn'];
  readonly response: HttpResponse | null;
  readonly view: UserView | null;
  /** Reads the account again in the context, and then after a new sign-in. */
  readTwice(t: Attempt): Promise<{ readonly view: UserView; readonly afterSignIn: UserView }>;
}

type Prepare = (t: Attempt, original: AccountView) => Promise<SignedIn>;

/** Defines a context in which accounts are read. */
interface AccountContextDefinition {
  readonly name: string;
  readonly exclusive?: Exclusive;
  readonly maxAccounts?: number;
  readonly isSuitable?: (account: DeclaredAccount) => boolean;
  /** Describes the suitable accounts in the error message, such as `without a Fraud flag`. */
  readonly accountDescription?: string;
  /** Runs once, before the context of each account is prepared. */
  readonly prepareAll?: (t: Attempt) => Promise<void>;
  readonly prepare: Prepare;
  readonly isConcurrent?: boolean;
  /** How the context signs the user in, if not like the original read. */
  readonly signIn?: 'by code' | 'at another client';
  /** Whether reads of other checks are reused. */
  readonly isShared?: boolean;
}

const MAX_ADDED_WALLETS = 3;
const MAX_LINKED_ACCOUNTS = 4;
const MAX_REFUSED_WRITES = 6;
/** Default maximum number of accounts in a context. */
const MAX_ACCOUNTS = 10;
/** Maximum number of sign-ins per account, since a sign-in of another check may end the session. */
const MAX_TRIES = 3;

const keepUser: Prepare = (_, { user }) => Promise.resolve(user);

const definitions: readonly AccountContextDefinition[] = [
  { name: 'second-read', prepare: keepUser, isShared: true },
  { name: 'concurrently', prepare: keepUser, isConcurrent: true },
  {
    name: 'second-client',
    signIn: 'at another client',
    prepare: (t, { account }) => t.signInAs(account, t.secondApp),
  },
  {
    name: 'after-another-sign-in',
    prepareAll: async (t) => {
      await t.signIn();
    },
    prepare: keepUser,
  },
  {
    name: 'after-a-refused-write',
    maxAccounts: MAX_REFUSED_WRITES,
    prepare: async (t, { user }) => {
      const valid = t.createAddRequest(user);
      await t.sendToService({ ...valid, body: {} });
      return user;
    },
  },
  {
    name: 'signed-in-by-email',
    signIn: 'by code',
    isSuitable: ({ emailAddress, privateKey }) => emailAddress !== null && privateKey !== null,
    accountDescription: 'with emailAddress and privateKey',
    prepare: (t, { account }) => t.signInByOtp('email', account.emailAddress ?? ''),
  },
  {
    name: 'signed-in-by-phone',
    signIn: 'by code',
    isSuitable: ({ phoneNumber, emailAddress, privateKey }) =>
      phoneNumber !== null && (privateKey !== null || emailAddress !== null),
    accountDescription: 'with phoneNumber, and emailAddress or privateKey',
    prepare: (t, { account }) => t.signInByOtp('sms', account.phoneNumber ?? ''),
  },
  ...(
    [
      ['phone', 'sms', 'phoneNumber'],
      ['email', 'email', 'emailAddress'],
    ] as const
  ).map(([name, channel, field]): AccountContextDefinition => ({
    name: `second-client-by-${name}`,
    signIn: 'at another client',
    maxAccounts: MAX_LINKED_ACCOUNTS,
    isSuitable: (account) => account[field] !== null,
    accountDescription: `with ${field}`,
    async prepare(t, { account }) {
      // With the session of another user, the account would lose its number (§5.7).
      if (channel === 'sms' && account.privateKey === null) requireUnassignedNumber(t, t.secondApp);
      return t.signInByOtp(channel, account[field] ?? '', t.secondApp);
    },
  })),
  {
    name: 'after-an-added-wallet',
    exclusive: 'always',
    maxAccounts: MAX_ADDED_WALLETS,
    isSuitable: (account) => !hasFraudFlag(account),
    accountDescription: 'without a Fraud flag',
    prepare: async (t, { account }) => (await addWallet(t, account)).user,
  },
  {
    name: 'signed-in-by-an-added-wallet',
    exclusive: 'always',
    maxAccounts: MAX_ADDED_WALLETS,
    isSuitable: (account) => !hasFraudFlag(account),
    accountDescription: 'without a Fraud flag',
    prepare: async (t, { account }) => t.signIn((await addWallet(t, account)).added),
  },
];

async function addWallet(t: Attempt, account: DeclaredAccount) {
  // Wallets cannot be removed, so remote accounts are not changed.
  if (!t.isOnThisMachine)
    throw new NotTested('needs a target on a loopback address', 'environment');
  // The wallet may be added to the user who signed in last (§4.3).
  return t.addNewWallet(await t.signInAs(account));
}

export const accountContexts: readonly Context<readonly AccountInContext[]>[] = definitions.map(
  (definition) => ({
    name: definition.name,
    ...(definition.exclusive && { exclusive: definition.exclusive }),
    prepare: (t) => readInContext(t, definition),
  }),
);

const readInContext = memoizePerRun(
  async (
    t: Attempt,
    definition: AccountContextDefinition,
  ): Promise<readonly AccountInContext[]> => {
    const { isSuitable = () => true, accountDescription = 'in the configuration' } = definition;
    const candidates = await observeAccounts(t, accountDescription, isSuitable);
    const sorted = candidates.toSorted(
      (one, other) => rankAccount(other.account) - rankAccount(one.account),
    );
    const chosen = dropRepetitions(sorted).slice(0, definition.maxAccounts ?? MAX_ACCOUNTS);
    await definition.prepareAll?.(t);
    if (definition.isConcurrent === true) {
      return runConcurrently(
        t,
        chosen.map((original) => () => read(t, original, definition)),
      );
    }
    const accounts: AccountInContext[] = [];
    for (const original of chosen) accounts.push(await read(t, original, definition));
    // If no account could be read, throws the first error.
    const [first] = accounts;
    if (first?.refusal && accounts.every(({ refusal }) => refusal !== null)) throw first.refusal;
    return accounts;
  },
);

async function read(
  t: Attempt,
  original: AccountView,
  { prepare, isShared, signIn }: AccountContextDefinition,
): Promise<AccountInContext> {
  let user = original.user;
  const createResult = (
    response: HttpResponse | null,
    view: UserView | null,
    refusal: NotTested | null = null,
  ): AccountInContext => ({
    original,
    refusal,
    signIn,
    response,
    view,
    async readTwice(t: Attempt) {
      const again = await t.read(user);
      return { view: again, afterSignIn: await t.read(await t.signInAs(original.account)) };
    },
  });
  try {
    if (isShared === true) {
      const { view } = await readAccountAgain(t, original.account);
      return createResult(view.response, view);
    }
    for (let tries = 1; ; tries += 1) {
      user = await prepare(t, original);
      assertSameUser(t, original, user);
      const response = await t.sendToService(t.createReadRequest(user));
      if (response.accepted) return createResult(response, toUserView(response, t.dialect));
      // The session may have expired, or a sign-in of another check may have ended it (§5.8).
      if (user === original.user) {
        const { view } = await readAgain(t, original);
        return createResult(view.response, view);
      }
      if (tries === MAX_TRIES) return createResult(response, null);
    }
  } catch (error) {
    if (!(error instanceof NotTested)) throw error;
    return createResult(null, null, error);
  }
}

function assertSameUser(
  t: Attempt,
  { user: { response: first } }: AccountView,
  { response }: SignedIn,
): void {
  const firstUser = findReportedUser(t, first);
  const user = findReportedUser(t, response);
  if (firstUser === null || user === null || firstUser === user) return;
  throw new NotTested('expected the configured user to sign in, got another user', 'environment');
}

/** Returns the sort key of an account: accounts with many flags and transactions reveal more. */
function rankAccount(account: DeclaredAccount): number {
  return listDeclaredFlags(account).length * 2 + listDeclaredTransactions(account).length;
}

/** Returns the accounts with a feature that no earlier account has. */
function dropRepetitions(candidates: readonly AccountView[]): AccountView[] {
  const knownFeatures = new Set<string>();
  return candidates.filter(({ account }) => {
    const newFeatures = listFeatures(account).filter((feature) => !knownFeatures.has(feature));
    for (const feature of newFeatures) knownFeatures.add(feature);
    return newFeatures.length > 0;
  });
}

/** Returns each combination of the KYC status with a flag or transaction. */
function listFeatures(account: DeclaredAccount): string[] {
  const flags = listDeclaredFlags(account).map(({ code, category }) => category ?? code);
  const transactions = listDeclaredTransactions(account).map(
    ({ cryptoStatus, returned }) => `${cryptoStatus} ${returned === true}`,
  );
  return [
    ...(flags.length > 0 ? flags : ['no flags']),
    ...(transactions.length > 0 ? transactions : ['no transactions']),
    ...(flags.length > 1 ? ['several flags'] : []),
    ...(transactions.length > 1 ? ['several transactions'] : []),
    ...(hasF0000(account) ? ['withheld'] : []),
  ].map((feature) => `${account.kycStatus} ${feature}`);
}
