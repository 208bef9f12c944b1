/** The changes that the control API makes to a user. They can be undone one by one. */
import { isDeepStrictEqual } from 'node:util';
import type { RecordedChange, User } from '../../domain/records.ts';
import type { UnitOfWork, View } from '../../store/store.ts';

/** Maximum number of stored changes per user. */
const MAX_CHANGES = 20;

export interface UserChange extends RecordedChange {
  readonly after: User;
}

/**
 * Writes a user, and records the change if there is one. Changes by the service cannot be undone, so they
 * end the history.
 */
export async function putChange(unit: UnitOfWork, change: UserChange): Promise<void> {
  const { before, after, operation, at } = change;
  await unit.putUser(after);
  if (before === after) return;
  const history = await unit.get('changeHistories', after.id);
  const isContinued = history !== undefined && isDeepStrictEqual(history.after, before);
  const earlierChanges = isContinued ? history.changes : [];
  await unit.put('changeHistories', after.id, {
    after,
    changes: [...earlierChanges, { operation, at, before }].slice(-MAX_CHANGES),
  });
}

/**
 * Returns the last change of a user; undefined if something has changed the user since then.
 *
 * @param user in the current state (accounts/current-user.ts)
 */
export async function findLastChange(
  view: Pick<View, 'get'>,
  user: User,
): Promise<RecordedChange | undefined> {
  const history = await view.get('changeHistories', user.id);
  const isUnchanged = history !== undefined && isDeepStrictEqual(user, history.after);
  return isUnchanged ? history.changes.at(-1) : undefined;
}

export async function undoChange(unit: UnitOfWork, { before }: RecordedChange): Promise<void> {
  const history = await unit.get('changeHistories', before.id);
  await unit.putUser(before);
  const changes = history?.changes.slice(0, -1) ?? [];
  const remaining = changes.length === 0 ? null : { after: before, changes };
  await unit.put('changeHistories', before.id, remaining);
}
