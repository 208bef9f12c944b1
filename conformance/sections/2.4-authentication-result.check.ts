import { getSecondApp } from '../observations/second-client.ts';
import { findText, findUserMask } from '../responses/fields.ts';
import { check, section } from '../define-check.ts';
import { NotTested } from '../check-errors.ts';
import type { Attempt } from '../attempt.ts';
import {
  readToken,
  verifySignature,
  createUnsignedToken,
  withClaims,
  readClaims,
} from '../responses/session-token.ts';
import { parseTimestamp } from '../responses/timestamp.ts';
import { createUserMissingError } from '../responses/reported-user.ts';
import { assertSessionJwt, assertUserMask } from '../responses/wallet-responses.ts';
import { signInPhoneUser } from '../actors/phone-user.ts';
import { signInTwoUsers, requireSessions } from '../actors/several-users.ts';
import { readPublishedKeys } from '../observations/published-keys.ts';

const operation = 'authenticateWallet';

/** Matches a UUID of any version (RFC 9562). */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Maximum clock skew within a deployment, in milliseconds. */
export const MAX_SKEW = 5000;

export const authenticationResult = section('2.4', 'Authentication result', [
  check({
    requirement: '2.4.sessionJwt.jwt',
    title: 'returns a sessionJwt that is a signed or encrypted JSON Web Token',
    async run(t) {
      await getValidToken(t);
    },
  }),
  check({
    requirement: '2.4.sessionJwt.jwt',
    part: 'signature',
    title: 'signs the sessionJwt with a published key',
    async run(t) {
      const keys = await readPublishedKeys(t);
      const { sessionJwt, response } = await getValidToken(t);
      const signatureState = await verifySignature(keys.body, sessionJwt);
      if (signatureState === 'no key') t.observe('no published key matches the sessionJwt', keys);
      t.assert(
        signatureState !== 'invalid',
        'expected a sessionJwt signed with its published key, got another signature',
        response,
        keys,
      );
    },
  }),
  check({
    requirement: '2.4.sessionJwt.jwt',
    part: 'expiry',
    title: 'returns a sessionJwt that expires after it is issued',
    async run(t) {
      const { sessionJwt, response } = await getValidToken(t);
      const { exp, iat } = readClaims(sessionJwt) ?? {};
      if (exp === undefined || typeof iat !== 'number') {
        throw new NotTested('needs a sessionJwt with the claims exp and iat', 'dialect');
      }
      // RFC 7519, section 4.1.4: a number of seconds since 1970.
      t.assert(
        typeof exp === 'number' && exp > iat,
        `expected the claim exp to be a number after iat, ${iat}, got ${JSON.stringify(exp)}`,
        response,
      );
    },
  }),
  check({
    requirement: '2.4.sessionJwt.jwt',
    part: 'forged',
    title: 'rejects a sessionJwt forged for another user, from each client',
    async run(t) {
      t.requireKnown('user.path', 'user.identifiedBy', 'session.subjectClaim');
      requireSessions(t);
      await t.ctx.requireWorking('getUser');
      for (const app of [t.app, ...(t.ctx.secondApp ? [t.ctx.secondApp] : [])]) {
        const [{ session: validSession }, { userId }] = await signInTwoUsers(t, app);
        const validClaims = readClaims(validSession);
        if (validClaims === null || userId === null) {
          throw new NotTested('needs a sessionJwt with readable claims', 'contract');
        }
        const claims = { ...validClaims, [t.dialect.session.subjectClaim]: userId };
        for (const forged of [withClaims(validSession, claims), createUnsignedToken(claims)]) {
          const response = await t.sendToService(app.createUserReadRequest(forged, userId));
          t.assertNever(
            response.accepted && response.text.includes(userId),
            'expected a rejection of a forged sessionJwt, got another user',
            response,
          );
        }
      }
    },
  }),
  check({
    requirement: '2.4.userMask.object',
    title: 'returns a userMask that is an object',
    async run(t) {
      assertUserMask(t, await t.ctx.requireWorking(operation));
    },
  }),
  check({
    requirement: '2.4.userMask.id',
    title: 'returns a UUID as userMask.id',
    async run(t) {
      const response = await t.ctx.requireWorking(operation);
      const id = findText(assertUserMask(t, response), 'id');
      t.assert(id !== null && UUID.test(id), `expected a UUID in userMask.id, got ${id}`, response);
    },
  }),
  check({
    requirement: '2.4.userMask.id',
    part: 'wallet-and-code',
    title: 'returns the same userMask.id for sign-ins by wallet and by one-time password',
    exclusive: 'always',
    async run(t) {
      const { byWallet, byCode, responses } = await readByWalletAndCode(t, 'id');
      t.assert(
        byWallet === byCode,
        'expected one userMask.id for wallet and code, got two',
        ...responses,
      );
    },
  }),
  check({
    requirement: '2.4.userMask.createTime',
    title: 'returns createTime as ISO 8601 in UTC with milliseconds',
    run: (t) => assertTimes(t, 'createTime'),
  }),
  check({
    requirement: '2.4.userMask.createTime',
    part: 'unchanged',
    title: 'returns the same createTime at every sign-in and to every client',
    async run(t) {
      const wallet = t.pickWallet();
      // The first response may be rounded differently from the stored value.
      await t.signIn(wallet);
      const { response: before } = await t.signIn(wallet);
      const apps = [t.app, ...(t.ctx.secondApp === null ? [] : [await getSecondApp(t)])];
      for (const app of apps) {
        const { response: after } = await t.signIn(wallet, app);
        t.assert(
          assertUserMask(t, before)['createTime'] === assertUserMask(t, after)['createTime'],
          'expected an unchanged createTime after a sign-in, got another createTime',
          after,
          before,
        );
      }
    },
  }),
  check({
    requirement: '2.4.userMask.createTime',
    part: 'wallet-and-code',
    title: 'returns the same createTime for sign-ins by wallet and by one-time password',
    exclusive: 'always',
    async run(t) {
      const { byWallet, byCode, responses } = await readByWalletAndCode(t, 'createTime');
      const difference = Math.abs(Date.parse(byWallet) - Date.parse(byCode));
      t.assert(
        // The first response may use another clock or rounding; an invalid time violates another rule.
        Number.isNaN(difference) || difference <= MAX_SKEW,
        'expected one createTime for wallet and code, got two',
        ...responses,
      );
    },
  }),
  check({
    requirement: '2.4.userMask.updateTime',
    title: 'returns updateTime as ISO 8601 in UTC with milliseconds, not before createTime',
    run: (t) => assertTimes(t, 'updateTime'),
  }),
  check({
    requirement: '2.4.userMask.preferredMfaMethod',
    title: 'returns preferredMfaMethod as a string',
    async run(t) {
      const response = await t.ctx.requireWorking(operation);
      t.assert(
        findText(assertUserMask(t, response), 'preferredMfaMethod') !== null,
        'expected userMask.preferredMfaMethod to be a string',
        response,
      );
    },
  }),
]);

