/**
 * Checks that requests that change nothing leave the updateTime of a user unchanged (§2.4). Rejected
 * sign-ins are not sent: a deployment may store these attempts in the user, to lock the user.
 */
import type { Attempt } from '../attempt.ts';
import { check, section } from '../define-check.ts';
import { NotTested, createInapplicable } from '../check-errors.ts';
import type { SignedIn } from '../actors/signed-in.ts';
import { withoutAddress } from '../actors/wallet-requests.ts';
import { addAsRestrictedUser } from '../observations/fraud.ts';
import { toUserView } from '../actors/user-view.ts';
import type { HttpRequest, HttpResponse } from '../target/http-request.ts';

/** Time in milliseconds until an earlier change is visible in a read. */
const UNTIL_VISIBLE = 2000;

export const updateTime = section('2.4', 'updateTime', [
  check({
    requirement: '2.4.userMask.updateTime-unchanged',
    operation: 'getUser',
    part: 'invalid-request',
    title: 'returns the same updateTime after a user read and after an invalid addToUser',
    async run(t) {
      t.requireNewUsers();
      const user = await t.signInWithSession();
      const invalid = withoutAddress.apply(t.createAddRequest(user));
      const requests = [t.createReadRequest(user), invalid];
      await assertUnchanged(t, user, await sendAndRead(t, user, requests));
    },
  }),
  check({
    requirement: '2.4.userMask.updateTime-unchanged',
    operation: 'addWalletToUser',
    part: 'fraud',
    title: 'returns the same updateTime after an addToUser that is rejected for a Fraud flag',
    exclusive: 'always',
    async run(t) {
      const { user, readBefore, response, readAfter } = await addAsRestrictedUser(t, {
        name: 'any',
        matchesAccount: () => true,
      });
      await assertUnchanged(t, user, [readBefore, response, readAfter]);
    },
  }),
]);

async function sendAndRead(
  t: Attempt,
  user: SignedIn,
  requests: readonly HttpRequest[],
): Promise<readonly HttpResponse[]> {
  const responses = [(await t.read(user)).response];
  for (const request of requests) {
    const response = await t.sendToService(request);
    responses.push(response, (await t.read(user)).response);
  }
  return responses;
}

/** Asserts equal updateTimes. Repeats once, because an earlier change may become visible late. */
async function assertUnchanged(
  t: Attempt,
  user: SignedIn,
  responses: readonly HttpResponse[],
): Promise<void> {
  const isRead = ({ request }: HttpResponse) => request.operation === 'getUser';
  const listTimes = (responsesToJudge: readonly HttpResponse[]) =>
    new Set(
      responsesToJudge
        .filter(isRead)
        .map((response) => toUserView(response, t.dialect).object?.['updateTime']),
    );
  if (listTimes(responses).has(undefined)) {
    throw createInapplicable('the user read shows no updateTime');
  }
  if (responses.some((response) => !isRead(response) && response.accepted)) {
    throw new NotTested('the request was accepted', 'contract');
  }
  const requests = responses.slice(1, -1).map(({ request }) => request);
  const areEqual = listTimes(responses).size === 1;
  if (!areEqual) await t.pause(UNTIL_VISIBLE);
  const finalResponses = areEqual ? responses : await sendAndRead(t, user, requests);
  t.assert(
    listTimes(finalResponses).size === 1,
    'expected the same updateTime after requests that change nothing, got another updateTime',
    ...finalResponses,
  );
}
