/** The texts that a client falls back on for a flag it does not know. */
import type { FlagCategory } from '../contract/words.ts';
import type { Dialect } from '../dialect/dialect.ts';

/** The key of a text for flags of every category. */
export const FALLBACK_FOR_ALL = 'default';

/**
 * Whether a name is that of the text for flags of a category: the words of the interface (§2.7), or
 * those that the dialect has for it. Spaces, case and punctuation don't count, since not every format
 * has keys with spaces: `KYC Review`, `kycReview`, `KYC_REVIEW`.
 */
export function isFallbackFor(category: FlagCategory, name: string, dialect: Dialect): boolean {
  const words = [category, dialect.flags.categoryNames[category]];
  return words.some((word) => lettersOf(word) === lettersOf(name));
}

function lettersOf(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}
