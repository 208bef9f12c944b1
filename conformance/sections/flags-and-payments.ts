/** Asserts that flags have codes, COMPLETE transactions have hashes, and FAILED transactions have flags. */
import type { FlagCategory } from '../../src/contract/types.ts';
import { hasValueOrName } from '../responses/user-search.ts';
import type { Attempt } from '../attempt.ts';
import { listDeclaredFlags, hasFlags, hasCryptoStatus } from '../declared-accounts.ts';
import {
  listFlags,
  createMismatchError,
  observeAccounts,
  requireTransactions,
  readAgain,
  listCryptoStatuses,
  type AccountView,
  areTransactionsAsDeclared,
} from '../observations/accounts.ts';
import { findText } from '../responses/fields.ts';
import { judgeMembership } from '../responses/flag-category.ts';
import { pollUntil } from '../observations/poll-until.ts';

export async function assertFlagsShown(t: Attempt): Promise<void> {
  const reads = await observeAccounts(t, 'with a flag', hasFlags);
  const areAllMissing = reads.every(
    ({ account, view }) =>
      !listDeclaredFlags(account).some(({ code }) => hasValueOrName(view.response.body, code)),
  );
  const [first, ...others] = reads;
  // One account may have lost its flags since it was declared. It is unlikely that several accounts all did.
  if (areAllMissing && first && others.length === 0) throw createMismatchError(t, first);
  t.assert(
    !areAllMissing,
    `expected configured flags of the accounts ${reads.map(({ account }) => account.name).join(', ')} in the user read, got none`,
    ...reads.map(({ view }) => view.response),
  );
}

export async function assertFlagsHaveCodes(t: Attempt): Promise<void> {
  const reads = await observeAccounts(t, 'with a flag', hasFlags);
  let inspected = 0;
  for (const { account, view } of reads) {
    for (const { code } of listFlags(t, view)) {
      inspected += 1;
      t.assert(
        code !== null && code !== '',
        `expected a code for each flag of account ${account.name}, got a flag without a code`,
        view.response,
      );
    }
  }
  const [first] = reads;
  if (inspected === 0 && first) throw createMismatchError(t, first);
}

/** Asserts that every COMPLETE transaction has a hash, even if it was declared with another status (§3). */
export async function assertCompleteHaveHashes(t: Attempt): Promise<void> {
  const isChosen = hasCryptoStatus('COMPLETE');
  const reads = await observeAccounts(t, 'with a COMPLETE transaction', isChosen);
  requireTransactions(t);
  let inspected = 0;
  for (const { account, view } of reads) {
    for (const transaction of view.transactions ?? []) {
      if (transaction[t.dialect.user.names.cryptoStatus] !== 'COMPLETE') continue;
      inspected += 1;
      const hash = findText(transaction, 'transactionHash') ?? '';
      t.assert(
        !isUnusableHash(hash),
        `expected a transactionHash for a COMPLETE transaction of account ${account.name}, got ${hash === '' ? 'none' : JSON.stringify(hash)}`,
        view.response,
      );
    }
  }
  const [first] = reads;
  if (inspected === 0 && first) throw createMismatchError(t, first);
}

/** Returns whether a hash is not real: no digits after the prefix, only zeros, or shortened for display. */
function isUnusableHash(hash: string): boolean {
  return /^(0x)?0*$|…|\.\.\./.test(hash);
}

export async function assertFailedHaveFlags(t: Attempt): Promise<void> {
  const reads = await observeAccounts(t, 'with a FAILED transaction', hasCryptoStatus('FAILED'));
  for (const read of reads) {
    if (!listCryptoStatuses(t, read.view)?.includes('FAILED')) throw createMismatchError(t, read);
    await assertTransactionFlag(t, read, 'has a FAILED transaction');
  }
}

export const assertTransactionFlag = (t: Attempt, read: AccountView, description: string) =>
  assertFlag(t, read, ['Transaction Processing'], areTransactionsAsDeclared, description);

/** @param isAsDeclared returns whether the read shows the declared state, which must set a flag */
export async function assertFlag(
  t: Attempt,
  read: AccountView,
  categories: readonly FlagCategory[],
  isAsDeclared: (t: Attempt, read: AccountView) => boolean,
  description: string,
): Promise<void> {
  // Accepts a flag of unknown category: it may be of one of the categories.
  const mayHaveFlag = ({ view }: AccountView) =>
    categories.some((category) => judgeMembership(t, listFlags(t, view), category) !== 'no');
  if (!isAsDeclared(t, read)) throw createMismatchError(t, read);
  // The flag may become visible after the state.
  const last = mayHaveFlag(read) ? read : await pollUntil(t, () => readAgain(t, read), mayHaveFlag);
  if (!isAsDeclared(t, last)) throw createMismatchError(t, last);
  t.assert(
    mayHaveFlag(last),
    `expected a ${categories.join(' or ')} flag for account ${read.account.name}, which ${description}, got none`,
    last.view.response,
  );
}
