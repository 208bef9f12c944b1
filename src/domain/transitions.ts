/**
 * Changes users and wallet statuses by the state tables (§3). The functions throw `IllegalTransition` if no
 * row allows the change. Instants are milliseconds since the epoch, by the workspace clock.
 */
import type { KycStatus, WalletStatus } from '../contract/types.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { Settlement, Transaction, User } from './records.ts';
import { formatTimestamp } from './clock.ts';
import { hasFlagInCategory } from './flags.ts';
import {
  getStateFields,
  IllegalTransition,
  createKycTable,
  getRow,
  transactionTable,
  walletTable,
} from './state-tables.ts';
import type { TransactionEvent, TransactionState, WalletEvent } from './state-tables.ts';

/** Returns the status of a wallet after it was added or authenticated (§3). @param from null for a new wallet */
export function getNextWalletStatus(from: WalletStatus | null, event: WalletEvent): WalletStatus {
  return getRow(walletTable, from, event).to;
}

/** Adds a transaction, which always starts as PENDING (§3). @throws IllegalTransition under a Fraud flag (§7.4) */
export function submitTransaction(
  user: User,
  submitted: {
    readonly id: string;
    readonly key: string | null;
    readonly settles: Settlement | null;
    readonly instant: number;
  },
  dialect: Dialect,
): User {
  requireNoFraudFlag(user, 'submit a transaction', dialect);
  const { id, key, settles, instant } = submitted;
  const transaction: Transaction = {
    id,
    key,
    ...getNextState(null, 'submitted'),
    transactionHash: null,
    createTime: formatTimestamp(instant),
    updateTime: formatTimestamp(instant),
    settles,
  };
  return setUpdateTime({ ...user, transactions: [...user.transactions, transaction] }, instant);
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
  instant: number,
): User {
  const transaction = getTransaction(user, transactionId);
  if (result.outcome === 'success') {
    const settled = moveTransaction(transaction, 'settled', instant);
    const { transactionHash } = result;
    return replaceTransaction(user, { ...settled, transactionHash }, instant);
  }
  const failed = moveTransaction(transaction, 'not settled', instant);
  return addFlag(replaceTransaction(user, failed, instant), result.flag);
}

/** Marks a COMPLETE payment as returned by the bank: it stays COMPLETE and sets a flag (§3.3). */
export function returnPayment(user: User, id: string, flag: string, instant: number): User {
  const returned = moveTransaction(getTransaction(user, id), 'returned', instant);
  return addFlag(replaceTransaction(user, returned, instant), flag);
}

/**
 * Settles all due transactions, each with its own due time (plus the delay) as updateTime. Call this before
 * reading a user. Returns the same object if nothing is due.
 *
 * @param flagCode the Transaction Processing flag of failed transactions
 * @param drawHash returns a random transactionHash
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
  let settled = user;
  for (const { id, cryptoStatus, createTime, settles } of user.transactions) {
    if (cryptoStatus !== 'PENDING' || settles === null) continue;
    const due = Date.parse(createTime) + settles.after;
    const instant = due + getDelay(id, due);
    if (instant > now) continue;
    const { outcome } = settles;
    const result: SettlementResult =
      outcome === 'success'
        ? { outcome, transactionHash: drawHash(id) }
        : { outcome, flag: flagCode };
    settled = settle(settled, id, result, instant);
  }
  return settled;
}

/** Changes the KYC status. @throws IllegalTransition if `kyc.transitions` does not allow it (§3) */
export function changeKyc(user: User, to: KycStatus, dialect: Dialect, instant: number): User {
  if (user.kyc === to) return user;
  const row = getRow(createKycTable(dialect), user.kyc, to);
  return setUpdateTime({ ...user, kyc: row.to }, instant);
}

/** Submits KYC with its outcome (§1, §3.1). @throws IllegalTransition also under a Fraud flag (§7.4) */
export function submitKyc(user: User, outcome: KycStatus, dialect: Dialect, instant: number): User {
  requireNoFraudFlag(user, 'submit KYC', dialect);
  return changeKyc(user, outcome, dialect, instant);
}

/** Sets and removes flags; `legality.ts` checks the result. Returns the same object if nothing changes. */
export function changeFlags(
  user: User,
  { add, remove }: { add: readonly string[]; remove: readonly string[] },
  instant: number,
): User {
  const remaining = user.flags.filter((code) => !remove.includes(code));
  const flags = [...new Set([...remaining, ...add])];
  const isUnchanged =
    flags.length === user.flags.length && flags.every((code, index) => code === user.flags[index]);
  return isUnchanged ? user : setUpdateTime({ ...user, flags }, instant);
}

/** @throws IllegalTransition if the user has a Fraud flag, which restricts all writes (§7.4) */
function requireNoFraudFlag(user: User, write: string, dialect: Dialect): void {
  if (!hasFlagInCategory('Fraud', user, dialect)) return;
  throw new IllegalTransition(
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
  instant: number,
): Transaction {
  const state = transaction.returned ? 'returned' : transaction.cryptoStatus;
  return {
    ...transaction,
    ...getNextState(state, event),
    settles: null,
    updateTime: formatTimestamp(instant),
  };
}

function getNextState(
  from: TransactionState | null,
  event: TransactionEvent,
): Pick<Transaction, 'cryptoStatus' | 'returned'> {
  return getStateFields(getRow(transactionTable, from, event).to);
}

function replaceTransaction(user: User, changed: Transaction, instant: number): User {
  const transactions = user.transactions.map((transaction) =>
    transaction.id === changed.id ? changed : transaction,
  );
  return setUpdateTime({ ...user, transactions }, instant);
}

function addFlag(user: User, code: string): User {
  return user.flags.includes(code) ? user : { ...user, flags: [...user.flags, code] };
}

/** Sets updateTime, but never to an earlier time. */
function setUpdateTime(user: User, instant: number): User {
  const updateTime = formatTimestamp(Math.max(instant, Date.parse(user.updateTime)));
  return { ...user, updateTime };
}
