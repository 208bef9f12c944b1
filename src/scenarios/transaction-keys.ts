import type { ScenarioTransaction } from '../contract/scenario.gen.ts';

export type KeyedTransaction = ScenarioTransaction & { readonly key: string };

/** The part of the user key in a generated key, short enough to match the schema with any number. */
const LONGEST_START = 56;

/**
 * Adds keys to transactions without one: the key of the user and the position of the transaction, `rita-1`
 * for the first of rita. If the user has another transaction with that key, the number is increased.
 */
export function withKeys(
  userKey: string,
  transactions: readonly ScenarioTransaction[],
): readonly KeyedTransaction[] {
  const taken = new Set(transactions.flatMap(({ key }) => key ?? []));
  const start = userKey.slice(0, LONGEST_START);
  let number = 0;
  return transactions.map((transaction, at) => {
    if (transaction.key !== undefined) return { ...transaction, key: transaction.key };
    number = Math.max(number, at) + 1;
    while (taken.has(`${start}-${number}`)) number += 1;
    return { ...transaction, key: `${start}-${number}` };
  });
}
