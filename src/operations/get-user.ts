import { readCurrentUser } from '../accounts/current-user.ts';
import { Refusal } from '../domain/errors.ts';
import { createUserObject } from '../domain/user-object.ts';
import type { ReadOperation } from './operation.ts';

/** §4.8: reads the user. No flag prevents the read (§7.2, §7.3). */
export const getUser: ReadOperation<'getUser'> = {
  access: 'read',

  async run(view, { userId }, { bearer }) {
    const { dialect } = view.settings;
    const sessionUserId = bearer.kind === 'session' ? bearer.userId : null;
    const id = userId ?? sessionUserId;
    const user = id === null ? undefined : await readCurrentUser(view, id);
    if (user !== undefined) return { body: createUserObject(user, dialect) };
    throw userId === null
      ? new Refusal('bearer', 'The user read requires the session token of the user.')
      : new Refusal('identityUnknown', 'Unknown user.');
  },
};
