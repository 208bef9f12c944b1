import { drawUnusedId } from '../accounts/unused-id.ts';
import type { User } from '../domain/records.ts';
import type { UnitOfWork } from '../store/store.ts';
import type { AccountEvent } from '../judge/clients/duties.ts';
import { putChange, type UserChange } from './accounts/change-history.ts';
import type { ControlContext } from './request/context.ts';
import { parseDurationAt } from './request/control-refusal.ts';
import type { ControlHandlers, ControlSchemas } from './request/handler.ts';
import { toSandboxTransaction } from './accounts/sandbox-user.ts';
import {
  returnUserTransaction,
  settleUserTransaction,
  addTransaction,
} from './accounts/transaction-changes.ts';
import { findUser, findUserByTransaction } from './accounts/user-reference.ts';

export const transactionHandlers = {
  /** POST /users/{ref}/transactions: submits a transaction; not an operation of the interface (§1). */
  async submitTransaction({ path, body }, { services, workspaceId }) {
    const { key = null, settles } = body ?? {};
    const settlement =
      settles === undefined
        ? null
        : {
            after: parseDurationAt('/body/settles/after', settles.after),
            outcome: settles.outcome,
          };
    const result = await services.store.write(workspaceId, async (unit) => {
      const before = await findUser(unit, path.ref);
      const id = await drawUnusedId(unit, 'transaction', before.id, (drawn) =>
        unit.findUserIdByTransaction(drawn),
      );
      const after = addTransaction(before, { id, key, settles: settlement }, unit);
      return saveChange(unit, { operation: 'submitTransaction', before, after }, id);
    });
    return { status: 201, body: result.transaction };
  },

  /** POST /transactions/{id}:settle (§3) */
  async settleTransaction({ path, body }, context) {
    const result = await changeTransaction(
      context,
      'settleTransaction',
      path.id,
      (user, id, unit) => settleUserTransaction(user, id, body, unit),
    );
    if (body.outcome === 'failure') recordEvent('paymentFailed', result, context);
    return { status: 200, body: result.transaction };
  },

  /** POST /transactions/{id}:return (§3.3) */
  async returnTransaction({ path, body }, context) {
    const result = await changeTransaction(
      context,
      'returnTransaction',
      path.id,
      (user, id, unit) => returnUserTransaction(user, id, body ?? {}, unit),
    );
    recordEvent('paymentReturned', result, context);
    return { status: 200, body: result.transaction };
  },
} satisfies ControlHandlers;

interface ChangedTransaction {
  readonly change: UserChange;
  readonly transaction: ControlSchemas['Transaction'];
}

function changeTransaction(
  { services, workspaceId }: ControlContext,
  operation: UserChange['operation'],
  ref: string,
  applyChange: (before: User, id: string, unit: UnitOfWork) => User,
): Promise<ChangedTransaction> {
  const id = ref.toLowerCase();
  return services.store.write(workspaceId, async (unit) => {
    const before = await findUserByTransaction(unit, id);
    return saveChange(unit, { operation, before, after: applyChange(before, id, unit) }, id);
  });
}

/** Records an event that a client must detect, for the client report. */
function recordEvent(
  kind: AccountEvent['kind'],
  { change: { after, at }, transaction }: ChangedTransaction,
  { services, workspaceId }: Pick<ControlContext, 'services' | 'workspaceId'>,
): void {
  const event = { kind, userId: after.id, at, transactionId: transaction.id };
  services.journals.getJournal(workspaceId).observations.addEvent(event);
}

async function saveChange(
  unit: UnitOfWork,
  changeWithoutTime: Omit<UserChange, 'at'>,
  transactionId: string,
): Promise<ChangedTransaction> {
  const change = { ...changeWithoutTime, at: unit.now };
  await putChange(unit, change);
  const transaction = change.after.transactions.find(({ id }) => id === transactionId);
  if (transaction === undefined) throw new RangeError(`there is no transaction ${transactionId}`);
  return { change, transaction: toSandboxTransaction(transaction) };
}
