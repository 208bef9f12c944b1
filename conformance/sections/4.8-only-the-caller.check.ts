import { containsText } from '../responses/user-search.ts';
import { checkInContexts } from '../contexts/check-in-contexts.ts';
import { readContexts } from '../contexts/read-contexts.ts';
import { section } from '../define-check.ts';
import { listIdentities } from '../actors/several-users.ts';

export const onlyTheCaller = section('4.8', 'User read: only the signed-in user', [
  checkInContexts(readContexts, {
    requirement: '4.8.call.reads',
    part: 'another-named',
    title: 'returns the user of the session, or a rejection, when the request names another user',
    async run(t, { user, valid, other, foreignId, request }) {
      const response = await t.send(request);
      t.addEvidence(valid);
      // The response may repeat values of the request.
      const foreign = other.identities.filter(
        (identity) => identity !== foreignId && !containsText(valid, identity),
      );
      t.assertNever(
        response.accepted &&
          (foreign.some((identity) => containsText(response, identity)) ||
            (response.text === other.valid.text && response.text !== valid.text)),
        'expected the user of the session, got the user that the request names',
        response,
      );
      const own = listIdentities(user).filter((identity) => containsText(valid, identity));
      t.assert(
        !response.accepted || own.every((identity) => containsText(response, identity)),
        'expected the user of the session, got another response because the request names another user',
        response,
      );
    },
  }),
]);
