/** Checks that SMS sends with a missing or wrong bearer token are rejected in every context (§5.2). */
import type { Attempt } from '../attempt.ts';
import { check, type Check } from '../define-check.ts';
import { NotTested, createNeed } from '../outcomes.ts';
import type { App } from '../actors/app.ts';
import { memoizePerRun } from '../observations/memoize-per-run.ts';
import { observeValidAuthentication, observeValidSend } from '../observations/otp-pair.ts';
import {
  type HttpRequest,
  type HttpResponse,
  withHeader,
  withBearer,
} from '../target/http-request.ts';
import { getSecondApp } from '../observations/second-client.ts';
import { swapCase } from '../target/similar-secrets.ts';
import { createUnsignedToken } from '../responses/session-token.ts';
import { checkInContexts, type Context } from './check-in-contexts.ts';
import { assertKeepsCodeValid, assertSendsNoCode } from './rejected-sends.ts';
import { submitCode, createDestination, createForeignNumber } from './sent-codes.ts';

const requirement = '5.2.bearer.consistent';
const operation = 'sendSmsOtp';

type Kind = 'missing' | 'wrong';

const sendsWithout: Readonly<Record<Kind, (request: HttpRequest) => HttpRequest>> = {
  missing: (request) => withBearer(request, null),
  wrong: (request) => withBearer(request, 'not-the-access-token'),
};

/** An unsent send with an invalid bearer token. */
interface WrongSend {
  readonly request: HttpRequest;
  readonly destination: string;
  readonly app: App;
}

export function listBearerContexts(): Check[] {
  return [
    ...(['missing', 'wrong'] as const).flatMap((kind) =>
      checkInContexts(
        situations.map(({ name, reach }) => ({
          name,
          async reach(t: Attempt): Promise<WrongSend> {
            await requireRefusal(t, kind);
            const { app, destination } = await reach(t);
            const request = await t.flows.createSendRequest('sms', destination, app);
            return { request: sendsWithout[kind](request), destination, app };
          },
        })),
        {
          requirement,
          part: kind,
          title: `rejects a send with a ${kind} bearer token`,
          run: assertRefusesSend,
        },
      ),
    ),
    ...checkInContexts(alterations, {
      requirement,
      part: 'altered',
      title: 'rejects bearer tokens other than the access token',
      run: assertRefusesSend,
    }),
    check({
      requirement,
      part: 'changes-nothing',
      title: 'keeps the code sent before valid after a send rejected for its bearer token',
      async run(t) {
        await requireRefusal(t, 'missing');
        const open = await assertKeepsCodeValid(
          t,
          'sms',
          sendsWithout.missing,
          'a send without a bearer token',
        );
        t.assertAccepted(await submitCode(t, open), 'the code sent before');
      },
    }),
    check({
      requirement,
      part: 'sends-nothing',
      title: 'sends no code for a send rejected for its bearer token',
      async run(t) {
        await requireRefusal(t, 'missing');
        await assertSendsNoCode(t, 'sms', sendsWithout.missing);
      },
    }),
  ];
}

const situations: readonly Context<Pick<WrongSend, 'app' | 'destination'>>[] = [
  {
    name: 'second-send',
    reach: async (t) => ({
      app: t.flows.app,
      destination: (await observeValidSend(t, 'sms')).destination,
    }),
  },
  {
    name: 'known-user',
    async reach(t) {
      const { sent, response } = await observeValidAuthentication(t, 'sms');
      if (!response.accepted) throw new NotTested('no authenticateSmsOtp succeeded', 'contract');
      return { app: t.flows.app, destination: sent.destination };
    },
  },
  {
    name: 'second-client',
    reach: async (t) => ({ app: t.flows.secondApp, destination: t.flows.getDestination('sms') }),
  },
  {
    name: 'other-country',
    async reach(t) {
      const destination = createForeignNumber(t, 'DE');
      createDestination(t, 'sms');
      return { app: t.flows.app, destination };
    },
  },
  {
    name: 'after-an-email-send',
    usesOtherChannel: true,
    async reach(t) {
      await observeValidSend(t, 'email');
      return { app: t.flows.app, destination: t.flows.getDestination('sms') };
    },
  },
  {
    name: 'after-a-failed-request',
    async reach(t) {
      const destination = t.flows.getDestination('sms');
      const request = await t.flows.createSendRequest('sms', destination);
      await t.flows.sendAndRecord({ ...request, body: {} }, 'sms', destination);
      return { app: t.flows.app, destination };
    },
  },
];