async function getValidToken(t: Attempt) {
  const response = await t.ctx.requireWorking(operation);
  const sessionJwt = assertSessionJwt(t, response);
  const parsed = readToken(sessionJwt);
  const problem = typeof parsed === 'string' ? parsed : null;
  t.assert(problem === null, `expected a valid sessionJwt, got a token that ${problem}`, response);
  return { sessionJwt, response };
}

async function readByWalletAndCode(t: Attempt, field: 'id' | 'createTime') {
  const { response: walletResponse, codeResponse } = await signInPhoneUser(t);
  if (codeResponse === null) {
    throw new NotTested('needs a user who signs in by wallet and by SMS', 'dialect');
  }
  const byWallet = findText(assertUserMask(t, walletResponse), field) ?? '';
  const byCode = findText(findUserMask(codeResponse.body), field);
  if (byCode === null) throw createUserMissingError(codeResponse);
  return { byWallet, byCode, responses: [walletResponse, codeResponse] };
}

/** Asserts that a timestamp is valid, and that updateTime is not before createTime. */
async function assertTimes(t: Attempt, field: 'createTime' | 'updateTime'): Promise<void> {
  const response = await t.ctx.requireWorking(operation);
  const userMask = assertUserMask(t, response);
  const time = parseTimestamp(userMask[field]);
  t.assert(
    time !== null,
    `expected an ISO 8601 timestamp in UTC with milliseconds in userMask.${field}, got ${JSON.stringify(userMask[field])}`,
    response,
  );
  const created = parseTimestamp(userMask['createTime']);
  if (field === 'createTime' || created === null || time === null) return;
  t.assert(
    created - time <= MAX_SKEW,
    'expected an updateTime not before createTime, got an earlier updateTime',
    response,
  );
}
