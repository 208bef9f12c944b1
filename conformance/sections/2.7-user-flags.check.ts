import type { FlagCategory } from '../../src/contract/types.ts';
import { hasValueOrName, listLeaves } from '../responses/user-search.ts';
import type { Attempt } from '../attempt.ts';
import { listDeclaredFlags, hasFlags, hasF0000 } from '../declared-accounts.ts';
import { check, section } from '../define-check.ts';
import { createSettingError, createInapplicable } from '../check-errors.ts';
import { listFlags, createMismatchError, observeAccounts } from '../observations/accounts.ts';
import { assertFlagsHaveCodes, assertFlagsShown } from './flags-and-payments.ts';

export const userFlags = section('2.7', 'User flags', [
  check({
    requirement: '2.7.flags.in-user-object',
    title: 'returns the flags in the user object',
    run: assertFlagsShown,
  }),
  check({
    requirement: '2.7.flag.code',
    title: 'returns a code for each flag',
    run: assertFlagsHaveCodes,
  }),
  check({
    requirement: '2.7.flag.f0000',
    title: 'returns the code F0000 with exactly this spelling',
    async run(t) {
      const reads = await observeAccounts(t, 'with the flag F0000', hasF0000);
      for (const read of reads) {
        const { body } = read.view.response;
        const isExact = hasValueOrName(body, 'F0000');
        const spelling = listLeaves(body).find(
          ({ value }) => typeof value === 'string' && /^f[\s_-]?0000$/i.test(value),
        );
        if (!isExact && spelling === undefined) throw createMismatchError(t, read);
        t.assert(isExact, `expected F0000, got ${String(spelling?.value)}`, read.view.response);
      }
    },
  }),
  check({
    requirement: '2.7.flag.category',
    title: 'returns flags with one name for each category',
    async run(t) {
      const categoryNames = await listCategoryNames(t);
      for (const [category, names] of categoryNames) {
        t.assert(
          names.size === 1 && !names.has(null),
          names.has(null)
            ? `expected a category for a flag of ${category}, got none`
            : `expected one category name for ${category}, got ${[...names].join(' and ')}`,
        );
      }
      const allNames = [...categoryNames.values()].flatMap((names) => [...names]);
      t.assert(
        new Set(allNames).size === allNames.length,
        `expected different category names for ${[...categoryNames.keys()].join(' and ')}, got ${allNames.join(' and ')}`,
      );
      if (categoryNames.size < 2) throw createSettingError('accounts with flags of two categories');
    },
  }),
]);

/** Returns the names that responses show for each declared category; null stands for a flag without one. */
async function listCategoryNames(t: Attempt): Promise<Map<FlagCategory, Set<string | null>>> {
  const reads = await observeAccounts(t, 'with a flag', hasFlags);
  t.requireKnown('user.names.category');
  const { names, flagsShape } = t.dialect.user;
  if (flagsShape === 'list' && names.category === 'none') {
    throw createInapplicable('the deployment returns no category of flags');
  }
  const categoryNames = new Map<FlagCategory, Set<string | null>>();
  for (const { account, view } of reads) {
    t.addEvidence(view.response);
    const flags = listFlags(t, view);
    for (const { code, category } of listDeclaredFlags(account)) {
      const found = flags.filter((flag) => flag.code === code);
      if (category === null || code === 'F0000' || found.length === 0) continue;
      const foundNames = categoryNames.get(category) ?? new Set();
      for (const flag of found) foundNames.add(flag.category);
      categoryNames.set(category, foundNames);
    }
  }
  const [first] = reads;
  if (categoryNames.size === 0 && first) throw createMismatchError(t, first);
  return categoryNames;
}
