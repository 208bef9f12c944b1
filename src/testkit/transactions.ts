import { dataOf, type ControlClient, type ControlSchemas } from './control-client.ts';

type Transaction = ControlSchemas['Transaction'];

export type TransactionRef = string | Pick<Transaction, 'id'>;

/** Settles ACH transactions (§3). */
export type Transactions = ReturnType<typeof transactionsOf>;

export function transactionsOf(control: ControlClient) {
  const paramsOf = (transaction: TransactionRef) => ({
    path: { id: typeof transaction === 'string' ? transaction : transaction.id },
  });
  const settle = (
    transaction: TransactionRef,
    body: ControlSchemas['SettleTransaction'],
  ): Promise<Transaction> =>
    dataOf(control.POST('/transactions/{id}:settle', { params: paramsOf(transaction), body }));
  return {
    /** PENDING becomes COMPLETE, with its transactionHash. */
    settle: (transaction: TransactionRef): Promise<Transaction> =>
      settle(transaction, { outcome: 'success' }),
    /** PENDING becomes FAILED, and the account gets a Transaction Processing flag. */
    fail: (transaction: TransactionRef, flag?: string): Promise<Transaction> =>
      settle(transaction, { outcome: 'failure', ...(flag !== undefined && { flag }) }),
    /** The bank returns a COMPLETE payment: it stays COMPLETE, and the account gets a flag. */
    return(transaction: TransactionRef, flag?: string): Promise<Transaction> {
      const body = flag === undefined ? {} : { flag };
      const params = paramsOf(transaction);
      return dataOf(control.POST('/transactions/{id}:return', { params, body }));
    },
  };
}
