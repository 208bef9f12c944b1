/** Determines the category of a flag from the response and the declared accounts (§2.7). */
import type { FlagCategory } from '../../src/contract/types.ts';
import type { Attempt } from '../attempt.ts';
import { listDeclaredFlags } from '../declared-accounts.ts';
import type { DeclaredFlag } from '../settings.ts';
import type { UserFlag } from '../actors/user-view.ts';

/** Whether a flag is in a category; `perhaps` if neither the category nor the code of the flag decides. */
export type Membership = 'yes' | 'no' | 'perhaps';

function judgeFlag(t: Attempt, flag: UserFlag, category: FlagCategory): Membership {
  const { categoryNames } = t.dialect.flags;
  if (flag.category === categoryNames[category]) return 'yes';
  const declared = listDeclaredCategories(t, flag.code);
  if (declared.includes(category)) return 'yes';
  return hasNamedCategory(t, flag) || declared.length > 0 ? 'no' : 'perhaps';
}

export function judgeMembership(
  t: Attempt,
  flags: readonly UserFlag[],
  category: FlagCategory,
): Membership {
  const memberships = flags.map((flag) => judgeFlag(t, flag, category));
  if (memberships.includes('yes')) return 'yes';
  return memberships.includes('perhaps') ? 'perhaps' : 'no';
}

/** Returns whether a flag is declared or has a category of §2.7; checks ignore others, which may change. */
export function isKnownFlag(t: Attempt, flag: UserFlag): boolean {
  if (hasNamedCategory(t, flag)) return true;
  return listAllDeclaredFlags(t).some(({ code }) => code === flag.code);
}

function hasNamedCategory({ dialect }: Attempt, { category }: UserFlag): boolean {
  return Object.values(dialect.flags.categoryNames).some((name) => name === category);
}

/** Returns the known flags, and the flags without a code. */
export function filterKnownFlags(t: Attempt, flags: readonly UserFlag[]): readonly UserFlag[] {
  return flags.filter((flag) => flag.code === null || isKnownFlag(t, flag));
}

function listDeclaredCategories(t: Attempt, code: string | null): FlagCategory[] {
  const flags = listAllDeclaredFlags(t).filter((flag) => flag.code === code);
  return flags.flatMap(({ category }) => category ?? []);
}

function listAllDeclaredFlags({ ctx }: Attempt): readonly DeclaredFlag[] {
  return ctx.identities.listAccounts().flatMap(listDeclaredFlags);
}
