/** Checks that wrong client credentials are rejected in every context and have no effect (§5.1). */
import type { OperationId } from '../../src/contract/words.ts';
import { textIn } from '../responses/fields.ts';
import { rejectedWithoutResult } from '../responses/leaked-values.ts';
import { reportedUser } from '../responses/reported-user.ts';
import type { Attempt } from '../attempt.ts';
import { check, checkEach, type Check } from '../define-check.ts';
import { NotTested } from '../outcomes.ts';
import { keepsCodeValid } from '../contexts/rejected-sends.ts';
import { otpOperations } from '../actors/app.ts';
import { bystander, validRequestOfBystander } from '../actors/bystander.ts';
import { acceptedNames } from '../actors/named-wallets.ts';
import { allOperations } from '../actors/operations.ts';
import { refusesEach, withWrongSecret, type Malformation } from '../actors/valid-requests.ts';
import { SigningWallet } from '../actors/signing-wallet.ts';
import { workingSecondApp } from '../observations/second-client.ts';
import { beginningOf, inOtherCase, withOtherEnd } from '../target/near-secrets.ts';
import { withHeader, withoutHeader, type HttpRequest } from '../target/http-request.ts';

const ID = 'service-client-id';
const SECRET = 'service-client-secret';
const requirement = '5.1.credentials.wrong-refused';

const withoutCredentials = (request: HttpRequest) =>
  withoutHeader(withoutHeader(request, ID), SECRET);

/** Returns invalid credentials that a faulty deployment may accept. */
function nearlyValid(t: Attempt): Malformation[] {
  const { credentials } = t.flows.app;
  const session = t.ctx.knowledge.memory.session(credentials.clientId);
  const { clientId, clientSecret, accessToken } = credentials;
  const others: readonly (readonly [what: string, secret: string])[] = [
    ['the client id as the secret', clientId],
    ['the access token as the secret', accessToken ?? clientId],
    ['another last character in the secret', withOtherEnd(clientSecret)],
  ];
  const instead = others
    .filter(([, secret]) => secret !== clientSecret)
    .map(([what, secret]) => ({
      what: `with ${what}`,
      by: (request: HttpRequest) => withHeader(request, SECRET, secret),
    }));
  const unknownClient: Malformation = {
    // `constructor` is a property of every JavaScript object.
    what: 'with the client id "constructor" and no secret',
    by: (request) => withoutHeader(withHeader(request, ID, 'constructor'), SECRET),
  };
  return [
    { what: 'with an additional character in the secret', by: withWrongSecret },
    ...t.sample([...instead, unknownClient], 2),
    {
      what: 'without credentials on the path with a trailing slash',
      by: (request) => ({ ...withoutCredentials(request), path: `${request.path}/` }),
    },
    ...(session === null
      ? []
      : [
          {
            what: 'without credentials and with a session as bearer token',
            by: (request: HttpRequest) =>
              withHeader(withoutCredentials(request), 'authorization', `Bearer ${session}`),
          },
        ]),
  ];
}

/** Asserts that a request with a wrong secret is rejected. */
async function sendWrongly(t: Attempt, request: HttpRequest): Promise<void> {
  const reply = await t.flows.dispatch(withWrongSecret(request));
  rejectedWithoutResult(t, reply, 'a request with a wrong secret');
}

const leavesOtpAlone = (['sms', 'email'] as const).map((channel): Check => {
  const operation = otpOperations[channel].send;
  return check({
    requirement,
    operation,
    part: `${operation}-changes-nothing`,
    title: 'keeps the sent code valid after a send with a wrong secret',
    async run(t) {
      const what = 'a send with a wrong secret';
      const { sent, code } = await keepsCodeValid(t, channel, withWrongSecret, what);
      const request = await t.flows.otpRequest(sent, code);
      await sendWrongly(t, request);
      t.assertAccepted(await t.send(request), 'the sent code');
    },
  });
});

/** Operations whose valid requests need no additional code. */
const operationsOfSecondClient = [
  'startWalletAuth',
  'authenticateWallet',
  'addWalletToUser',
  'sendSmsOtp',
  'sendEmailOtp',
  'getUser',
] as const satisfies readonly OperationId[];

