/** Accounts in their current state: all due transactions are settled (§3). */
import { findFirstCode } from '../domain/flags.ts';
import { settleDue } from '../domain/transitions.ts';
import { draw, toUnit } from '../ports/draws.ts';
import type { ChaosSetting } from '../store/chaos-setting.ts';
import { drawTransactionHash } from './transaction-hash.ts';
import type { User } from '../domain/records.ts';
import type { View } from '../store/store.ts';

/** Returns a user in the current state; undefined for an unknown id. */
export async function readCurrentUser(view: View, id: string): Promise<User | undefined> {
  const user = await view.findUser(id);
  return user === undefined ? undefined : settleUntilNow(view, user);
}

/** Returns users in the order of creation, from the position `from`, at most `limit`. */
export async function readCurrentUsers(
  view: View,
  from: number,
  limit: number,
): Promise<readonly User[]> {
  const users = await view.listUsers(from, limit);
  return users.map((user) => settleUntilNow(view, user));
}

const MINUTE = 60_000;

/** Delay of late settlements in milliseconds, by level of chaos. */
const DELAYS = {
  off: { min: 0, max: 0 },
  low: { min: MINUTE / 2, max: 2 * MINUTE },
  high: { min: MINUTE, max: 10 * MINUTE },
} as const;

/**
 * Returns the delay in milliseconds of a settlement under chaos; always the same for one transaction.
 * No delay if the transaction was due before chaos was set: it must not return to PENDING (§3).
 *
 * @param due the time of settlement without chaos, in milliseconds of the workspace clock
 */
function getSettlementDelay(
  { level, lateShare, since, scope }: ChaosSetting,
  transactionId: string,
  due: number,
): number {
  if (lateShare === 0 || due <= since) return 0;
  const subject = `longPending ${transactionId}`;
  if (toUnit(draw(scope, 'chaos', subject, 0)) >= lateShare) return 0;
  const { min, max } = DELAYS[level];
  return Math.round(min + (max - min) * toUnit(draw(scope, 'chaos', subject, 1)));
}

function settleUntilNow(view: View, user: User): User {
  const { setting } = view.chaos;
  return settle(view, user, (id, due) => getSettlementDelay(setting, id, due));
}

function settle(
  view: View,
  user: User,
  getDelay: (transactionId: string, due: number) => number,
): User {
  const flagCode = findFirstCode('Transaction Processing', view.settings.dialect);
  // Never undefined: a dialect without a Transaction Processing flag cannot be loaded.
  if (flagCode === undefined) return user;
  return settleDue(user, view.now, { flagCode, drawHash: drawTransactionHash, getDelay });
}

/**
 * Returns a user with all late transactions settled, but does not store it. A late transaction is PENDING only
 * because of chaos (§3). Returns undefined if no transaction is late, and for an unknown id.
 */
export async function settleLate(view: View, id: string): Promise<User | undefined> {
  if (view.chaos.setting.lateShare === 0) return undefined;
  const user = await readCurrentUser(view, id);
  if (user === undefined) return undefined;
  // Late transactions settle now, because clients have read them as PENDING until now.
  const settled = settle(view, user, (_, due) => Math.max(0, view.now - due));
  return settled === user ? undefined : settled;
}
