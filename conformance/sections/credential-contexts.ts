/** §5.1 in its contexts: wrong credentials are rejected, whatever else is right, and change nothing. */
import type { OperationId } from '../../src/contract/words.ts';
import { textIn } from '../responses/fields.ts';
import { refusedEmptyHanded } from '../responses/given-away.ts';
import { userTold } from '../responses/user-told.ts';
import type { Attempt } from '../attempt.ts';
import { check, checkEach, type Check } from '../define-check.ts';
import { NotTested } from '../outcomes.ts';
import { leavesCode } from '../contexts/rejected-sends.ts';
import { otpOperations } from '../actors/app.ts';
import { rightOfBystander } from '../actors/bystander.ts';
import { takenNames } from '../actors/named-wallets.ts';
import { allOperations } from '../actors/operations.ts';
import { refusesEach, withWrongSecret, type Spoil } from '../actors/right-calls.ts';
import { SigningWallet } from '../actors/signing-wallet.ts';
import { workingSecondApp } from '../observations/second-client.ts';
import { beginningOf, inOtherCase } from '../target/near-secrets.ts';
import { withHeader, withoutHeader, type Call } from '../target/call.ts';

const ID = 'service-client-id';
const SECRET = 'service-client-secret';
const requirement = '5.1.credentials.wrong-refused';

const withoutCredentials = (call: Call) => withoutHeader(withoutHeader(call, ID), SECRET);

/** What a deployment may take for right credentials, one operation at a time. */
function nearlyRight(t: Attempt): Spoil[] {
  const { credentials } = t.flows.app;
  const session = t.around.knowledge.memory.session(credentials.clientId);
  return [
    { what: 'with an additional character in the secret', by: withWrongSecret },
    {
      // A property of every object, under which a map of clients may find something.
      what: 'with the client id "constructor" and no secret',
      by: (call) => withoutHeader(withHeader(call, ID, 'constructor'), SECRET),
    },
    {
      what: 'without credentials on the path with a trailing slash',
      by: (call) => ({ ...withoutCredentials(call), path: `${call.path}/` }),
    },
    ...(session === null
      ? []
      : [
          {
            what: 'without credentials and with a session as bearer token',
            by: (call: Call) =>
              withHeader(withoutCredentials(call), 'authorization', `Bearer ${session}`),
          },
        ]),
  ];
}

/** Sends a request with a wrong secret, which has to be rejected. */
async function sendWrongly(t: Attempt, call: Call): Promise<void> {
  const reply = await t.flows.dispatch(withWrongSecret(call));
  refusedEmptyHanded(t, reply, 'a request with a wrong secret');
}

const leavesOtpAlone = (['sms', 'email'] as const).map((channel): Check => {
  const operation = otpOperations[channel].send;
  return check(
    {
      requirement,
      operation,
      part: `${operation}-changes-nothing`,
      title: 'keeps the sent code valid after a send with a wrong secret',
    },
    async (t) => {
      const what = 'a send with a wrong secret';
      const { sent, code } = await leavesCode(t, channel, withWrongSecret, what);
      const call = await t.flows.otpCall(sent, code);
      await sendWrongly(t, call);
      t.accepted(await t.send(call), 'the sent code');
    },
  );
});

/** Those of which a right request costs no further code. */
const operationsOfSecondClient = [
  'startWalletAuth',
  'authenticateWallet',
  'addWalletToUser',
  'sendSmsOtp',
  'sendEmailOtp',
  'getUser',
] as const satisfies readonly OperationId[];

const ofSecondClient = checkEach(
  operationsOfSecondClient,
  {
    requirement,
    title: 'rejects a request of the second client without its whole secret',
  },
  async (t, operation) => {
    await t.around.control(operation);
    const app = await workingSecondApp(t, null);
    const { clientSecret } = t.flows.app.credentials;
    const right = await rightOfBystander(t, operation, app);
    const secret = app.credentials.clientSecret;
    const wrong = [
      withoutHeader(right, SECRET),
      withHeader(right, SECRET, beginningOf(secret)),
      withHeader(right, SECRET, `${secret}0`),
    ];
    if (inOtherCase(secret) !== secret) wrong.push(withHeader(right, SECRET, inOtherCase(secret)));
    if (clientSecret !== app.credentials.clientSecret) {
      wrong.push(withHeader(right, SECRET, clientSecret));
    }
    for (const call of wrong) {
      refusedEmptyHanded(t, await t.flows.dispatch(call), 'a request without the correct secret');
    }
  },
).map((each): Check => ({ ...each, part: `${each.part ?? ''}-second-client` }));

