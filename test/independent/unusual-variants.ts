import { plain } from './plain.ts';
import type { Variant } from './variant.ts';

/** Returns the same challenge for a wallet until it is used, and adds metadata to every response. */
const repeating: Variant = {
  ...plain,
  challenge: { ...plain.challenge, secondStart: 'repeats the first' },
  responses: { ...plain.responses, additionalFields: 'everywhere' },
};

/** Selects the user of an added wallet by a header that the interface does not define. */
const byHeader: Variant = {
  ...plain,
  wallet: { ...plain.wallet, addTarget: 'user of a header' },
};

/** Legal variants, each with a choice that no other variant has. */
export const unusualVariants = { repeating, byHeader } satisfies Record<string, Variant>;
