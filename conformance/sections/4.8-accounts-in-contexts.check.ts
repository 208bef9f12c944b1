import { filterKnownFlags } from '../responses/flag-category.ts';
import { listLeaves, type Leaf } from '../responses/user-search.ts';
import type { Attempt } from '../attempt.ts';
import { accountContexts, type AccountInContext } from '../contexts/account-contexts.ts';
import { checkInContexts } from '../contexts/check-in-contexts.ts';
import { hasFraudFlag, mayWrite } from '../declared-accounts.ts';
import { section } from '../define-check.ts';
import { NotTested } from '../check-errors.ts';
import type { UserView } from '../actors/user-view.ts';
import {
  listFlags,
  observeAccounts,
  listCryptoStatuses,
  type AccountView,
} from '../observations/accounts.ts';
import { pollUntil } from '../observations/poll-until.ts';

interface Part {
  readonly requirement: string;
  readonly name: string;
  /** Returns the part as texts to compare, such as `["K1001","KYC Review"]` for a flag. */
  listRecords(t: Attempt, view: UserView, firstReads: readonly AccountView[]): readonly string[];
  /** Returns whether every later read must contain the record; a PENDING transaction may settle. */
  isPermanent(record: string): boolean;
}

const parts: readonly Part[] = [
  {
    requirement: '2.7.flags.in-user-object',
    name: 'flags',
    listRecords: (t, view) =>
      sortValues(
        filterKnownFlags(t, listFlags(t, view)).map(({ code, category }) => [code, category]),
      ),
    isPermanent: () => true,
  },
  {
    requirement: '2.7.kyc.status',
    name: 'KYC status',
    listRecords(t, { kycStatus }) {
      t.requireKnown('user.names.kyc');
      return [String(kycStatus)];
    },
    isPermanent: () => true,
  },
  {
    requirement: '7.3.transactions.readable',
    name: 'transactions',
    listRecords(t, view) {
      const statuses = listCryptoStatuses(t, view) ?? [];
      const hashes = (view.transactions ?? []).map((transaction) => transaction['transactionHash']);
      return sortValues(
        statuses.map((status, index) => [status, status === 'COMPLETE' ? hashes[index] : null]),
      );
    },
    isPermanent: (record) => !record.startsWith('["PENDING"'),
  },
  {
    requirement: '7.2.personal-information.readable',
    name: 'personal information',
    listRecords(t, view, firstReads) {
      t.requireKnown('user.names.personalInformation');
      if (t.dialect.user.names.personalInformation === 'none') {
        throw new NotTested('needs personal information in the user read', 'dialect');
      }
      const fieldsOfAccounts = firstReads
        .map(({ view: first }) => listFilledFields(first))
        .filter(({ length }) => length > 0);
      const fields = listFilledFields(view);
      // Compares only the fields that all accounts have.
      const comparedFields = fields.filter(
        ({ path }) =>
          !/time|date|at$/i.test(path) &&
          fieldsOfAccounts.every((others) => others.some((other) => other.path === path)),
      );
      const visibility = fields.length > 0 ? 'shown' : 'withheld';
      const values = comparedFields.map(({ path, value }) => [path, value]);
      return sortValues([['', visibility], ...values]);
    },
    isPermanent: () => true,
  },
];

export const accountsInContexts = section('4.8', 'User read: configured accounts in contexts', [
  parts.flatMap((part) =>
    checkInContexts(accountContexts, {
      requirement: part.requirement,
      part: 'in-context',
      title: `returns the ${part.name} of a configured account`,
      run: (t, accounts) => assertSameInContexts(t, part, accounts),
    }),
  ),
  checkInContexts(accountContexts, {
    requirement: '4.8.operation.at-any-time',
    part: 'in-context',
    title: 'a configured account can sign in and can be read',
    async run(t, accounts) {
      const other = accounts.find(
        ({ original, view }) => view !== null && !hasFraudFlag(original.account),
      );
      for (const { original, response, view, refusal, signIn } of accounts) {
        if (response !== null && other !== undefined) {
          t.assert(
            view !== null,
            `expected account ${original.account.name} to be read like account ${other.original.account.name}, got a rejection`,
            response,
          );
        }
        // With a Fraud flag, linking the account to another client may be refused (§7.4).
        const mustSignIn =
          signIn === 'by code' || (signIn === 'at another client' && mayWrite(original.account));
        const isWronglyRejected =
          mustSignIn && refusal?.causeType === 'contract' && other !== undefined;
        t.assert(
          !isWronglyRejected,
          `expected account ${original.account.name} to sign in like account ${other?.original.account.name ?? ''}, got a rejection: ${refusal?.message ?? ''}`,
          refusal?.response,
        );
      }
      // A check without an assertion would count as an internal error.
      t.assert(true, '');
    },
  }),
]);

async function assertSameInContexts(
  t: Attempt,
  { name, requirement, listRecords, isPermanent }: Part,
  accounts: readonly AccountInContext[],
): Promise<void> {
  const firstReads = await observeAccounts(t, 'in the configuration', () => true);
  const listPartRecords = (view: UserView) => listRecords(t, view, firstReads);
  const areEqual = (view: UserView, other: UserView) =>
    JSON.stringify(listPartRecords(view)) === JSON.stringify(listPartRecords(other));
  const changed: AccountInContext[] = [];
  for (const accountInContext of accounts) {
    const { original, view, readTwice } = accountInContext;
    if (view === null || areEqual(view, original.view)) continue;
    // The account may have changed. Both reads are repeated: in the context, and after a new sign-in.
    const last = await pollUntil(
      t,
      () => readTwice(t),
      (read) => areEqual(read.view, read.afterSignIn),
    );
    t.assert(
      areEqual(last.view, last.afterSignIn),
      `expected the same ${name} of account ${original.account.name} in this context and after a new sign-in${describeChange(name, listPartRecords(last.afterSignIn), listPartRecords(last.view))}`,
      last.afterSignIn.response,
      last.view.response,
    );
    const remaining = listPartRecords(last.view);
    const isLost = listPartRecords(original.view).some(
      (record) => isPermanent(record) && !remaining.includes(record),
    );
    // A change of the KYC status may have changed the flags too.
    const isKycUnchanged =
      requirement === '2.7.kyc.status' || last.view.kycStatus === original.view.kycStatus;
    if (isLost && isKycUnchanged) changed.push(accountInContext);
  }
  // An operator may change one account during the run; changes of several accounts are unlikely.
  t.assert(
    changed.length < 2,
    `expected the ${name} of accounts ${changed.map(({ original }) => original.account.name).join(', ')} unchanged, got other values`,
    ...changed.flatMap(({ original, response }) => [original.view.response, response]),
  );
}

/** Returns the expected and the actual records; personal information is not shown. */
function describeChange(name: string, expected: readonly string[], got: readonly string[]): string {
  if (name === 'personal information') return ', got other values';
  return `: expected ${expected.join(', ') || 'none'}, got ${got.join(', ') || 'none'}`;
}

function listFilledFields({ personalInformation }: UserView): readonly Leaf[] {
  return listLeaves(personalInformation).filter(
    ({ value }) => value !== undefined && value !== null && value !== '',
  );
}

function sortValues(values: readonly (readonly unknown[])[]): readonly string[] {
  return values.map((value) => JSON.stringify(value)).toSorted();
}
