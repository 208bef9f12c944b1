import { dataOf, type ControlClient, type ControlSchemas } from './control-client.ts';

type Transaction = ControlSchemas['Transaction'];

/** A transaction, or its id. */
export type TransactionRef = string | Pick<Transaction, 'id'>;

/** Settles ACH transactions (§3). */
export interface Transactions {
  /** PENDING becomes COMPLETE, with its transactionHash. */
  settle(transaction: TransactionRef): Promise<Transaction>;
  /** PENDING becomes FAILED, and the account gets a Transaction Processing flag. */
  fail(transaction: TransactionRef, flag?: string): Promise<Transaction>;
  /** The bank returns a COMPLETE payment: it stays COMPLETE, and the account gets a flag. */
  return(transaction: TransactionRef, flag?: string): Promise<Transaction>;
}

export function transactionsOf(control: ControlClient): Transactions {
  const about = (transaction: TransactionRef) => ({
    path: { id: typeof transaction === 'string' ? transaction : transaction.id },
  });
  const settle = (transaction: TransactionRef, body: ControlSchemas['SettleTransaction']) =>
    dataOf(control.POST('/transactions/{id}:settle', { params: about(transaction), body }));
  return {
    settle: (transaction) => settle(transaction, { outcome: 'success' }),
    fail: (transaction, flag) =>
      settle(transaction, { outcome: 'failure', ...(flag !== undefined && { flag }) }),
    return: (transaction, flag) =>
      dataOf(
        control.POST('/transactions/{id}:return', {
          params: about(transaction),
          body: flag === undefined ? {} : { flag },
        }),
      ),
  };
}
