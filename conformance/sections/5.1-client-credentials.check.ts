/** Checks that missing or wrong client credentials are rejected in every context and have no effect (§5.1). */
import { assertRejectedWithoutData } from '../responses/leaked-values.ts';
import { findReportedUser } from '../responses/reported-user.ts';
import type { Attempt } from '../attempt.ts';
import { check, checkEach, checkEachChannel, section } from '../define-check.ts';
import { NotTested, createInapplicable } from '../check-errors.ts';
import { assertNoFurtherCode } from '../contexts/rejected-sends.ts';
import { sendKnownUserCode } from '../contexts/wrong-codes.ts';
import { createSharedUserRequest } from '../actors/shared-user.ts';
import { createRequestForKind, listAcceptedKinds } from '../actors/wallet-kinds.ts';
import { allOperations, walletOperations, otpOperations } from '../actors/operations.ts';
import {
  assertValidAccepted,
  assertEachRefused,
  withUnknownId,
  withoutCredentials,
  withWrongSecret,
  type Malformation,
} from '../actors/valid-requests.ts';
import { SigningWallet } from '../actors/signing-wallet.ts';
import { getSecondApp } from '../observations/second-client.ts';
import { truncateSecret, swapCase, changeLastCharacter } from '../target/similar-secrets.ts';
import {
  type HttpRequest,
  withBearer,
  withClientId,
  withHeader,
  withoutHeader,
  withSecret,
  withoutSecret,
} from '../target/http-request.ts';

const requirement = '5.1.credentials.wrong-refused';

/** Operations with a code. A wrong code from the OTP source may be the reason for a rejection. */
const CODE_OPERATIONS: ReadonlySet<string> = new Set([
  'authenticateSmsOtp',
  'authenticateEmailOtp',
]);

const missingCredentials: readonly Malformation[] = [
  {
    description: 'without service-client-id',
    apply: (request) => withoutHeader(request, 'service-client-id'),
  },
  { description: 'without service-client-secret', apply: withoutSecret },
  {
    description: 'without service-client-id and service-client-secret',
    apply: withoutCredentials,
  },
];

const wrongCredentials: readonly Malformation[] = [
  { description: 'with an unknown id', apply: withUnknownId },
  { description: 'with a wrong secret', apply: withWrongSecret },
];

function listNearlyValidCredentials(t: Attempt): Malformation[] {
  const { clientId, clientSecret, accessToken } = t.app.credentials;
  const session = t.ctx.knowledge.memory.findSession(clientId);
  const wrongSecrets = Object.entries({
    ...(accessToken !== null && { 'the access token as the secret': accessToken }),
    'another letter case in the secret': swapCase(clientSecret),
  })
    .filter(([, secret]) => secret !== clientSecret)
    .map(([description, secret]) => ({
      description: `with ${description}`,
      apply: (request: HttpRequest) => withSecret(request, secret),
    }));
  return [
    ...wrongSecrets,
    {
      description: 'with another last character in the secret, and an X-Forwarded-For header',
      apply: (request) =>
        withHeader(
          withSecret(request, changeLastCharacter(clientSecret)),
          'x-forwarded-for',
          '127.0.0.1',
        ),
    },
    {
      description: 'with the client id as the secret, and an Origin header',
      apply: (request) =>
        withHeader(withSecret(request, clientId), 'origin', 'https://app.example.test'),
    },
    {
      // `constructor` is a property of every JavaScript object.
      description: 'with the client id "constructor" and no secret',
      apply: (request) => withoutSecret(withClientId(request, 'constructor')),
    },
    {
      description: 'without credentials on the path with a trailing slash',
      apply: (request) => ({ ...withoutCredentials(request), path: `${request.path}/` }),
    },
    ...(session === null
      ? []
      : [
          {
            description: 'without credentials and with a session token as bearer token',
            apply: (request: HttpRequest) => withBearer(withoutCredentials(request), session),
          },
        ]),
  ];
}

async function assertWrongSecretRefused(t: Attempt, request: HttpRequest): Promise<void> {
  const response = await t.dispatch(withWrongSecret(request));
  assertRejectedWithoutData(t, response, 'a request with a wrong secret');
}

const keepsCodeChecks = checkEachChannel('send', {
  requirement,
  suffix: '-changes-nothing',
  title: 'a send with a wrong secret does not invalidate the previous code',
  async run(t, channel) {
    const description = 'a send with a wrong secret';
    const { sent, code } = await assertNoFurtherCode(t, channel, withWrongSecret, description);
    const request = await t.createCodeSubmission(sent, code);
    await assertWrongSecretRefused(t, request);
    t.assertAccepted(await t.send(request), 'the sent code');
  },
});

const knownUserChecks = checkEachChannel('authenticate', {
  requirement,
  suffix: '-known-user',
  title: 'rejects a wrong secret with the code of a user who has signed in',
  async run(t, channel) {
    await t.ctx.requireWorking(otpOperations[channel].authenticate);
    const { sent, code } = await sendKnownUserCode(t, channel);
    await assertWrongSecretRefused(t, await t.createCodeSubmission(sent, code));
  },
});

