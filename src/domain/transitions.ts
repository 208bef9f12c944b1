/**
 * Applies the rows of the state tables (§3) to a user. Each function returns a new user, or throws
 * `IllegalMove` if no row allows the step. Instants are milliseconds since the epoch, by the workspace
 * clock.
 */
import type { KycStatus, WalletStatus } from '../contract/types.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { Settlement, Transaction, User } from './records.ts';
import { formatTimestamp } from './clock.ts';
import { hasFlagInCategory } from './flags.ts';
import {
  getStateFields,
  IllegalMove,
  createKycTable,
  getRow,
  transactionTable,
  walletTable,
} from './state-tables.ts';
import type { TransactionEvent, TransactionState, WalletEvent } from './state-tables.ts';

/** Returns the status of a wallet after it was added or authenticated; null for a new one (§3). */
export function getNextWalletStatus(from: WalletStatus | null, event: WalletEvent): WalletStatus {
  return getRow(walletTable, from, event).to;
}

/** Adds a transaction, which always starts as PENDING (§3). @throws IllegalMove under a Fraud flag (§7.4) */
export function submitTransaction(
  user: User,
  submitted: {
    readonly id: string;
    readonly key: string | null;
    readonly settles: Settlement | null;
    readonly at: number;
  },
  dialect: Dialect,
): User {
  refuseUnderFraud(user, 'submit a transaction', dialect);
  const { id, key, settles, at } = submitted;
  const transaction: Transaction = {
    id,
    key,
    ...getNextState(null, 'submitted'),
    transactionHash: null,
    createTime: formatTimestamp(at),
    updateTime: formatTimestamp(at),
    settles,
  };
  return setUpdateTime({ ...user, transactions: [...user.transactions, transaction] }, at);
}

/** The outcome of a settlement and its consequences (§3). */
export type SettlementResult =
  | { readonly outcome: 'success'; readonly transactionHash: string }
  | {
      readonly outcome: 'failure';
      /** Code of the Transaction Processing flag that the account gets. */
      readonly flag: string;
    };

/** Settles a PENDING transaction: COMPLETE with its hash, or FAILED with a Transaction Processing flag (§3). */
export function settle(
  user: User,
  transactionId: string,
  result: SettlementResult,
  at: number,
): User {
  const transaction = getTransaction(user, transactionId);
  switch (result.outcome) {
    case 'success': {
      const { transactionHash } = result;
      return replaceTransaction(
        user,
        { ...moveTransaction(transaction, 'settled', at), transactionHash },
        at,
      );
    }
    case 'failure':
      return addFlag(
        replaceTransaction(user, moveTransaction(transaction, 'not settled', at), at),
        result.flag,
      );
  }
}

/** Returns a COMPLETE payment, which stays COMPLETE and sets a Transaction Processing flag (§3 rule 3). */
export function returnPayment(user: User, transactionId: string, flag: string, at: number): User {
  const returned = moveTransaction(getTransaction(user, transactionId), 'returned', at);
  return addFlag(replaceTransaction(user, returned, at), flag);
}

/**
 * Settles all due transactions, each at its own instant; their order makes no difference. Callers that read
 * a user call this first. Returns the same object if nothing is due.
 *
 * @param getDelay returns by how many milliseconds a settlement is delayed
 */
export function settleDue(
  user: User,
  now: number,
  {
    flagCode,
    drawHash,
    getDelay = () => 0,
  }: {
    flagCode: string;
    drawHash: (transactionId: string) => string;
    getDelay?: (transactionId: string, due: number) => number;
  },
): User {
  const due = user.transactions
    .flatMap(({ id, cryptoStatus, createTime, settles }) =>
      cryptoStatus === 'PENDING' && settles !== null
        ? [{ id, outcome: settles.outcome, due: Date.parse(createTime) + settles.after }]
        : [],
    )
    .map(({ id, outcome, due }) => ({ id, outcome, at: due + getDelay(id, due) }))
    .filter(({ at }) => at <= now);
  return due.reduce((settled, { id, outcome, at }) => {
    const result: SettlementResult =
      outcome === 'success'
        ? { outcome, transactionHash: drawHash(id) }
        : { outcome, flag: flagCode };
    return settle(settled, id, result, at);
  }, user);
}

/** Changes the KYC status. @throws IllegalMove if `kyc.transitions` does not allow it (§3) */
export function changeKyc(user: User, to: KycStatus, dialect: Dialect, at: number): User {
  if (user.kyc === to) return user;
  const row = getRow(createKycTable(dialect), user.kyc, to);
  return setUpdateTime({ ...user, kyc: row.to }, at);
}

/** Submits KYC with its outcome (§1, §3 rule 1). @throws IllegalMove also under a Fraud flag (§7.4) */
export function submitKyc(user: User, outcome: KycStatus, dialect: Dialect, at: number): User {
  refuseUnderFraud(user, 'submit KYC', dialect);
  return changeKyc(user, outcome, dialect, at);
}

/** Sets and removes flags; `legality.ts` checks the result. Returns the same object if nothing changes. */
export function changeFlags(
  user: User,
  { add, remove }: { add: readonly string[]; remove: readonly string[] },
  at: number,
): User {
  const remaining = user.flags.filter((code) => !remove.includes(code));
  const flags = [...new Set([...remaining, ...add])];
  const same =
    flags.length === user.flags.length && flags.every((code, index) => code === user.flags[index]);
  return same ? user : setUpdateTime({ ...user, flags }, at);
}

/** Fraud flags restrict all write operations on the user account (§7.4). */
function refuseUnderFraud(user: User, write: string, dialect: Dialect): void {
  if (!hasFlagInCategory('Fraud', user, dialect)) return;
  throw new IllegalMove(
    'fraud-restricts-writes',
    '7.4',
    `A user with a Fraud flag cannot ${write}.`,
  );
}

function getTransaction(user: User, id: string): Transaction {
  const transaction = user.transactions.find((candidate) => candidate.id === id);
  if (transaction === undefined) throw new RangeError(`user ${user.id} has no transaction ${id}`);
  return transaction;
}

function moveTransaction(
  transaction: Transaction,
  event: TransactionEvent,
  at: number,
): Transaction {
  const state = transaction.returned ? 'returned' : transaction.cryptoStatus;
  return {
    ...transaction,
    ...getNextState(state, event),
    settles: null,
    updateTime: formatTimestamp(at),
  };
}

function getNextState(
  from: TransactionState | null,
  event: TransactionEvent,
): Pick<Transaction, 'cryptoStatus' | 'returned'> {
  return getStateFields(getRow(transactionTable, from, event).to);
}

function replaceTransaction(user: User, changed: Transaction, at: number): User {
  const transactions = user.transactions.map((transaction) =>
    transaction.id === changed.id ? changed : transaction,
  );
  return setUpdateTime({ ...user, transactions }, at);
}

function addFlag(user: User, code: string): User {
  return user.flags.includes(code) ? user : { ...user, flags: [...user.flags, code] };
}

/** Sets updateTime, which a late settlement does not turn back. */
function setUpdateTime(user: User, at: number): User {
  const updateTime = formatTimestamp(Math.max(at, Date.parse(user.updateTime)));
  return { ...user, updateTime };
}
