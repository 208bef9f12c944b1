/** Checks rules for every user read of a run. */
import { toFields, findText, findUserMask } from '../responses/fields.ts';
import { parseTimestamp } from '../responses/timestamp.ts';
import { containsText } from '../responses/user-search.ts';
import { toUserView } from '../actors/user-view.ts';
import type { Attempt } from '../attempt.ts';
import { check, section } from '../define-check.ts';
import { listAcceptedJson } from '../observations/accepted-responses.ts';
import { createInapplicable } from '../check-errors.ts';
import type { HttpResponse } from '../target/http-request.ts';
import { MAX_SKEW } from './2.4-authentication-result.check.ts';
import { networks } from '../actors/wallet-kinds.ts';
import { requireSessions } from '../actors/several-users.ts';

export const everyUserRead = section('4.8', 'Every user read', [
  check({
    requirement: '4.8.operation.reads',
    part: 'shared-caches',
    title: 'does not allow shared caches to store user reads (RFC 9111, section 3.5)',
    phase: 'final',
    run(t) {
      for (const response of listAcceptedJson(t, 'getUser')) {
        const { 'cache-control': caching = '', vary = '' } = response.headers;
        const mayBeStored =
          ALLOWS_SHARED_CACHES.test(caching) && !FORBIDS_SHARED_CACHES.test(caching);
        t.assert(
          !mayBeStored || /authorization|\*/i.test(vary),
          `expected a user read that is not for shared caches, got Cache-Control ${caching}`,
          response,
        );
      }
    },
  }),
  check({
    requirement: '2.4.userMask.createTime',
    operation: 'getUser',
    part: 'user-read',
    title: 'returns the createTime of the userMask if a user read shows a createTime',
    phase: 'final',
    run(t) {
      let isShown = false;
      for (const { response, signIn } of listReadsBySession(t)) {
        const readTime = parseTimestamp(toUserView(response, t.dialect).object?.['createTime']);
        const signInTime = parseTimestamp(findUserMask(signIn.body)?.['createTime']);
        if (readTime === null || signInTime === null) continue;
        t.assert(
          Math.abs(readTime - signInTime) <= MAX_SKEW,
          'expected the createTime of the userMask in the user read, got another createTime',
          signIn,
          response,
        );
        isShown = true;
      }
      if (!isShown) throw createInapplicable('the user read shows no createTime');
    },
  }),
  check({
    requirement: '2.2.walletNetwork.both-values',
    operation: 'getUser',
    part: 'user-read',
    title: 'returns ETHEREUM or POLYGON if a user read shows a walletNetwork',
    phase: 'final',
    run(t) {
      let isShown = false;
      for (const response of listAcceptedJson(t, 'getUser')) {
        for (const wallet of toUserView(response, t.dialect).wallets ?? []) {
          const network = findText(wallet, 'walletNetwork');
          if (network === null) continue;
          t.assert(
            networks.includes(network),
            `expected walletNetwork ETHEREUM or POLYGON in the user read, got ${network}`,
            response,
          );
          isShown = true;
        }
      }
      if (!isShown) throw createInapplicable('the user read shows no walletNetwork');
    },
  }),
  check({
    requirement: '4.8.operation.reads',
    part: 'every-id',
    title: 'returns the id of the signed-in user if a user read shows an id',
    phase: 'final',
    async run(t) {
      requireSessions(t);
      const { app } = t;
      // Adds reads to inspect, by each client.
      const reads = [app, t.ctx.secondApp ?? app].map(async (client) =>
        t.read(await t.signInWithSession(undefined, client)),
      );
      await Promise.all(reads);
      const readsWithUserId = listReadsBySession(t).flatMap(({ response, signIn }) => {
        const id = findText(findUserMask(signIn.body), 'id');
        return id === null ? [] : [{ response, showsId: containsText(response, id) }];
      });
      const readWithId = readsWithUserId.find(({ showsId }) => showsId)?.response;
      const readWithoutId = readsWithUserId.find(({ showsId }) => !showsId)?.response;
      const shownId = readWithoutId && findText(toUserView(readWithoutId, t.dialect).object, 'id');
      t.assertNever(
        UUID_LIKE.test(shownId ?? ''),
        `expected the id of the userMask in the user read, got ${shownId}`,
        readWithoutId,
      );
      if (readWithId === undefined) throw createInapplicable('the user read shows no id');
      t.assert(
        readWithoutId === undefined,
        'expected the id of the userMask, got a user read without it',
        readWithId,
        readWithoutId,
      );
    },
  }),
]);

const UUID_LIKE = /^[\da-f-]{32,40}$/i;

const ALLOWS_SHARED_CACHES = /(?<![\w-])(?:public|s-maxage)(?![\w-])/i;
const FORBIDS_SHARED_CACHES = /(?<![\w-])(?:private|no-store)(?![\w-])/i;

/** Returns the accepted reads in which only the session identifies the user, each with its sign-in. */
function listReadsBySession(t: Attempt): { response: HttpResponse; signIn: HttpResponse }[] {
  const signIns = new Map(
    t.ctx.responses.flatMap((response): [string, HttpResponse][] => {
      const session = findText(response.body, 'sessionJwt');
      return response.accepted && session !== null ? [[`Bearer ${session}`, response]] : [];
    }),
  );
  return listAcceptedJson(t, 'getUser').flatMap((response) => {
    const { body, query, headers } = response.request;
    const signIn = signIns.get(headers['authorization'] ?? '');
    const isBySession = body === undefined && Object.keys(query).length === 0;
    return isBySession && signIn !== undefined && toFields(response.body) !== null
      ? [{ response, signIn }]
      : [];
  });
}
