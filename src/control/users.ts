import { presentUsers } from '../accounts/present-user.ts';
import type { User } from '../store/state.ts';
import type { UnitOfWork } from '../store/store.ts';
import type { ControlContext } from './call/context.ts';
import { putChanged } from './accounts/change-history.ts';
import type { UserChange } from './accounts/change-history.ts';
import type { ControlHandler } from './call/handler.ts';
import { nextCursor, pageOf } from './call/page.ts';
import { sandboxUser } from './accounts/sandbox-user.ts';
import { changeContextOf, updatedUser, userWithKyc } from './accounts/user-changes.ts';
import { userByReference } from './accounts/user-reference.ts';
import { searchUsers } from './accounts/user-search.ts';

/** GET /users: a page of them, or of those that have each word of `q`. */
export const listUsers: ControlHandler<'listUsers'> = ({ query }, { services, workspace }) =>
  services.store.read(workspace, async (view) => {
    const page = pageOf(query);
    const { users, total } =
      query.q === undefined
        ? {
            users: await presentUsers(view, page.from, page.limit),
            total: await view.userCount(),
          }
        : await searchUsers(view, query.q, page);
    const items = users.map((user) => sandboxUser(user, view.settings.dialect));
    return {
      status: 200,
      body: {
        items,
        nextCursor: nextCursor(page, total),
        ...(query.total === true ? { total } : {}),
      },
    };
  });

/** GET /users/{ref} */
export const readUser: ControlHandler<'readUser'> = ({ path }, { services, workspace }) =>
  services.store.read(workspace, async (view) => {
    const user = await userByReference(view, path.ref);
    return { status: 200, body: sandboxUser(user, view.settings.dialect) };
  });

/** PATCH /users/{ref} */
export const updateUser: ControlHandler<'updateUser'> = async ({ path, body }, context) => {
  const { user } = await change(context, path.ref, 'updateUser', (before, unit) =>
    updatedUser(before, body, changeContextOf(unit)),
  );
  return { status: 200, body: user };
};

/** POST /users/{ref}:submitKyc: the submission that the interface does not show (§1). */
export const submitKyc: ControlHandler<'submitKyc'> = async ({ path, body }, context) => {
  const { user, at } = await change(context, path.ref, 'submitKyc', (before, unit) =>
    userWithKyc(before, body ?? {}, changeContextOf(unit)),
  );
  const event = { kind: 'kycSubmitted', userId: user.id, at } as const;
  context.services.journal.book(context.held).observations.note(event);
  return { status: 200, body: user };
};

async function change(
  { services, held }: ControlContext,
  ref: string,
  operation: UserChange['operation'],
  step: (before: User, unit: UnitOfWork) => User,
) {
  return services.store.write(held, async (unit) => {
    const { now: at, settings } = unit;
    const before = await userByReference(unit, ref);
    const after = step(before, unit);
    await putChanged(unit, { operation, at, before, after });
    return { user: sandboxUser(after, settings.dialect), at };
  });
}
