/** Checks rules for every user read of a run. */
import { toFields, findText, findUserMask } from '../responses/fields.ts';
import { parseTimestamp } from '../responses/timestamp.ts';
import { containsText } from '../responses/user-search.ts';
import { toUserView } from '../actors/user-view.ts';
import { check, section } from '../define-check.ts';
import { listAcceptedJson } from '../observations/accepted-responses.ts';
import { createInapplicable } from '../check-errors.ts';
import type { HttpResponse } from '../target/http-request.ts';
import { MAX_SKEW } from './2.4-authentication-result.check.ts';

export const everyUserRead = section('4.8', 'Every user read', [
  check({
    requirement: '4.8.call.reads',
    part: 'shared-caches',
    title: 'returns no user read that shared caches may store (RFC 9111, section 3.5)',
    turn: 'last',
    run(t) {
      for (const response of listAcceptedJson(t, 'getUser')) {
        const { 'cache-control': caching = '', vary = '' } = response.headers;
        t.assert(
          !FOR_SHARED_CACHES.test(caching) || /authorization|\*/i.test(vary),
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
    title: 'returns the createTime of the userMask in a user read that shows one',
    turn: 'last',
    run(t) {
      const signIns = mapSignIns(t.ctx.responses);
      let isShown = false;
      for (const response of listAcceptedJson(t, 'getUser')) {
        const signIn = signIns.get(response.request.headers['authorization'] ?? '');
        const shown = parseTimestamp(toUserView(response, t.dialect).object?.['createTime']);
        const created = parseTimestamp(findUserMask(signIn?.body)?.['createTime']);
        if (signIn === undefined || !isBySession(response) || shown === null || created === null)
          continue;
        t.assert(
          Math.abs(shown - created) <= MAX_SKEW,
          'expected the createTime of the userMask in the user read, got another one',
          signIn,
          response,
        );
        isShown = true;
      }
      if (!isShown) throw createInapplicable('the user read shows no createTime');
    },
  }),
  check({
    requirement: '4.8.call.reads',
    part: 'every-id',
    title: 'returns the id of the signed-in user wherever a user read shows an id',
    turn: 'last',
    async run(t) {
      t.requireKnown('user.identifiedBy');
      if (t.dialect.user.identifiedBy !== 'bearerSession') {
        throw createInapplicable('the user read is not by session');
      }
      const { app } = t.flows;
      const reads = [app, t.ctx.secondApp ?? app].map(async (client) =>
        t.flows.read(await t.flows.signInWithSession(undefined, client)),
      );
      await Promise.all(reads);
      const signIns = mapSignIns(t.ctx.responses);
      const found = listAcceptedJson(t, 'getUser').flatMap((response) => {
        const signIn = signIns.get(response.request.headers['authorization'] ?? '');
        const id = findText(findUserMask(signIn?.body), 'id');
        return id === null || !isBySession(response)
          ? []
          : [{ response, shows: containsText(response, id) }];
      });
      const shown = found.find(({ shows }) => shows);
      const other = found.find(({ shows }) => !shows);
      const id = findText(
        other === undefined ? null : toUserView(other.response, t.dialect).object,
        'id',
      );
      t.assertNever(
        id !== null && UUID_LIKE.test(id),
        `expected the id of the userMask in the user read, got ${id}`,
        other?.response,
      );
      if (shown === undefined) throw createInapplicable('the user read shows no id');
      t.assert(
        other === undefined,
        'expected the id of the userMask, got a user read without it',
        shown.response,
        other?.response,
      );
    },
  }),
]);

/** Matches a text that looks like a UUID (§2.4). */
const UUID_LIKE = /^[\da-f-]{32,40}$/i;

const FOR_SHARED_CACHES = /(?<![\w-])(?:public|s-maxage)(?![\w-])/i;

/** Returns the sign-in of each session, by Authorization header. */
function mapSignIns(responses: readonly HttpResponse[]): ReadonlyMap<string, HttpResponse> {
  return new Map(
    responses.flatMap((response): [string, HttpResponse][] => {
      const session = findText(response.body, 'sessionJwt');
      return response.accepted && session !== null ? [[`Bearer ${session}`, response]] : [];
    }),
  );
}

/** Returns whether an accepted read identifies its user only by the session. */
function isBySession({ request, body }: HttpResponse): boolean {
  return (
    request.body === undefined && Object.keys(request.query).length === 0 && toFields(body) !== null
  );
}
