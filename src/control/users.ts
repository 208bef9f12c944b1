import { presentUsers } from '../accounts/present-user.ts';
import { changeFlags, changeKyc, submitKyc as submitKycOf } from '../domain/transitions.ts';
import type { User } from '../store/state.ts';
import { ControlRefusal } from './control-refusal.ts';
import { refuseUnknownFlags } from './flag-codes.ts';
import type { ControlHandler } from './handler.ts';
import { legally, refuseIllegal } from './legal-user.ts';
import { nextCursor, pageOf } from './page.ts';
import { sandboxUser } from './sandbox-user.ts';
import { userByReference } from './user-reference.ts';

/** GET /users */
export const listUsers: ControlHandler<'listUsers'> = ({ query }, { services, workspace }) =>
  services.store.read(workspace, async (view) => {
    const page = pageOf(query);
    const users = await presentUsers(view, page.from, page.limit);
    const items = users.map((user) => sandboxUser(user, view.settings.dialect));
    return {
      status: 200,
      body: { items, nextCursor: nextCursor(page, await view.userCount()) },
    };
  });

/** GET /users/{ref} */
export const readUser: ControlHandler<'readUser'> = ({ path }, { services, workspace }) =>
  services.store.read(workspace, async (view) => {
    const user = await userByReference(view, path.ref);
    return { status: 200, body: sandboxUser(user, view.settings.dialect) };
  });

/** PATCH /users/{ref}: KYC status and flags together, so that a user can pass between legal states. */
export const updateUser: ControlHandler<'updateUser'> = ({ path, body }, { services, held }) =>
  services.store.write(held, async (unit) => {
    const { dialect } = unit.settings;
    const { kycStatus, addFlags = [], removeFlags = [] } = body;
    refuseUnknownFlags(addFlags, '/body/addFlags', dialect);
    refuseUnknownFlags(removeFlags, '/body/removeFlags', dialect);
    refuseContradiction(addFlags, removeFlags);

    const user = await userByReference(unit, path.ref);
    const moved =
      kycStatus === undefined
        ? user
        : legally('/body/kycStatus', () => changeKyc(user, kycStatus, dialect, unit.now));
    const changed = changeFlags(moved, { add: addFlags, remove: removeFlags }, unit.now);
    refuseIllegal(changed, dialect, ({ pointer }) => {
      const added = addFlags.indexOf(flagAt(pointer, changed));
      if (added !== -1) return `/body/addFlags/${added}`;
      return removeFlags.length === 0 ? '/body' : '/body/removeFlags';
    });
    await unit.putUser(changed);
    return { status: 200, body: sandboxUser(changed, dialect) };
  });

/** POST /users/{ref}:submitKyc: the submission that the interface does not show (§1). */
export const submitKyc: ControlHandler<'submitKyc'> = async (
  { path, body },
  { services, held },
) => {
  const submitted = await services.store.write(held, async (unit) => {
    const { dialect } = unit.settings;
    const { outcome = 'APPROVED', flags = [] } = body ?? {};
    refuseUnknownFlags(flags, '/body/flags', dialect);

    const user = await userByReference(unit, path.ref);
    const moved = legally('/body/outcome', () => submitKycOf(user, outcome, dialect, unit.now));
    const changed = changeFlags(moved, { add: flags, remove: [] }, unit.now);
    refuseIllegal(changed, dialect, ({ pointer }) => {
      const added = flags.indexOf(flagAt(pointer, changed));
      return added === -1 ? '/body' : `/body/flags/${added}`;
    });
    await unit.putUser(changed);
    return { at: unit.now, user: sandboxUser(changed, dialect) };
  });
  const { at, user } = submitted;
  const event = { kind: 'kycSubmitted', userId: user.id, at } as const;
  services.journal.book(held).observations.note(event);
  return { status: 200, body: user };
};

function refuseContradiction(addFlags: readonly string[], removeFlags: readonly string[]): void {
  const details = removeFlags.flatMap((code, index) =>
    addFlags.includes(code)
      ? [{ pointer: `/body/removeFlags/${index}`, message: 'must not be in addFlags too' }]
      : [],
  );
  if (details.length === 0) return;
  throw new ControlRefusal('schema', 'A flag is both added and removed.', { details });
}

/** The code at a pointer into a user, such as `/flags/0`; empty for another pointer. */
function flagAt(pointer: string, user: User): string {
  const index = /^\/flags\/(\d+)$/.exec(pointer)?.[1];
  return index === undefined ? '' : (user.flags[Number(index)] ?? '');
}
