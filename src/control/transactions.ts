import { transactionHashOf } from '../accounts/transaction-hash.ts';
import {
  returnPayment,
  settle,
  submitTransaction as submitTransactionOf,
} from '../domain/transitions.ts';
import type { SettlementResult } from '../domain/transitions.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { draw, uuidFrom } from '../ports/draws.ts';
import type { Settlement, User } from '../store/state.ts';
import type { UnitOfWork } from '../store/store.ts';
import type { AccountEvent } from '../traffic/client-report/account-event.ts';
import type { ControlContext } from './context.ts';
import { refusalAt } from './control-refusal.ts';
import { durationAt } from './duration-at.ts';
import { transactionFlag } from './flag-codes.ts';
import type { ControlHandler, ControlSchemas } from './handler.ts';
import { legally, refuseIllegal } from './legal-user.ts';
import { sandboxTransaction } from './sandbox-user.ts';
import { userByReference, userByTransaction } from './user-reference.ts';

/** POST /users/{ref}/transactions: the submission that the interface does not show (§1). */
export const submitTransaction: ControlHandler<'submitTransaction'> = (
  { path, body },
  { services, held },
) =>
  services.store.write(held, async (unit) => {
    const { key = null, settles } = body ?? {};
    const user = await userByReference(unit, path.ref);
    refuseTakenKey(key, user);
    const submitted = {
      id: await newTransactionId(unit, user),
      key,
      settles: settles === undefined ? null : settlementOf(settles),
      at: unit.now,
    };
    const changed = legally('/path/ref', () =>
      submitTransactionOf(user, submitted, unit.settings.dialect),
    );
    return { status: 201, body: await keep(unit, changed, submitted.id) };
  });

/** POST /transactions/{id}:settle (§3) */
export const settleTransaction: ControlHandler<'settleTransaction'> = async (
  { path, body },
  { services, held },
) => {
  const settled = await services.store.write(held, async (unit) => {
    const result = resultOf(body, path.id, unit.settings.dialect);
    const user = await userByTransaction(unit, path.id);
    const changed = legally('/path/id', () => settle(user, path.id, result, unit.now));
    return { userId: user.id, at: unit.now, transaction: await keep(unit, changed, path.id) };
  });
  if (body.outcome === 'failure') note('paymentFailed', settled, { services, held });
  return { status: 200, body: settled.transaction };
};

/** POST /transactions/{id}:return (§3 rule 3) */
export const returnTransaction: ControlHandler<'returnTransaction'> = async (
  { path, body },
  { services, held },
) => {
  const returned = await services.store.write(held, async (unit) => {
    const flag = transactionFlag(body?.flag, unit.settings.dialect);
    const user = await userByTransaction(unit, path.id);
    const changed = legally('/path/id', () => returnPayment(user, path.id, flag, unit.now));
    return { userId: user.id, at: unit.now, transaction: await keep(unit, changed, path.id) };
  });
  note('paymentReturned', returned, { services, held });
  return { status: 200, body: returned.transaction };
};

/** For the client report: what a client has to find out by itself. */
function note(
  kind: AccountEvent['kind'],
  moved: {
    readonly userId: string;
    readonly at: number;
    readonly transaction: ControlSchemas['Transaction'];
  },
  { services, held }: Pick<ControlContext, 'services' | 'held'>,
): void {
  const { userId, at, transaction } = moved;
  const event = { kind, userId, at, transactionId: transaction.id };
  services.journal.book(held).observations.note(event);
}

async function keep(
  unit: UnitOfWork,
  user: User,
  transactionId: string,
): Promise<ControlSchemas['Transaction']> {
  refuseIllegal(user, unit.settings.dialect, () => '/body');
  await unit.putUser(user);
  const transaction = user.transactions.find(({ id }) => id === transactionId);
  if (transaction === undefined) throw new RangeError(`there is no transaction ${transactionId}`);
  return sandboxTransaction(transaction);
}

async function newTransactionId(unit: UnitOfWork, user: User): Promise<string> {
  const count = await unit.countDraw('transaction', user.id);
  return uuidFrom(draw(unit.scope, 'transaction', user.id, count));
}

/** A key names one transaction of its user, else a scenario could not be made of the state. */
function refuseTakenKey(key: string | null, user: User): void {
  if (key === null || user.transactions.every((transaction) => transaction.key !== key)) return;
  const message = `The user has a transaction "${key}" already.`;
  throw refusalAt('/body/key', 'illegalState', message, 'must be another key');
}

function settlementOf({ after, outcome }: ControlSchemas['Settlement']): Settlement {
  return { after: durationAt('/body/settles/after', after), outcome };
}

function resultOf(
  { outcome, flag }: ControlSchemas['SettleTransaction'],
  transactionId: string,
  dialect: Dialect,
): SettlementResult {
  if (outcome === 'failure') return { outcome, flag: transactionFlag(flag, dialect) };
  if (flag !== undefined) {
    const message = 'Only a failure sets a flag.';
    throw refusalAt('/body/flag', 'schema', message, 'must be left out with the outcome success');
  }
  return { outcome, transactionHash: transactionHashOf(transactionId) };
}
