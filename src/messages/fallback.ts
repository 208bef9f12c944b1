/** The texts that a client falls back on for a flag it does not know. */
import type { FlagCategory } from '../contract/words.ts';
import type { Dialect } from '../dialect/dialect.ts';

/** The key of a text for flags of every category. */
export const FALLBACK_FOR_ALL = 'default';

/** What a text is a fallback for. */
export type Fallback = FlagCategory | typeof FALLBACK_FOR_ALL;

/**
 * Finds what a name is a fallback for: one for flags of a category is called by the words of the
 * interface (§2.7), or those that the dialect has for it. Spaces, case and punctuation don't count, since
 * not every format has keys with spaces: `KYC Review`, `kycReview`, `KYC_REVIEW`.
 */
export function fallbackFinder(
  categories: Iterable<FlagCategory>,
  dialect: Dialect,
): (name: string) => Fallback | undefined {
  const byLetters = new Map<string, FlagCategory>();
  for (const category of categories) {
    for (const word of [category, dialect.flags.categoryNames[category]]) {
      const letters = lettersOf(word);
      if (!byLetters.has(letters)) byLetters.set(letters, category);
    }
  }
  return (name) => (name === FALLBACK_FOR_ALL ? name : byLetters.get(lettersOf(name)));
}

function lettersOf(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}
