import { readCurrentUser } from '../accounts/current-user.ts';
import { Refusal } from '../domain/errors.ts';
import { createUserObject } from '../domain/user-object.ts';
import type { ReadOperation } from './operation.ts';

/** §4.8: reads the user, with any flags (§7.2, §7.3). */
export const getUser: ReadOperation<'getUser'> = {
  access: 'read',

  async run(view, { userId }, { bearer }) {
    const { dialect } = view.settings;
    if (userId !== null) {
      const user = await readCurrentUser(view, userId);
      if (user === undefined) throw new Refusal('identityUnknown', 'Unknown user.');
      return { body: createUserObject(user, dialect) };
    }
    const user = bearer.kind === 'session' ? await readCurrentUser(view, bearer.userId) : undefined;
    if (user === undefined) {
      throw new Refusal('bearer', 'The user read requires the session token of the user.');
    }
    return { body: createUserObject(user, dialect) };
  },
};
