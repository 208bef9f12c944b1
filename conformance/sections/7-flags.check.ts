import type { FlagCategory } from '../../src/contract/types.ts';
import {
  hasValueOrName,
  listLeaves,
  findEmailPath,
  findPhonePath,
} from '../responses/user-search.ts';
import type { Attempt } from '../attempt.ts';
import {
  listDeclaredFlags,
  listDeclaredTransactions,
  hasFlagInCategory,
  hasFlags,
  isDeclaredWithoutFlags,
  hasF0000,
} from '../declared-accounts.ts';
import { check, section, type Check } from '../define-check.ts';
import {
  createInapplicable,
  createSettingError,
  nullIfNotTested,
  type NotTested,
} from '../check-errors.ts';
import {
  requireTransactionList,
  createMismatchError,
  observeAccounts,
  type AccountView,
  isKycAsDeclared,
  areTransactionsAsDeclared,
} from '../observations/accounts.ts';
import { listDifferences } from '../observations/differences.ts';
import { memoizePerRun } from '../observations/memoize-per-run.ts';
import type { DeclaredAccount } from '../settings.ts';
import {
  assertFlagsHaveCodes,
  assertFlagsShown,
  assertFailedHaveFlags,
} from './flags-and-payments.ts';

interface Kind {
  readonly part: string;
  readonly description: string;
  matches(account: DeclaredAccount): boolean;
}

const f0000: Kind = { part: 'f0000', description: 'with the flag F0000', matches: hasF0000 };

const createKind = (part: string, category: FlagCategory): Kind => ({
  part,
  description: `with a ${category} flag`,
  matches: (account) => hasFlagInCategory(category)(account) && !hasF0000(account),
});

/** The kinds of flags that do not withhold personal information (§7.2). */
const kinds: readonly Kind[] = [
  createKind('fraud', 'Fraud'),
  createKind('kyc-review', 'KYC Review'),
  createKind('transaction-processing', 'Transaction Processing'),
];

export const flags = section('7', 'User flags', [
  check({
    requirement: '7.flags.signal-failures',
    title: 'returns flags for accounts in an error state',
    run: assertFlagsShown,
  }),
  check({
    requirement: '7.1.flag.mappable',
    title: 'returns a code for each flag',
    run: assertFlagsHaveCodes,
  }),
  kinds.map((kind) =>
    check({
      requirement: '7.2.personal-information.readable',
      part: kind.part,
      title: `returns personal information for an account ${kind.description}`,
      run: (t) => assertKeepsPersonalInformation(t, kind),
    }),
  ),
  check({
    requirement: '7.2.personal-information.readable',
    part: 'all-parts',
    title: 'returns the same fields for accounts with a flag as for accounts without flags',
    run: assertHasAllFields,
  }),
  [...kinds, f0000].map((kind): Check =>
    check({
      requirement: '7.3.transactions.readable',
      part: kind.part,
      title: `returns transactions for an account ${kind.description}`,
      run: (t) => assertKeepsTransactions(t, kind),
    }),
  ),
  check({
    requirement: '7.5.transaction.failed-has-flag',
    title: 'returns a Transaction Processing flag for a FAILED transaction',
    run: assertFailedHaveFlags,
  }),
]);

type Contact = 'emailAddress' | 'phoneNumber';

const findPath = { emailAddress: findEmailPath, phoneNumber: findPhonePath } as const;

async function assertKeepsPersonalInformation(
  t: Attempt,
  { description, matches }: Kind,
): Promise<void> {
  const flagged = await observeAccounts(t, description, matches);
  const unflagged = await observeAccounts(t, 'without flags', isDeclaredWithoutFlags);
  let inspected = 0;
  for (const contact of ['emailAddress', 'phoneNumber'] as const) {
    if (!flagged.some(({ account }) => account[contact] !== null)) continue;
    // Accounts without flags show where the user read has the contact. If nowhere, its absence proves nothing.
    const path =
      unflagged.map((read) => findContactPath(read, contact)).find((found) => found !== null) ??
      (await findPathByOtpSignIn(t, contact));
    if (path === null) continue;
    for (const read of flagged) {
      if (read.account[contact] === null) continue;
      inspected += 1;
      const isShown = findContactPath(read, contact) !== null;
      // The account has another contact than declared, or the sign-in was of another user.
      const isOther =
        showsUnmaskedContact(read, path) || listDifferences(t, read.account, read.view).length > 0;
      if (!isShown && isOther) throw createMismatchError(t, read);
      t.assert(
        isShown,
        `expected ${contact} of account ${read.account.name}, as for an account without flags, got none`,
        read.view.response,
      );
    }
  }
  if (inspected === 0) throw createMissingContactError(flagged, unflagged, description);
}

