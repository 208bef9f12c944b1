import { readData, type ControlClient, type ControlSchemas } from './control-client.ts';

type Transaction = ControlSchemas['Transaction'];

export type TransactionRef = string | Pick<Transaction, 'id'>;

/** Settles ACH transactions (§3). */
export type Transactions = ReturnType<typeof createTransactionsClient>;

export function createTransactionsClient(control: ControlClient) {
  const toParams = (transaction: TransactionRef) => ({
    path: { id: typeof transaction === 'string' ? transaction : transaction.id },
  });
  const settle = (
    transaction: TransactionRef,
    body: ControlSchemas['SettleTransaction'],
  ): Promise<Transaction> =>
    readData(control.POST('/transactions/{id}:settle', { params: toParams(transaction), body }));
  return {
    /** PENDING becomes COMPLETE, with its transactionHash. */
    settle: (transaction: TransactionRef): Promise<Transaction> =>
      settle(transaction, { outcome: 'success' }),
    /** PENDING becomes FAILED, and the account gets a Transaction Processing flag. */
    fail: (transaction: TransactionRef, flag?: string): Promise<Transaction> =>
      settle(transaction, { outcome: 'failure', ...(flag !== undefined && { flag }) }),
    /** Returns a COMPLETE payment, as a bank does: it stays COMPLETE, and the account gets a flag. */
    return(transaction: TransactionRef, flag?: string): Promise<Transaction> {
      const body = flag === undefined ? {} : { flag };
      const params = toParams(transaction);
      return readData(control.POST('/transactions/{id}:return', { params, body }));
    },
  };
}
