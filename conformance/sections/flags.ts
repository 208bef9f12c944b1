/** Checks flags for several clauses: flags are returned, and each has a code. */
import { containsWord } from '../responses/user-search.ts';
import type { Attempt } from '../attempt.ts';
import { listDeclaredFlags, hasFlags } from '../declared-accounts.ts';
import { listFlags, createMismatchError, observeAccounts } from '../observations/accounts.ts';

/** Asserts that flags are returned (§2.7, §7). */
export async function assertFlagsShown(t: Attempt): Promise<void> {
  const reads = await observeAccounts(t, 'with a flag', hasFlags);
  const areAllMissing = reads.every(
    ({ account, view }) =>
      !listDeclaredFlags(account).some(({ code }) => containsWord(view.response.body, code)),
  );
  const [first, ...others] = reads;
  // A single account may have lost its flags, but not all of several accounts.
  if (areAllMissing && first && others.length === 0) throw createMismatchError(t, first);
  t.assert(
    !areAllMissing,
    `expected declared flags of the accounts ${reads.map(({ account }) => account.name).join(', ')} in the user read, got none`,
    ...reads.map(({ view }) => view.response),
  );
}

/** Asserts that every flag has a code, by which a client selects the message (§7.1). */
export async function assertFlagsHaveCodes(t: Attempt): Promise<void> {
  const reads = await observeAccounts(t, 'with a flag', hasFlags);
  let inspected = 0;
  for (const { account, view } of reads) {
    for (const { code } of listFlags(t, view)) {
      inspected += 1;
      t.assert(
        code !== null && code !== '',
        `expected a code for each flag of account ${account.name}, got a flag without one`,
        view.response,
      );
    }
  }
  const [first] = reads;
  if (inspected === 0 && first) throw createMismatchError(t, first);
}
