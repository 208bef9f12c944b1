import { findText } from '../responses/fields.ts';
import type { Attempt } from '../attempt.ts';
import { check, section } from '../define-check.ts';
import {
  findReportedSubject,
  findReportedUser,
  requireReportedUser,
} from '../responses/reported-user.ts';
import {
  assertOperationFields,
  assertSessionJwt,
  assertUserMask,
} from '../responses/wallet-responses.ts';
import type { SignedIn } from '../actors/signed-in.ts';
import { assertListedHeaders, withoutSignature } from '../actors/wallet-requests.ts';
import { sendForKind, listAcceptedKinds } from '../actors/wallet-kinds.ts';
import { assertValidAccepted } from '../actors/valid-requests.ts';
import { signInTwoUsers } from '../actors/several-users.ts';
import { createMissingFieldChecks } from './missing-fields.ts';

const operation = 'authenticateWallet';

/** The fields of every userMask; only users with a phone number have a phoneMask. */
const USER_MASK_FIELDS = ['id', 'createTime', 'updateTime', 'preferredMfaMethod'] as const;

export const authenticate = section('4.2', 'cryptoWallet:authenticate', [
  check({
    requirement: '4.2.operation.authenticates',
    title: 'returns a session and a userMask for a valid request',
    async run(t) {
      assertOperationFields(t, operation, await assertValidAccepted(t, operation));
    },
  }),
  check({
    requirement: '4.2.operation.authenticates',
    part: 'same-user',
    title: 'signs in the same user at every sign-in of a wallet',
    async run(t) {
      const wallet = t.pickWallet();
      const { response: first } = await t.signIn(wallet);
      const { response: second } = await t.signIn(wallet);
      const user = requireReportedUser(t, first);
      t.assert(
        findReportedUser(t, second) === user,
        'expected one user for one wallet, got two',
        second,
        first,
      );
    },
  }),
  check({
    requirement: '4.2.operation.authenticates',
    part: 'own-user',
    title: 'signs in two users with separate sessions for their wallets',
    async run(t) {
      const [first, second] = await signInTwoUsers(t);
      const responses = [second.response, first.response];
      const firstUser = findReportedUser(t, first.response);
      const areDifferent = firstUser === null || findReportedUser(t, second.response) !== firstUser;
      t.assert(areDifferent, 'expected two users for two wallets, got one', ...responses);
      t.assert(
        first.session !== second.session,
        'expected a sessionJwt per user, got one sessionJwt for two users',
        ...responses,
      );
      for (const user of [first, second]) assertSessionNamesUser(t, user);
      await assertSessionReadsUser(t, second, first);
    },
  }),
  check({
    requirement: '4.2.request.wallet-and-signature',
    title: 'accepts a wallet with each supported network and type',
    async run(t) {
      for (const kind of listAcceptedKinds(t)) {
        const response = await sendForKind(t, operation, kind);
        t.assertAccepted(response, `authenticate for a wallet on ${kind}`);
        assertOperationFields(t, operation, response);
      }
    },
  }),
  createMissingFieldChecks('4.2.request.missing-refused', operation, {
    signature: [withoutSignature],
  }),
  check({
    requirement: '4.2.response.sessionJwt',
    title: 'returns sessionJwt, a string',
    async run(t) {
      assertSessionJwt(t, await t.ctx.requireWorking(operation));
    },
  }),
  check({
    requirement: '4.2.response.userMask',
    title: 'returns userMask, an object with the fields of §2.4',
    async run(t) {
      const response = await t.ctx.requireWorking(operation);
      const userMask = assertUserMask(t, response);
      for (const field of USER_MASK_FIELDS) {
        t.assert(
          findText(userMask, field) !== null,
          `expected ${field} in userMask to be a string`,
          response,
        );
      }
    },
  }),
  check({
    requirement: '4.2.headers',
    title:
      'accepts a request with only the headers client id, client secret, Content-Type and Accept',
    run: (t) => assertListedHeaders(t, operation),
  }),
  check({
    requirement: '4.2.challenge.other-client',
    operation,
    title: 'observes whether another client can use a challenge',
    async run(t) {
      const { secondApp } = t;
      await t.ctx.requireWorking(operation);
      const { wallet, fields, challenge } = await t.start();
      const response = await t.sendToService(
        secondApp.createSignInRequest(fields, wallet.sign(challenge)),
      );
      t.observe(
        response.accepted
          ? 'another client may use a challenge'
          : `authenticate with the challenge of another client returns ${response.status}`,
        response,
      );
    },
  }),
]);

function assertSessionNamesUser(t: Attempt, { userId, response }: SignedIn): void {
  if (!t.isDetected('session.subjectClaim')) return;
  const subject = findReportedSubject(t, response);
  t.assert(
    subject === null || subject === userId,
    'expected sessionJwt and userMask of one user, got two users',
    response,
  );
}

async function assertSessionReadsUser(t: Attempt, user: SignedIn, other: SignedIn): Promise<void> {
  if (!t.isDetected('user.path') || !t.isDetected('user.identifiedBy')) return;
  if (t.dialect.user.identifiedBy !== 'bearerSession' || other.userId === null) return;
  const { response } = await t.read(user);
  t.assert(
    !response.text.includes(other.userId),
    'expected getUser to return the user of the sessionJwt, got another user',
    response,
    user.response,
  );
}