/** Operations whose valid requests need no one-time password, which would cost a send. */
const operationsWithoutCode = allOperations.filter((operation) => !CODE_OPERATIONS.has(operation));

const secondClientChecks = checkEach(operationsWithoutCode, {
  requirement,
  suffix: '-second-client',
  title: 'rejects a request of the second client with a missing or altered secret',
  async run(t, operation) {
    await t.ctx.requireWorking(operation);
    const app = await getSecondApp(t);
    const { clientSecret } = t.app.credentials;
    const valid = await createSharedUserRequest(t, operation, app);
    const secret = app.credentials.clientSecret;
    const similarSecrets = [truncateSecret(secret), `${secret}0`, swapCase(secret), clientSecret];
    const wrongSecrets = t.sample(
      similarSecrets.filter((other) => other !== secret),
      1,
    );
    for (const request of [
      withoutSecret(valid),
      ...wrongSecrets.map((other) => withSecret(valid, other)),
    ]) {
      const response = await t.dispatch(request);
      assertRejectedWithoutData(t, response, 'a request without the correct secret');
    }
  },
});

const kindChecks = checkEach(walletOperations, {
  requirement,
  suffix: '-each-name',
  title: 'rejects missing and wrong credentials for every other network and type',
  async run(t, operation) {
    await t.ctx.requireWorking(operation);
    // Other checks send the first network or type.
    const [, ...kinds] = listAcceptedKinds(t);
    if (kinds.length === 0)
      throw createInapplicable('the deployment accepts only one network or type');
    for (const kind of kinds) {
      const valid = await createRequestForKind(t, operation, kind);
      const description = `a request on ${kind} without valid credentials`;
      assertRejectedWithoutData(t, await t.dispatch(withoutCredentials(valid)), description);
      assertRejectedWithoutData(t, await t.dispatch(withWrongSecret(valid)), description);
    }
  },
});

export const credentials = section('5.1', 'Client id and secret on every request', [
  checkEach(allOperations, {
    requirement: '5.1.credentials.accepted',
    title: 'accepts a valid request with the id and secret of the client',
    async run(t, operation) {
      if (CODE_OPERATIONS.has(operation)) t.assertAccepted(await t.ctx.requireWorking(operation));
      else await assertValidAccepted(t, operation);
    },
  }),
  checkEach(allOperations, {
    requirement: '5.1.credentials.missing-refused',
    title: 'rejects a request without id, secret or both',
    run: (t, operation) => assertEachRefused(t, operation, missingCredentials),
  }),
  checkEach(allOperations, {
    requirement,
    title: 'rejects a request with an unknown id, a wrong secret or the secret of another client',
    run: (t, operation) =>
      assertEachRefused(t, operation, [...wrongCredentials, ...listMixedCredentials(t)]),
  }),
  ...secondClientChecks,
  ...kindChecks,
  ...checkEach(allOperations, {
    requirement,
    suffix: '-similar-credentials',
    title: 'rejects credentials with small changes, and a session without client credentials',
    run: (t, operation) => assertEachRefused(t, operation, listNearlyValidCredentials(t)),
  }),
  check({
    requirement,
    operation: 'authenticateWallet',
    part: 'authenticateWallet-changes-nothing',
    title: 'an authenticate request with a wrong secret does not invalidate the challenge',
    async run(t) {
      await t.ctx.requireWorking('authenticateWallet');
      const request = await t.createSignedRequest();
      for (let count = 0; count < 3; count += 1) await assertWrongSecretRefused(t, request);
      t.assertAccepted(await t.send(request), 'the signature with the correct secret');
    },
  }),
  check({
    requirement,
    operation: 'addWalletToUser',
    part: 'addWalletToUser-changes-nothing',
    title: 'adds no wallet for a request with a wrong secret',
    async run(t) {
      await t.ctx.requireWorking('addWalletToUser');
      const user = await t.signInWithSession();
      const expected = findReportedUser(t, user.response);
      if (expected === null) throw new NotTested('needs a userMask with an id', 'contract');
      const added = SigningWallet.create();
      const fields = t.getFields(added);
      await assertWrongSecretRefused(t, t.createAddRequest(user, fields));
      const response = await t.trySignIn(added, fields);
      t.assert(
        !response.accepted || findReportedUser(t, response) !== expected,
        'expected a request with a wrong secret to add nothing, got a wallet that signs in the user',
        response,
      );
      if (response.accepted) t.countUser(added.address);
    },
  }),
  ...keepsCodeChecks,
  ...knownUserChecks,
]);

/** If there are two clients, returns malformations with the id of one and the secret of the other. */
function listMixedCredentials({ ctx }: Attempt): Malformation[] {
  const other = ctx.settings.secondClient;
  if (other === null || other.clientSecret === ctx.settings.client.clientSecret) return [];
  return [
    {
      description: 'with the secret of another client',
      apply: (request) => withSecret(request, other.clientSecret),
    },
    {
      description: 'with the id of another client',
      apply: (request) => withClientId(request, other.clientId),
    },
  ];
}
