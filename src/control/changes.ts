import { kycStatuses } from '../contract/closed-lists.gen.ts';
import { formatTimestamp } from '../domain/clock.ts';
import type { ChangeHistory, User } from '../domain/records.ts';
import { findLastChange, undoChange } from './accounts/change-history.ts';
import { ControlRefusal, createRefusalAt } from './request/control-refusal.ts';
import type { ControlHandlers, ControlSchemas } from './request/handler.ts';
import { toSandboxUser } from './accounts/sandbox-user.ts';
import {
  returnUserTransaction,
  settleUserTransaction,
  addTransaction,
} from './accounts/transaction-changes.ts';
import { updateUserFields, submitUserKyc, type ChangeContext } from './accounts/user-changes.ts';
import { findUser } from './accounts/user-reference.ts';

type Change = ControlSchemas['Change'];

interface CandidateChange extends Pick<Change, 'operation' | 'transactionId' | 'body'> {
  /** Returns the changed user, without storing it. @throws ControlRefusal */
  apply(): User;
}

const OUTCOMES = ['success', 'failure'] as const;

export const changeHandlers = {
  /** GET /users/{ref}/changes: tries each possible change, and reports whether it is legal, and if not, why. */
  listChanges: ({ path }, { services, workspaceId }) =>
    services.store.read(workspaceId, async (view) => {
      const user = await findUser(view, path.ref);
      const items = listCandidateChanges(user, view).map((change) => tryChange(change, user));
      const lastChange = await findLastChange(view, user);
      return {
        status: 200,
        body: {
          lastChange:
            lastChange === undefined
              ? null
              : { operation: lastChange.operation, at: formatTimestamp(lastChange.at) },
          items,
        },
      };
    }),

  async undoChange({ path }, { services, workspaceId }) {
    const body = await services.store.write(workspaceId, async (unit) => {
      const user = await findUser(unit, path.ref);
      const lastChange = await findLastChange(unit, user);
      if (lastChange === undefined)
        throw createUndoRefusal(await unit.get('changeHistories', user.id));
      await undoChange(unit, lastChange);
      return toSandboxUser(unit, await findUser(unit, user.id));
    });
    return { status: 200, body };
  },
} satisfies ControlHandlers;

function createUndoRefusal(history: ChangeHistory | undefined): ControlRefusal {
  return createRefusalAt(
    '/path/ref',
    'illegalState',
    history === undefined
      ? 'This user has no change to undo.'
      : 'Something else has changed the user since the last change through the control API, which therefore cannot be undone.',
  );
}

function listCandidateChanges(user: User, context: ChangeContext): CandidateChange[] {
  const { catalogue } = context.settings.dialect.flags;
  const update = (body: ControlSchemas['UpdateUser']): CandidateChange => ({
    operation: 'updateUser',
    body: { ...body },
    apply: () => updateUserFields(user, body, context),
  });
  return [
    ...kycStatuses.map((kycStatus) => update({ kycStatus })),
    ...catalogue.map(({ code }) => update({ addFlags: [code] })),
    ...user.flags.map((code) => update({ removeFlags: [code] })),
    ...kycStatuses.map((outcome): CandidateChange => ({
      operation: 'submitKyc',
      body: { outcome },
      apply: () => submitUserKyc(user, { outcome }, context),
    })),
    {
      operation: 'submitTransaction',
      body: {},
      apply: () => addTransaction(user, { id: '', key: null, settles: null }, context),
    },
    ...user.transactions.flatMap(({ id }) => listTransactionChanges(user, id, context)),
  ];
}

function listTransactionChanges(user: User, id: string, context: ChangeContext): CandidateChange[] {
  return [
    ...OUTCOMES.map((outcome): CandidateChange => ({
      operation: 'settleTransaction',
      transactionId: id,
      body: { outcome },
      apply: () => settleUserTransaction(user, id, { outcome }, context),
    })),
    {
      operation: 'returnTransaction',
      transactionId: id,
      body: {},
      apply: () => returnUserTransaction(user, id, {}, context),
    },
  ];
}

function tryChange({ apply, ...change }: CandidateChange, user: User): Change {
  try {
    return { ...change, verdict: apply() === user ? 'noChange' : 'legal' };
  } catch (error) {
    if (!(error instanceof ControlRefusal)) throw error;
    // Refusals of these changes have a detail with rule and clause. The defaults are only for the types.
    const { rule = error.code, clause = '3', message = error.message } = error.details[0] ?? {};
    return { ...change, verdict: 'illegal', reason: { rule, clause, message } };
  }
}
