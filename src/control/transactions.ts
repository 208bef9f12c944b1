import { draw, uuidFrom } from '../ports/draws.ts';
import type { Settlement, User } from '../domain/records.ts';
import type { UnitOfWork } from '../store/store.ts';
import type { AccountEvent } from '../judge/clients/duties.ts';
import { putChanged } from './accounts/change-history.ts';
import type { UserChange } from './accounts/change-history.ts';
import type { ControlContext } from './request/context.ts';
import { durationAt } from './request/duration-at.ts';
import type { ControlHandler, ControlSchemas } from './request/handler.ts';
import { sandboxTransaction } from './accounts/sandbox-user.ts';
import {
  userWithReturned,
  userWithSettled,
  userWithTransaction,
} from './accounts/transaction-changes.ts';
import { changeContextOf } from './accounts/user-changes.ts';
import { userByReference, userByTransaction } from './accounts/user-reference.ts';

/** POST /users/{ref}/transactions: the submission that the interface does not show (§1). */
export const submitTransaction: ControlHandler<'submitTransaction'> = async (
  { path, body },
  { services, workspaceId },
) => {
  const { key = null, settles } = body ?? {};
  const settlement = settles === undefined ? null : settlementOf(settles);
  const moved = await services.store.write(workspaceId, async (unit) => {
    const user = await userByReference(unit, path.ref);
    const submitted = { id: await newTransactionId(unit, user), key, settles: settlement };
    const changed = userWithTransaction(user, submitted, changeContextOf(unit));
    return keep(
      unit,
      { operation: 'submitTransaction', before: user, after: changed },
      submitted.id,
    );
  });
  return { status: 201, body: moved.transaction };
};

/** POST /transactions/{id}:settle (§3) */
export const settleTransaction: ControlHandler<'settleTransaction'> = async (
  { path, body },
  context,
) => {
  const moved = await context.services.store.write(context.workspaceId, async (unit) => {
    const user = await userByTransaction(unit, path.id);
    const changed = userWithSettled(user, path.id, body, changeContextOf(unit));
    return keep(unit, { operation: 'settleTransaction', before: user, after: changed }, path.id);
  });
  if (body.outcome === 'failure') note('paymentFailed', moved, context);
  return { status: 200, body: moved.transaction };
};

/** POST /transactions/{id}:return (§3 rule 3) */
export const returnTransaction: ControlHandler<'returnTransaction'> = async (
  { path, body },
  context,
) => {
  const moved = await context.services.store.write(context.workspaceId, async (unit) => {
    const user = await userByTransaction(unit, path.id);
    const changed = userWithReturned(user, path.id, body ?? {}, changeContextOf(unit));
    return keep(unit, { operation: 'returnTransaction', before: user, after: changed }, path.id);
  });
  note('paymentReturned', moved, context);
  return { status: 200, body: moved.transaction };
};

/** A transaction that has got on, and the change of its user. */
interface Moved {
  readonly change: UserChange;
  readonly transaction: ControlSchemas['Transaction'];
}

/** For the client report: events that a client has to detect by itself. */
function note(
  kind: AccountEvent['kind'],
  { change: { after, at }, transaction }: Moved,
  { services, workspaceId }: Pick<ControlContext, 'services' | 'workspaceId'>,
): void {
  const event = { kind, userId: after.id, at, transactionId: transaction.id };
  services.journals.of(workspaceId).observations.note(event);
}

async function keep(
  unit: UnitOfWork,
  step: Omit<UserChange, 'at'>,
  transactionId: string,
): Promise<Moved> {
  const change = { ...step, at: unit.now };
  await putChanged(unit, change);
  const transaction = change.after.transactions.find(({ id }) => id === transactionId);
  if (transaction === undefined) throw new RangeError(`there is no transaction ${transactionId}`);
  return { change, transaction: sandboxTransaction(transaction) };
}

async function newTransactionId(unit: UnitOfWork, user: User): Promise<string> {
  const count = await unit.countDraw('transaction', user.id);
  return uuidFrom(draw(unit.scope, 'transaction', user.id, count));
}

function settlementOf({ after, outcome }: ControlSchemas['Settlement']): Settlement {
  return { after: durationAt('/body/settles/after', after), outcome };
}
