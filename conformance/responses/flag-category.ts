/** To which category a flag belongs, as far as that can be told from outside (§2.7). */
import type { FlagCategory } from '../../src/contract/words.ts';
import type { Attempt } from '../attempt.ts';
import { declaredFlags } from '../declared-accounts.ts';
import type { DeclaredFlag } from '../settings.ts';
import type { SeenFlag } from '../actors/user-view.ts';

/** `perhaps` where neither its category nor its code says, as with F0000. */
export type Belongs = 'yes' | 'no' | 'perhaps';

function belongsTo(t: Attempt, flag: SeenFlag, category: FlagCategory): Belongs {
  const { categoryNames } = t.dialect.flags;
  if (flag.category === categoryNames[category]) return 'yes';
  const declared = declaredCategories(t, flag.code);
  if (declared.includes(category)) return 'yes';
  const isOther = Object.values(categoryNames).some((name) => name === flag.category);
  return isOther || declared.length > 0 ? 'no' : 'perhaps';
}

/** Whether one of the flags belongs to a category. */
export function someBelong(
  t: Attempt,
  flags: readonly SeenFlag[],
  category: FlagCategory,
): Belongs {
  const each = flags.map((flag) => belongsTo(t, flag, category));
  if (each.includes('yes')) return 'yes';
  return each.includes('perhaps') ? 'perhaps' : 'no';
}

/** Whether it is one that was declared, or is of a category: others come and go as they like (§2.7). */
export function isKnown(t: Attempt, { category, code }: SeenFlag): boolean {
  const isOfCategory = Object.values(t.dialect.flags.categoryNames).some(
    (name) => name === category,
  );
  return isOfCategory || flagsOfAll(t).some((flag) => flag.code === code);
}

/** The flags that are known, and those that are broken. */
export function knownFlags(t: Attempt, flags: readonly SeenFlag[]): readonly SeenFlag[] {
  return flags.filter((flag) => flag.code === null || isKnown(t, flag));
}

function declaredCategories(t: Attempt, code: string | null): FlagCategory[] {
  return flagsOfAll(t).flatMap((flag) =>
    flag.code === code && flag.category !== null ? [flag.category] : [],
  );
}

function flagsOfAll({ ctx }: Attempt): readonly DeclaredFlag[] {
  return ctx.identities.accounts().flatMap(declaredFlags);
}
