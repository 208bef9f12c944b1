import type { ScenarioTransaction } from '../contract/scenario.gen.ts';

export type KeyedTransaction = ScenarioTransaction & { readonly key: string };

/** What a made key keeps of the key of its user, so that it fits the schema with any number behind it. */
const LONGEST_START = 56;

/**
 * Gives the transactions that have none a key: that of the user and the place of the transaction,
 * `rita-1` for the first of rita. Where another one of the user is written so, the number goes on.
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
