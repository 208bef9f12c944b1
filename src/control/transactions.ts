import { draw, uuidFrom } from '../ports/draws.ts';
import type { Settlement, User } from '../domain/records.ts';
import type { UnitOfWork } from '../store/store.ts';
import type { AccountEvent } from '../judge/clients/account-event.ts';
import { putChanged } from './accounts/change-history.ts';
import type { UserChange } from './accounts/change-history.ts';
import type { ControlContext } from './request/context.ts';
import { durationAt } from './request/control-refusal.ts';
import type { ControlHandlers, ControlSchemas } from './request/handler.ts';
import { sandboxTransaction } from './accounts/sandbox-user.ts';
import {
  userWithReturned,
  userWithSettled,
  userWithTransaction,
} from './accounts/transaction-changes.ts';
import { changeContextOf } from './accounts/user-changes.ts';
import { userByReference, userByTransaction } from './accounts/user-reference.ts';

export const transactionHandlers = {
  /** POST /users/{ref}/transactions: submits a transaction, which the interface does not show (§1). */
  async submitTransaction({ path, body }, { services, workspaceId }) {
    const { key = null, settles } = body ?? {};
    const settlement = settles === undefined ? null : settlementOf(settles);
    const result = await services.store.write(workspaceId, async (unit) => {
      const user = await userByReference(unit, path.ref);
      const submitted = { id: await newTransactionId(unit, user), key, settles: settlement };
      const changed = userWithTransaction(user, submitted, changeContextOf(unit));
      return putChange(
        unit,
        { operation: 'submitTransaction', before: user, after: changed },
        submitted.id,
      );
    });
    return { status: 201, body: result.transaction };
  },

  /** POST /transactions/{id}:settle (§3) */
  async settleTransaction({ path, body }, context) {
    const result = await context.services.store.write(context.workspaceId, async (unit) => {
      const user = await userByTransaction(unit, path.id);
      const changed = userWithSettled(user, path.id, body, changeContextOf(unit));
      return putChange(
        unit,
        { operation: 'settleTransaction', before: user, after: changed },
        path.id,
      );
    });
    if (body.outcome === 'failure') note('paymentFailed', result, context);
    return { status: 200, body: result.transaction };
  },

  /** POST /transactions/{id}:return (§3 rule 3) */
  async returnTransaction({ path, body }, context) {
    const result = await context.services.store.write(context.workspaceId, async (unit) => {
      const user = await userByTransaction(unit, path.id);
      const changed = userWithReturned(user, path.id, body ?? {}, changeContextOf(unit));
      return putChange(
        unit,
        { operation: 'returnTransaction', before: user, after: changed },
        path.id,
      );
    });
    note('paymentReturned', result, context);
    return { status: 200, body: result.transaction };
  },
} satisfies ControlHandlers;

/** A changed transaction, and the change of its user. */
interface ChangedTransaction {
  readonly change: UserChange;
  readonly transaction: ControlSchemas['Transaction'];
}

/** Records an event that a client has to detect, for the client report. */
function note(
  kind: AccountEvent['kind'],
  { change: { after, at }, transaction }: ChangedTransaction,
  { services, workspaceId }: Pick<ControlContext, 'services' | 'workspaceId'>,
): void {
  const event = { kind, userId: after.id, at, transactionId: transaction.id };
  services.journals.of(workspaceId).observations.note(event);
}

async function putChange(
  unit: UnitOfWork,
  step: Omit<UserChange, 'at'>,
  transactionId: string,
): Promise<ChangedTransaction> {
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