const walletOperations = [
  'startWalletAuth',
  'authenticateWallet',
  'addWalletToUser',
] as const satisfies readonly OperationId[];

/** Each network and each type may have a path of its own through the code of a deployment. */
const byEachName = checkEach(
  walletOperations,
  {
    requirement,
    title: 'rejects a request without valid credentials on each network and type',
  },
  async (t, operation) => {
    await t.around.control(operation);
    // Other checks use the first one.
    const [, ...names] = takenNames(t);
    if (names.length === 0) throw new NotTested('needs another network or type', 'dialect');
    for (const name of names) {
      const right = await rightByName(t, operation, name);
      for (const call of [withoutCredentials(right), withWrongSecret(right)]) {
        refusedEmptyHanded(
          t,
          await t.flows.dispatch(call),
          `a request on ${name} without valid credentials`,
        );
      }
    }
  },
).map((each): Check => ({ ...each, part: `${each.part ?? ''}-each-name` }));

async function rightByName(
  t: Attempt,
  operation: (typeof walletOperations)[number],
  name: string,
): Promise<Call> {
  const { app } = t.flows;
  switch (operation) {
    case 'startWalletAuth':
      return app.start(t.flows.fields(t.flows.startableWallet(), name));
    case 'authenticateWallet': {
      const wallet = t.flows.wallet();
      return t.flows.signedCall(wallet, app, t.flows.fields(wallet, name));
    }
    case 'addWalletToUser':
      return t.flows.addCall(await t.flows.session(), t.flows.fields(SigningWallet.fresh(), name));
  }
}

export const credentialsInContexts = [
  ...ofSecondClient,
  ...byEachName,
  ...checkEach(
    allOperations,
    {
      requirement,
      title: 'rejects nearly correct credentials, and a session without credentials',
    },
    (t, operation) => refusesEach(t, operation, nearlyRight(t)),
  ).map((each): Check => ({ ...each, part: `${each.part ?? ''}-nearly-right` })),
  check(
    {
      requirement,
      operation: 'authenticateWallet',
      part: 'authenticateWallet-changes-nothing',
      title: 'keeps the challenge after an authenticate request with a wrong secret',
    },
    async (t) => {
      await t.around.control('authenticateWallet');
      const call = await t.flows.signedCall();
      for (let count = 0; count < 3; count += 1) await sendWrongly(t, call);
      t.accepted(await t.send(call), 'the signature with the correct secret');
    },
  ),
  check(
    {
      requirement,
      operation: 'addWalletToUser',
      part: 'addWalletToUser-changes-nothing',
      title: 'adds no wallet for a request with a wrong secret',
    },
    async (t) => {
      await t.around.control('addWalletToUser');
      const user = await t.flows.session();
      const expected = userTold(t, user.reply);
      if (expected === null) throw new NotTested('needs a userMask with an id', 'contract');
      const added = SigningWallet.fresh();
      const fields = t.flows.fields(added);
      await sendWrongly(t, t.flows.addCall(user, fields));
      const started = await t.send(t.flows.app.start(fields));
      t.decided(started);
      const challenge = textIn(started.body, 'challenge');
      if (challenge === null) return;
      const reply = await t.send(t.flows.app.authenticate(fields, added.sign(challenge)));
      t.decided(reply);
      t.that(
        !reply.accepted || userTold(t, reply) !== expected,
        'expected a request with a wrong secret to add nothing, got a wallet that signs in the user',
        reply,
      );
      if (reply.accepted) t.flows.countUser(added.address);
    },
  ),
  ...leavesOtpAlone,
];