function createMissingContactError(
  flagged: readonly AccountView[],
  unflagged: readonly AccountView[],
  description: string,
): NotTested {
  const hasContact = ({ account }: AccountView) =>
    account.emailAddress !== null || account.phoneNumber !== null;
  const needed = 'the emailAddress or phoneNumber of an account';
  if (!unflagged.some(hasContact)) return createSettingError(`${needed} without flags`);
  if (!flagged.some(hasContact)) return createSettingError(`${needed} ${description}`);
  return createInapplicable(
    'the user read shows neither emailAddress nor phoneNumber; if it has other names for them, set user.names.personalInformation in the dialect',
  );
}

/** Minimum number of accounts to compare: a field may be missing for a single account. */
const ACCOUNTS_NEEDED = 2;

async function assertHasAllFields(t: Attempt): Promise<void> {
  t.requireKnown('user.names.personalInformation');
  const flagged = await observeAccounts(
    t,
    'with a flag other than F0000',
    (account) => hasFlags(account) && !hasF0000(account),
  );
  const unflagged = await observeAccounts(t, 'without flags', isDeclaredWithoutFlags);
  const areEnough = unflagged.length >= ACCOUNTS_NEEDED && flagged.length >= ACCOUNTS_NEEDED;
  const [first] = unflagged;
  if (!areEnough || first === undefined) {
    throw createSettingError('two accounts with a flag other than F0000, and two without flags');
  }
  const usualFields = listFields(first).filter((field) =>
    unflagged.every((read) => listFields(read).includes(field)),
  );
  const groups = [
    { description: 'with a flag', reads: flagged },
    ...kinds.map(({ description, matches }) => ({
      description,
      reads: flagged.filter(({ account }) => matches(account)),
    })),
    ...(['APPROVED', 'IN_REVIEW', 'DECLINED'] as const).map((status) => ({
      description: `with a flag and the KYC status ${status}`,
      reads: flagged.filter(({ account }) => account.kycStatus === status),
    })),
  ];
  for (const { description, reads } of groups) {
    if (reads.length < ACCOUNTS_NEEDED) continue;
    const missing = usualFields.find(
      (field) => !reads.some((read) => listFields(read).includes(field)),
    );
    t.assert(
      missing === undefined,
      `expected ${missing} in the personal information of accounts ${description}, as for every account without flags, got none`,
      first.view.response,
      reads[0]?.view.response,
    );
  }
}

/** Returns the personal fields, except contacts, which are optional. */
function listFields({ view }: AccountView): string[] {
  return listLeaves(view.personalInformation)
    .filter(({ value }) => typeof value === 'string' && value !== '' && !/@|^\+\d/.test(value))
    .map(({ path }) => path);
}

function findContactPath({ account, view }: AccountView, contact: Contact): string | null {
  const value = account[contact];
  if (value === null) return null;
  return findPath[contact](view.response.body, value);
}

/** Returns the path of a contact in the user read after a sign-in with it; null if missing. */
const findPathByOtpSignIn = memoizePerRun(
  async (t: Attempt, contact: Contact): Promise<string | null> => {
    const channel = contact === 'phoneNumber' ? 'sms' : 'email';
    const destination = t.getDestination(channel);
    const view = await nullIfNotTested(async () =>
      t.read(await t.signInByOtp(channel, destination)),
    );
    return view && findPath[contact](view.response.body, destination);
  },
);

/** Returns whether the user read shows an unmasked contact at the path. */
function showsUnmaskedContact({ view }: AccountView, contactPath: string): boolean {
  return listLeaves(view.response.body).some(
    ({ path, value }) =>
      path === contactPath &&
      typeof value === 'string' &&
      /^(?:[\w.+-]+@[\w.-]+|\+?[\d ().-]{7,})$/.test(value),
  );
}

async function assertKeepsTransactions(t: Attempt, { description, matches }: Kind): Promise<void> {
  const flagged = await observeAccounts(t, description, matches);
  requireTransactionList(t);
  for (const read of flagged) {
    const declared = listDeclaredTransactions(read.account);
    const { transactions } = read.view;
    const isFlagged = listDeclaredFlags(read.account).some(({ code }) =>
      hasValueOrName(read.view.response.body, code),
    );
    if (!isKycAsDeclared(t, read) || !isFlagged) throw createMismatchError(t, read);
    if (declared.length === 0) {
      if (transactions === null) await requireEmptyLists(t, description);
      t.assert(
        transactions !== null,
        `expected transactions of account ${read.account.name}, as for an account without flags, got none`,
        read.view.response,
      );
      continue;
    }
    t.assert(
      (transactions ?? []).length >= declared.length,
      `expected all configured transactions (${declared.length}) of account ${read.account.name}, got ${transactions?.length ?? 0}`,
      read.view.response,
    );
    const areComparable = t.isDetected('user.names.cryptoStatus');
    if (areComparable && !areTransactionsAsDeclared(t, read)) throw createMismatchError(t, read);
  }
}

/** @throws NotTested if no account without flags shows an empty list of transactions */
async function requireEmptyLists(t: Attempt, description: string): Promise<void> {
  const unflagged = await observeAccounts(t, 'without flags', isDeclaredWithoutFlags);
  if (unflagged.some(({ view }) => view.transactions?.length === 0)) return;
  throw createSettingError(`an account ${description} and transactions`);
}
