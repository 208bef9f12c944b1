/** Changes of transactions by the control API (§3). */
import { drawTransactionHash } from '../../accounts/transaction-hash.ts';
import type { Dialect } from '../../dialect/dialect.ts';
import { returnPayment, settle, submitTransaction } from '../../domain/transitions.ts';
import type { SettlementResult } from '../../domain/transitions.ts';
import type { Settlement, User } from '../../domain/records.ts';
import { createRefusalAt } from '../request/control-refusal.ts';
import { chooseTransactionFlag } from './flag-codes.ts';
import type { ControlSchemas } from '../request/handler.ts';
import { tryTransition, requireLegal } from './legal-user.ts';
import type { ChangeContext } from './user-changes.ts';

/** Submits a transaction; the interface shows no operation for this (§1). @throws ControlRefusal illegalState */
export function addTransaction(
  user: User,
  submitted: {
    readonly id: string;
    readonly key: string | null;
    readonly settles: Settlement | null;
  },
  { settings: { dialect }, now }: ChangeContext,
): User {
  refuseTakenKey(submitted.key, user);
  const changed = tryTransition('/path/ref', () =>
    submitTransaction(user, { ...submitted, instant: now }, dialect),
  );
  return requireLegal(changed, dialect, () => '/body');
}

/** @throws ControlRefusal illegalState if the transaction is not PENDING; flagUnknown, invalidRequest */
export function settleUserTransaction(
  user: User,
  transactionId: string,
  settlement: ControlSchemas['SettleTransaction'],
  { settings: { dialect }, now }: ChangeContext,
): User {
  const result = toSettlementResult(settlement, transactionId, dialect);
  const changed = tryTransition('/path/id', () => settle(user, transactionId, result, now));
  return requireLegal(changed, dialect, () => '/body');
}

/** @throws ControlRefusal illegalState if the transaction is not COMPLETE; flagUnknown, invalidRequest */
export function returnUserTransaction(
  user: User,
  transactionId: string,
  { flag: requested }: ControlSchemas['ReturnTransaction'],
  { settings: { dialect }, now }: ChangeContext,
): User {
  const flag = chooseTransactionFlag(requested, dialect);
  const changed = tryTransition('/path/id', () => returnPayment(user, transactionId, flag, now));
  return requireLegal(changed, dialect, () => '/body');
}

/** Rejects a key of another transaction, because the user could not be exported as a scenario. */
function refuseTakenKey(key: string | null, user: User): void {
  if (key === null || user.transactions.every((transaction) => transaction.key !== key)) return;
  const message = `The user already has a transaction "${key}".`;
  throw createRefusalAt('/body/key', 'illegalState', message, 'must be unique');
}

function toSettlementResult(
  { outcome, flag }: ControlSchemas['SettleTransaction'],
  transactionId: string,
  dialect: Dialect,
): SettlementResult {
  if (outcome === 'failure') return { outcome, flag: chooseTransactionFlag(flag, dialect) };
  if (flag !== undefined) {
    const message = 'A flag is only allowed with the outcome failure.';
    const expected = 'must be omitted if the outcome is success';
    throw createRefusalAt('/body/flag', 'invalidRequest', message, expected);
  }
  return { outcome, transactionHash: drawTransactionHash(transactionId) };
}
