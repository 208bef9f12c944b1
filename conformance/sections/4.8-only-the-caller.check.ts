import { mentions } from '../answers/user-search.ts';
import { inContexts } from '../contexts/in-contexts.ts';
import { readContexts } from '../contexts/read-contexts.ts';
import { section } from '../define-check.ts';
import { identitiesOf } from '../parties/several-users.ts';

export const onlyTheCaller = section('4.8', 'User read: only the caller', [
  inContexts(
    {
      requirement: '4.8.call.reads',
      operation: 'getUser',
      part: 'another-named',
      title: 'a read that names another user besides is of the caller, or is refused',
    },
    readContexts,
    async (t, { user, right, other, named, call }) => {
      const reply = await t.send(call);
      t.noted(right);
      // What the response repeats of the request is no data of the other user.
      const foreign = other.identities.filter((each) => each !== named && !mentions(right, each));
      t.never(
        reply.accepted &&
          (foreign.some((each) => mentions(reply, each)) ||
            (reply.text === other.right.text && reply.text !== right.text)),
        'the read shows the user whom the request names besides the session',
        reply,
      );
      const own = identitiesOf(user).filter((each) => mentions(right, each));
      t.that(
        !reply.accepted || own.every((each) => mentions(reply, each)),
        'the read does not show the user of the session, because the request names another one',
        reply,
      );
    },
  ),
]);
