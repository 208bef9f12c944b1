import { kycStatuses } from '../contract/closed-lists.gen.ts';
import { formatTimestamp } from '../domain/clock.ts';
import type { ChangeHistory, User } from '../domain/records.ts';
import { lastChange, putUndone } from './accounts/change-history.ts';
import { ControlRefusal, refusalAt } from './request/control-refusal.ts';
import type { ControlHandlers, ControlSchemas } from './request/handler.ts';
import { shownUser } from './accounts/sandbox-user.ts';
import {
  userWithReturned,
  userWithSettled,
  userWithTransaction,
} from './accounts/transaction-changes.ts';
import { changeContextOf, updatedUser, userWithKyc } from './accounts/user-changes.ts';
import type { ChangeContext } from './accounts/user-changes.ts';
import { userByReference } from './accounts/user-reference.ts';

type Change = ControlSchemas['Change'];

/** A possible change; `take` returns the changed user or throws the refusal. */
interface Trial extends Pick<Change, 'operation' | 'transactionId' | 'body'> {
  take(): User;
}

const OUTCOMES = ['success', 'failure'] as const;

export const changeHandlers = {
  /** GET /users/{ref}/changes: tries each change; its refusal is the reason. */
  listChanges: ({ path }, { services, workspaceId }) =>
    services.store.read(workspaceId, async (view) => {
      const user = await userByReference(view, path.ref);
      const items = trialsOf(user, changeContextOf(view)).map((trial) => judged(trial, user));
      const last = await lastChange(view, user);
      return {
        status: 200,
        body: {
          lastChange:
            last === undefined ? null : { operation: last.operation, at: formatTimestamp(last.at) },
          items,
        },
      };
    }),

  /** POST /users/{ref}:undo */
  async undoChange({ path }, { services, workspaceId }) {
    const body = await services.store.write(workspaceId, async (unit) => {
      const user = await userByReference(unit, path.ref);
      const last = await lastChange(unit, user);
      if (last === undefined) throw nothingToUndo(await unit.get('changeHistories', user.id));
      await putUndone(unit, last);
      return shownUser(unit, last.before);
    });
    return { status: 200, body };
  },
} satisfies ControlHandlers;

function nothingToUndo(history: ChangeHistory | undefined): ControlRefusal {
  return refusalAt(
    '/path/ref',
    'illegalState',
    history === undefined
      ? 'There is no change of this user to undo.'
      : 'The user has changed since the last change through the control API, so it cannot be undone.',
  );
}

function trialsOf(user: User, context: ChangeContext): Trial[] {
  const { catalogue } = context.dialect.flags;
  const update = (body: ControlSchemas['UpdateUser']): Trial => ({
    operation: 'updateUser',
    body: { ...body },
    take: () => updatedUser(user, body, context),
  });
  return [
    ...kycStatuses.map((kycStatus) => update({ kycStatus })),
    ...catalogue.map(({ code }) => update({ addFlags: [code] })),
    ...user.flags.map((code) => update({ removeFlags: [code] })),
    ...kycStatuses.map((outcome): Trial => ({
      operation: 'submitKyc',
      body: { outcome },
      take: () => userWithKyc(user, { outcome }, context),
    })),
    {
      operation: 'submitTransaction',
      body: {},
      take: () => userWithTransaction(user, { id: '', key: null, settles: null }, context),
    },
    ...user.transactions.flatMap(({ id }) => transactionTrials(user, id, context)),
  ];
}

function transactionTrials(user: User, id: string, context: ChangeContext): Trial[] {
  return [
    ...OUTCOMES.map((outcome): Trial => ({
      operation: 'settleTransaction',
      transactionId: id,
      body: { outcome },
      take: () => userWithSettled(user, id, { outcome }, context),
    })),
    {
      operation: 'returnTransaction',
      transactionId: id,
      body: {},
      take: () => userWithReturned(user, id, {}, context),
    },
  ];
}

function judged({ take, ...change }: Trial, user: User): Change {
  try {
    return { ...change, verdict: take() === user ? 'noChange' : 'legal' };
  } catch (error) {
    if (!(error instanceof ControlRefusal)) throw error;
    const [detail] = error.details;
    const { rule = error.code, clause = '3', message = error.message } = detail ?? {};
    return { ...change, verdict: 'illegal', reason: { rule, clause, message } };
  }
}
