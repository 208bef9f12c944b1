import { plain } from './plain.ts';
import type { Variant } from './variant.ts';

/** Gives a wallet the same challenge until it is answered, and adds its metadata to every response. */
const repeating: Variant = {
  ...plain,
  challenge: { ...plain.challenge, second: 'repeats the first' },
  answers: { ...plain.answers, additionalFields: 'everywhere' },
};

/** The user who gets a wallet is named by a header that the interface does not show. */
const named: Variant = { ...plain, wallet: { ...plain.wallet, addedTo: 'user of a header' } };

/** Legal in points that the interface leaves open, each unlike any other variant. */
export const unusualVariants = { repeating, named } satisfies Record<string, Variant>;
