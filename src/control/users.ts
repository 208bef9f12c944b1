import { listDestinations, setFixedCode } from '../accounts/fixed-code.ts';
import { readCurrentUsers } from '../accounts/current-user.ts';
import { writeResponse } from '../contract/wire.ts';
import { getSuccessStatus } from '../dialect/success-status.ts';
import { deriveExpectations } from '../domain/expectations.ts';
import type { User } from '../domain/records.ts';
import { createUserObject } from '../domain/user-object.ts';
import type { UnitOfWork, View } from '../store/store.ts';
import type { ControlContext } from './request/context.ts';
import { putChange, type UserChange } from './accounts/change-history.ts';
import type { ControlHandlers } from './request/handler.ts';
import { createNextCursor, parsePage } from './request/page.ts';
import { toSandboxUser } from './accounts/sandbox-user.ts';
import { createRefusalAt } from './request/control-refusal.ts';
import { updateUserFields, submitUserKyc } from './accounts/user-changes.ts';
import { findUser } from './accounts/user-reference.ts';
import { searchUsers } from './accounts/user-search.ts';

export const userHandlers = {
  /** GET /users: a page of all users, or of the users with every word of `q`. */
  listUsers: ({ query }, { services, workspaceName }) =>
    services.store.read(workspaceName, async (view) => {
      const page = parsePage(query);
      const { users, total } =
        query.q === undefined
          ? {
              users: await readCurrentUsers(view, page.from, page.limit),
              total: await view.countUsers(),
            }
          : await searchUsers(view, query.q, page);
      const items = await Promise.all(users.map((user) => toSandboxUser(view, user)));
      return {
        status: 200,
        body: {
          items,
          nextCursor: createNextCursor(page, total),
          ...(query.total === true ? { total } : {}),
        },
      };
    }),

  readUser: ({ path }, { services, workspaceName }) =>
    services.store.read(workspaceName, async (view) => {
      const user = await findUser(view, path.ref);
      return { status: 200, body: await toSandboxUser(view, user) };
    }),

  getExpectations: ({ path, query: { clientId } }, { services, workspaceName }) =>
    services.store.read(workspaceName, async (view) => {
      const user = await findUser(view, path.ref);
      if (clientId !== undefined) refuseUnknownClient(clientId, view);
      const { dialect } = view.settings;
      return { status: 200, body: deriveExpectations(user, { dialect, clientId }) };
    }),

  /** GET /users/{ref}/client-view: the response of the user read (§4.8). */
  getClientView: ({ path }, { services, workspaceName }) =>
    services.store.read(workspaceName, async (view) => {
      const { dialect } = view.settings;
      const user = await findUser(view, path.ref);
      const response = writeResponse('getUser', createUserObject(user, dialect), dialect);
      return {
        status: 200,
        body: {
          method: 'GET',
          path: dialect.user.path,
          status: getSuccessStatus('getUser', dialect),
          // The response is an object in every dialect (contract/wire/user.ts).
          body: response as Record<string, unknown>,
        },
      };
    }),

  async updateUser({ path, body }, context) {
    const { fixedCode, ...changes } = body;
    const { user } = await changeUser(context, path.ref, 'updateUser', async (before, unit) => {
      if (fixedCode !== undefined) await setUserCode(unit, before, fixedCode);
      return Object.keys(changes).length === 0 ? before : updateUserFields(before, changes, unit);
    });
    return { status: 200, body: user };
  },

  /** POST /users/{ref}:submitKyc: submits KYC; not an operation of the interface (§1). */
  async submitKyc({ path, body }, context) {
    const { user, at } = await changeUser(context, path.ref, 'submitKyc', (before, unit) =>
      submitUserKyc(before, body ?? {}, unit),
    );
    const event = { kind: 'kycSubmitted', userId: user.id, at } as const;
    context.services.journals.getJournal(context.workspaceId).observations.addEvent(event);
    return { status: 200, body: user };
  },
} satisfies ControlHandlers;

function refuseUnknownClient(clientId: string, view: View): void {
  const { clients } = view.base;
  if (clients.has(clientId)) return;
  const message = `Unknown client "${clientId}".`;
  const expected = `must be one of ${[...clients.keys()].join(', ')}`;
  throw createRefusalAt('/query/clientId', 'invalidRequest', message, expected);
}

/** @throws ControlRefusal illegalState for a user without phone number and email address */
async function setUserCode(unit: UnitOfWork, user: User, code: string | null): Promise<void> {
  if (listDestinations(user).length === 0) {
    const message =
      'The user has neither a phone number nor an email address, so no code can be sent.';
    const expected = 'requires a user with a phone number or email address';
    throw createRefusalAt('/body/fixedCode', 'illegalState', message, expected);
  }
  await setFixedCode(unit, user, code);
}

async function changeUser(
  { services, workspaceId }: ControlContext,
  ref: string,
  operation: UserChange['operation'],
  applyChange: (before: User, unit: UnitOfWork) => User | Promise<User>,
) {
  return services.store.write(workspaceId, async (unit) => {
    const { now: at } = unit;
    const before = await findUser(unit, ref);
    const after = await applyChange(before, unit);
    await putChange(unit, { operation, at, before, after });
    return { user: await toSandboxUser(unit, after), at };
  });
}
