import { isDeepStrictEqual } from 'node:util';

import { timestampOf } from '../domain/clock.ts';
import type { User } from '../store/state.ts';
import type { View } from '../store/store.ts';
import type { ChangeHistory, RememberedChange } from './change-history.ts';
import { ControlRefusal, refusalAt } from './control-refusal.ts';
import type { ControlHandler, ControlSchemas } from './handler.ts';
import { sandboxUser } from './sandbox-user.ts';
import { userWithReturned, userWithSettled, userWithTransaction } from './transaction-changes.ts';
import { circumstancesOf, updatedUser, userWithKyc } from './user-changes.ts';
import type { Circumstances } from './user-changes.ts';
import { userByReference } from './user-reference.ts';
import type { HeldWorkspace } from '../store/store.ts';

type Change = ControlSchemas['Change'];

/** A change, and the user that it would make. */
interface Trial extends Pick<Change, 'operation' | 'transactionId' | 'body'> {
  take(): User;
}

const KYC_STATUSES = ['APPROVED', 'IN_REVIEW', 'DECLINED'] as const;
const OUTCOMES = ['success', 'failure'] as const;

/** GET /users/{ref}/changes: each is tried; the refusal of one is the reason why not. */
export const listChanges: ControlHandler<'listChanges'> = ({ path }, { services, held, history }) =>
  services.store.read(held, async (view) => {
    const user = await userByReference(view, path.ref);
    const items = trialsOf(user, circumstancesOf(view)).map((trial) => judged(trial, user));
    const last = await undoable(view, held, history, user);
    return {
      status: 200,
      body: {
        lastChange:
          last === undefined ? null : { operation: last.operation, at: timestampOf(last.at) },
        items,
      },
    };
  });

/** POST /users/{ref}:undo */
export const undoChange: ControlHandler<'undoChange'> = async (
  { path },
  { services, held, history },
) => {
  const undone = await services.store.write(held, async (unit) => {
    const user = await userByReference(unit, path.ref);
    const last = await undoable(unit, held, history, user);
    if (last === undefined) throw nothingToUndo(history.last(held, user.id));
    await unit.putUser(last.before);
    return last.before;
  });
  history.forgetLast(held, undone.id);
  return services.store.read(held, async ({ settings }) => ({
    status: 200,
    body: sandboxUser(undone, settings.dialect),
  }));
};

/** The last change of a user, as long as nothing has come after it. */
async function undoable(
  view: View,
  held: HeldWorkspace,
  history: ChangeHistory,
  { id }: User,
): Promise<RememberedChange | undefined> {
  const last = history.last(held, id);
  return last !== undefined && isDeepStrictEqual(await view.user(id), last.after)
    ? last
    : undefined;
}

function nothingToUndo(last: RememberedChange | undefined): ControlRefusal {
  return refusalAt(
    '/path/ref',
    'illegalState',
    last === undefined
      ? 'There is no change of this user to take back.'
      : 'The user has changed since, so the last change can not be taken back.',
  );
}

function trialsOf(user: User, circumstances: Circumstances): Trial[] {
  const { catalogue } = circumstances.dialect.flags;
  const update = (body: ControlSchemas['UpdateUser']): Trial => ({
    operation: 'updateUser',
    body: { ...body },
    take: () => updatedUser(user, body, circumstances),
  });
  return [
    ...KYC_STATUSES.map((kycStatus) => update({ kycStatus })),
    ...catalogue.map(({ code }) => update({ addFlags: [code] })),
    ...user.flags.map((code) => update({ removeFlags: [code] })),
    ...KYC_STATUSES.map((outcome): Trial => ({
      operation: 'submitKyc',
      body: { outcome },
      take: () => userWithKyc(user, { outcome }, circumstances),
    })),
    submission(user, circumstances),
    ...user.transactions.flatMap(({ id }) => transactionTrials(user, id, circumstances)),
  ];
}

function submission(user: User, circumstances: Circumstances): Trial {
  return {
    operation: 'submitTransaction',
    body: {},
    take: () => userWithTransaction(user, { id: '', key: null, settles: null }, circumstances),
  };
}

function transactionTrials(user: User, id: string, circumstances: Circumstances): Trial[] {
  return [
    ...OUTCOMES.map((outcome): Trial => ({
      operation: 'settleTransaction',
      transactionId: id,
      body: { outcome },
      take: () => userWithSettled(user, id, { outcome }, circumstances),
    })),
    {
      operation: 'returnTransaction',
      transactionId: id,
      body: {},
      take: () => userWithReturned(user, id, {}, circumstances),
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