const alterations: readonly Context<WrongSend>[] = [
  createAlteredContext('other-scheme', ({ accessToken }) => `Basic ${accessToken}`),
  createAlteredContext('empty', () => 'Bearer '),
  createAlteredContext('shortened', ({ accessToken }) => `Bearer ${accessToken.slice(0, -1)}`),
  createAlteredContext('lengthened', ({ accessToken }) => `Bearer ${accessToken}x`),
  createAlteredContext('first-letters', ({ accessToken }) => `Bearer ${accessToken.slice(0, 4)}`),
  // Replaces a character in the middle, since the last may contain unused bits (RFC 4648).
  createAlteredContext('one-letter', ({ accessToken }) => {
    const at = Math.floor(accessToken.length / 2);
    const other = accessToken.charAt(at) === 'A' ? 'B' : 'A';
    return `Bearer ${accessToken.slice(0, at)}${other}${accessToken.slice(at + 1)}`;
  }),
  // Hexadecimal digits may be case-insensitive.
  createAlteredContext('letter-case', ({ accessToken }) =>
    /^[\da-f]*$/i.test(accessToken) ? `Bearer ${accessToken}` : `Bearer ${swapCase(accessToken)}`,
  ),
  {
    name: 'other-client',
    async reach(t) {
      // If other clients accept a session (§5.8), they may accept an access token too.
      if (t.isDetected('session.boundToClient') && t.dialect.session.boundToClient === 'no') {
        throw new NotTested('needs sessions that are bound to their client', 'dialect');
      }
      const token = (await getSecondApp(t)).credentials.accessToken;
      if (token === null) throw createNeed('secondClient.accessToken');
      return createAlteredContext('other-client', () => `Bearer ${token}`).reach(t);
    },
  },
  createAlteredContext('client-secret', ({ clientSecret }) => `Bearer ${clientSecret}`),
  createAlteredContext('client-id', ({ clientId }) => `Bearer ${clientId}`),
  createAlteredContext(
    'forged-token',
    ({ clientId }) => `Bearer ${createUnsignedToken({ sub: clientId })}`,
  ),
];

interface Tokens {
  readonly accessToken: string;
  readonly clientSecret: string;
  readonly clientId: string;
}

function createAlteredContext(
  name: string,
  header: (tokens: Tokens) => string,
): Context<WrongSend> {
  return {
    name,
    async reach(t) {
      await requireRefusal(t, 'wrong');
      const { app } = t.flows;
      const { accessToken, clientSecret, clientId } = app.credentials;
      if (accessToken === null) throw createNeed('accessToken');
      const destination = t.flows.getDestination('sms');
      const request = await t.flows.createSendRequest('sms', destination);
      const authorization = header({ accessToken, clientSecret, clientId });
      if (authorization === request.headers['authorization']) {
        throw createNeed('an accessToken that contains a letter and equals no id or secret');
      }
      return { request: withHeader(request, 'authorization', authorization), destination, app };
    },
  };
}

async function assertRefusesSend(
  t: Attempt,
  { request, destination, app }: WrongSend,
): Promise<void> {
  t.assertRejected(await t.flows.sendAndRecord(request, 'sms', destination, app), 'the send');
}

/** Sends to a new number, to show whether bearer tokens are checked. */
const sendPlain = memoizePerRun(async (t: Attempt, kind: Kind): Promise<HttpResponse> => {
  const { identities } = t.ctx;
  const unused = identities.areLimited ? identities.reserveDestination('sms', 'once') : null;
  const destination = unused ?? t.flows.getDestination('sms');
  const request = await t.flows.createSendRequest('sms', destination);
  return t.flows.sendAndRecord(sendsWithout[kind](request), 'sms', destination);
});

/** @throws NotTested if the deployment accepts a send without a bearer token, or with an invalid one */
async function requireRefusal(t: Attempt, kind: Kind): Promise<void> {
  await t.ctx.sendControl(operation);
  const response = await sendPlain(t, kind);
  t.requireServiceResponse(response);
  if (!response.accepted) return;
  throw new NotTested(
    `a send with a ${kind} bearer token is accepted, which is open (§5.2)`,
    'dialect',
  );
}