const ofSecondClient = checkEach(operationsOfSecondClient, {
  requirement,
  title: 'rejects a request of the second client without its whole secret',
  async run(t, operation) {
    await t.ctx.control(operation);
    const app = await workingSecondApp(t, null);
    const { clientSecret } = t.flows.app.credentials;
    const valid = await validRequestOfBystander(t, operation, app);
    const secret = app.credentials.clientSecret;
    const similar = [beginningOf(secret), `${secret}0`, inOtherCase(secret), clientSecret];
    const wrong = t.sample(
      similar.filter((other) => other !== secret),
      1,
    );
    for (const request of [
      withoutHeader(valid, SECRET),
      ...wrong.map((other) => withHeader(valid, SECRET, other)),
    ]) {
      rejectedWithoutResult(
        t,
        await t.flows.dispatch(request),
        'a request without the correct secret',
      );
    }
  },
}).map((each): Check => ({ ...each, part: `${each.part ?? ''}-second-client` }));

const walletOperations = [
  'startWalletAuth',
  'authenticateWallet',
  'addWalletToUser',
] as const satisfies readonly OperationId[];

/** Each network and type may have its own code path in a deployment. */
const byEachName = checkEach(walletOperations, {
  requirement,
  title: 'rejects a request without valid credentials on each network and type',
  async run(t, operation) {
    await t.ctx.control(operation);
    // Other checks use the first name.
    const [, ...names] = acceptedNames(t);
    if (names.length === 0) throw new NotTested('needs another network or type', 'dialect');
    for (const name of names) {
      const valid = await validByName(t, operation, name);
      for (const request of [withoutCredentials(valid), withWrongSecret(valid)]) {
        rejectedWithoutResult(
          t,
          await t.flows.dispatch(request),
          `a request on ${name} without valid credentials`,
        );
      }
    }
  },
}).map((each): Check => ({ ...each, part: `${each.part ?? ''}-each-name` }));

async function validByName(
  t: Attempt,
  operation: (typeof walletOperations)[number],
  name: string,
): Promise<HttpRequest> {
  const { app } = t.flows;
  switch (operation) {
    case 'startWalletAuth':
      return app.start(t.flows.fields(t.flows.startableWallet(), name));
    case 'authenticateWallet': {
      const wallet = t.flows.wallet();
      return t.flows.signedRequest(wallet, app, t.flows.fields(wallet, name));
    }
    case 'addWalletToUser':
      return t.flows.addRequest(await bystander(t), t.flows.fields(SigningWallet.fresh(), name));
  }
}

export const credentialsInContexts = [
  ...ofSecondClient,
  ...byEachName,
  ...checkEach(allOperations, {
    requirement,
    title: 'rejects nearly correct credentials, and a session without credentials',
    run: (t, operation) => refusesEach(t, operation, nearlyValid(t)),
  }).map((each): Check => ({ ...each, part: `${each.part ?? ''}-nearly-right` })),
  check({
    requirement,
    operation: 'authenticateWallet',
    part: 'authenticateWallet-changes-nothing',
    title: 'keeps the challenge after an authenticate request with a wrong secret',
    async run(t) {
      await t.ctx.control('authenticateWallet');
      const request = await t.flows.signedRequest();
      for (let count = 0; count < 3; count += 1) await sendWrongly(t, request);
      t.assertAccepted(await t.send(request), 'the signature with the correct secret');
    },
  }),
  check({
    requirement,
    operation: 'addWalletToUser',
    part: 'addWalletToUser-changes-nothing',
    title: 'adds no wallet for a request with a wrong secret',
    async run(t) {
      await t.ctx.control('addWalletToUser');
      const user = await t.flows.session();
      const expected = reportedUser(t, user.reply);
      if (expected === null) throw new NotTested('needs a userMask with an id', 'contract');
      const added = SigningWallet.fresh();
      const fields = t.flows.fields(added);
      await sendWrongly(t, t.flows.addRequest(user, fields));
      const started = await t.send(t.flows.app.start(fields));
      t.requireServiceResponse(started);
      const challenge = textIn(started.body, 'challenge');
      if (challenge === null) return;
      const reply = await t.send(t.flows.app.authenticate(fields, added.sign(challenge)));
      t.requireServiceResponse(reply);
      t.assert(
        !reply.accepted || reportedUser(t, reply) !== expected,
        'expected a request with a wrong secret to add nothing, got a wallet that signs in the user',
        reply,
      );
      if (reply.accepted) t.flows.countUser(added.address);
    },
  }),
  ...leavesOtpAlone,
];
