import { textIn } from '../answers/fields.ts';
import type { Attempt } from '../attempt.ts';
import { check, section } from '../define-check.ts';
import { readToken } from '../answers/session-token.ts';
import { needsTold, userTold } from '../answers/user-told.ts';
import { givesWhatIsListed, sessionJwtOf, userMaskOf } from '../answers/wallet-answers.ts';
import type { SignedIn } from '../parties/flows.ts';
import { hasListedHeaders } from '../parties/listed-headers.ts';
import {
  withoutAddress,
  withoutAnything,
  withoutName,
  withoutSignature,
} from '../parties/missing-fields.ts';
import { sendNaming, takenNames } from '../parties/named-wallets.ts';
import { acceptedRight, refusesEach, type Spoil } from '../parties/right-calls.ts';
import { walletsOfTwo } from '../parties/two-wallets.ts';

const operation = 'authenticateWallet';

const FIELDS_OF_USER_MASK = ['id', 'createTime', 'updateTime', 'preferredMfaMethod'] as const;

const missing: Readonly<Record<string, readonly Spoil[]>> = {
  walletAddress: [withoutAddress],
  'walletNetwork-and-walletType': [withoutName],
  signature: [withoutSignature],
  body: withoutAnything,
};

export const authenticate = section('4.2', 'cryptoWallet:authenticate', [
  check(
    {
      requirement: '4.2.call.authenticates',
      operation,
      title: 'a right call gives a session and a userMask',
    },
    async (t) => {
      givesWhatIsListed(t, operation, await acceptedRight(t, operation));
    },
  ),
  check(
    {
      requirement: '4.2.call.authenticates',
      operation,
      part: 'same-user',
      title: 'a wallet signs in the same user each time',
    },
    async (t) => {
      const wallet = t.flows.wallet();
      const { reply: first } = await t.flows.signIn(wallet);
      const { reply: second } = await t.flows.signIn(wallet);
      const user = userTold(t, first);
      if (user === null) throw needsTold(first);
      t.that(userTold(t, second) === user, 'the same wallet signs in two users', second, first);
    },
  ),
  check(
    {
      requirement: '4.2.call.authenticates',
      operation,
      part: 'own-user',
      title: 'wallets of two users sign in two users, each with a session of its own',
    },
    async (t) => {
      const [one, other] = walletsOfTwo(t);
      const first = await t.flows.session(one);
      const second = await t.flows.session(other);
      const about = [second.reply, first.reply];
      const told = userTold(t, first.reply);
      const areApart = told === null || userTold(t, second.reply) !== told;
      t.that(areApart, 'two wallets sign in one user', ...about);
      t.that(first.session !== second.session, 'two users have the same sessionJwt', ...about);
      for (const user of [first, second]) namesItsUser(t, user);
      await readsItsUser(t, second, first);
    },
  ),
  check(
    {
      requirement: '4.2.request.wallet-and-signature',
      operation,
      title: 'it takes the wallet with each field and value that the deployment takes',
    },
    async (t) => {
      for (const name of takenNames(t)) {
        const reply = await sendNaming(t, operation, name);
        t.accepted(reply, `authenticate for a wallet on ${name}`);
        givesWhatIsListed(t, operation, reply);
      }
    },
  ),
  Object.entries(missing).map(([part, spoils]) =>
    check(
      {
        requirement: '4.2.request.missing-refused',
        operation,
        part,
        title: `a call ${spoils.map(({ what }) => what).join(' or ')} is refused`,
      },
      (t) => refusesEach(t, operation, spoils),
    ),
  ),
  check(
    {
      requirement: '4.2.response.sessionJwt',
      operation,
      title: 'the answer has sessionJwt, a string',
    },
    async (t) => {
      sessionJwtOf(t, await t.around.control(operation));
    },
  ),
  check(
    {
      requirement: '4.2.response.userMask',
      operation,
      title: 'the answer has userMask, an object with the fields of §2.4',
    },
    async (t) => {
      const reply = await t.around.control(operation);
      const userMask = userMaskOf(t, reply);
      for (const field of FIELDS_OF_USER_MASK) {
        t.that(textIn(userMask, field) !== null, `the userMask has no ${field}`, reply);
      }
    },
  ),
  check(
    {
      requirement: '4.2.headers',
      operation,
      title: 'a call with id, secret, Content-Type and Accept is accepted',
    },
    (t) => hasListedHeaders(t, operation),
  ),
  check(
    {
      requirement: '4.2.challenge.other-client',
      operation,
      title: 'whether another client may answer a challenge',
    },
    async (t) => {
      const { app, secondApp } = t.flows;
      await t.around.control(operation);
      const { wallet, fields, challenge } = await t.flows.start(undefined, app);
      const reply = await t.send(secondApp.authenticate(fields, wallet.sign(challenge)));
      t.decided(reply);
      t.observed(
        reply.accepted
          ? 'another client may answer a challenge'
          : `another client that answers a challenge is answered with ${reply.status}`,
        reply,
      );
    },
  ),
]);

/** Where the claim that holds the user id is known, the session has to be of the user it came with. */
function namesItsUser(
  t: Attempt,
  { session, userId, reply }: SignedIn & { session: string },
): void {
  const token = readToken(session);
  if (!t.knows('session.subjectClaim') || typeof token === 'string') return;
  const subject = textIn(token.claims, t.dialect.session.subjectClaim);
  t.that(
    subject === null || subject === userId,
    'the sessionJwt is of another user than the userMask',
    reply,
  );
}

/** Where the session tells whose user is read, it has to read the user it came with. */
async function readsItsUser(t: Attempt, user: SignedIn, other: SignedIn): Promise<void> {
  if (!t.knows('user.path') || !t.knows('user.identifiedBy')) return;
  if (t.dialect.user.identifiedBy !== 'bearerSession' || other.userId === null) return;
  const { reply } = await t.flows.read(user);
  t.that(
    !reply.text.includes(other.userId),
    'the sessionJwt reads another user',
    reply,
    user.reply,
  );
}
