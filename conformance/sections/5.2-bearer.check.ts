/** Checks that a deployment that rejects a missing or wrong bearer token rejects it in every context (§5.2). */
import { check, section } from '../define-check.ts';
import { observeValidSend, observeValidAuthentication } from '../observations/otp-requests.ts';
import type { Attempt } from '../attempt.ts';
import { NotTested, createSettingError, describeRejection } from '../check-errors.ts';
import type { App } from '../actors/app.ts';
import { memoizePerRun } from '../observations/memoize-per-run.ts';
import {
  type HttpRequest,
  type HttpResponse,
  withHeader,
  withBearer,
} from '../target/http-request.ts';
import { getSecondApp } from '../observations/second-client.ts';
import { swapCase } from '../target/similar-secrets.ts';
import { createUnsignedToken } from '../responses/session-token.ts';
import { checkInContexts, type Context, toContexts } from '../contexts/check-in-contexts.ts';
import { assertNoFurtherCode, assertSendsNoCode } from '../contexts/rejected-sends.ts';
import { submitCode, requireDestinations, createForeignNumber } from '../contexts/sent-codes.ts';
import type { ClientCredentials } from '../settings.ts';

const requirement = '5.2.bearer.consistent';
const operation = 'sendSmsOtp';

type Kind = 'missing' | 'wrong';

const malform: Readonly<Record<Kind, (request: HttpRequest) => HttpRequest>> = {
  missing: (request) => withBearer(request, null),
  wrong: (request) => withBearer(request, 'not-the-access-token'),
};

interface WrongSend {
  readonly request: HttpRequest;
  readonly destination: string;
  readonly app: App;
}

const sendContexts: readonly Context<Pick<WrongSend, 'app' | 'destination'>>[] = [
  ...toContexts({
    'second-send': async (t) => ({
      app: t.app,
      destination: (await observeValidSend(t, 'sms')).destination,
    }),
    'known-user': async (t) => {
      const { sent, response } = await observeValidAuthentication(t, 'sms');
      if (!response.accepted) throw new NotTested(describeRejection(response), 'contract');
      return { app: t.app, destination: sent.destination };
    },
    'second-client': async (t) => ({ app: t.secondApp, destination: t.getDestination('sms') }),
    'other-country': async (t) => {
      const destination = createForeignNumber(t, 'DE');
      requireDestinations(t, 'sms');
      return { app: t.app, destination };
    },
  }),
  {
    name: 'after-an-email-send',
    usesOtherChannel: true,
    async prepare(t) {
      await observeValidSend(t, 'email');
      return { app: t.app, destination: t.getDestination('sms') };
    },
  },
  {
    name: 'after-a-failed-request',
    async prepare(t) {
      const destination = t.getDestination('sms');
      const request = await t.createSendRequest('sms', destination);
      await t.sendAndRecord({ ...request, body: {} }, 'sms', destination);
      return { app: t.app, destination };
    },
  },
];

/** Authorization headers that differ from the valid header. */
const alteredHeaders: Readonly<
  Record<string, (accessToken: string, credentials: ClientCredentials) => string>
> = {
  'other-scheme': (token) => `Basic ${token}`,
  empty: () => 'Bearer ',
  shortened: (token) => `Bearer ${token.slice(0, -1)}`,
  lengthened: (token) => `Bearer ${token}x`,
  'first-letters': (token) => `Bearer ${token.slice(0, 4)}`,
  // Replaces a character in the middle, since the last may contain unused bits (RFC 4648).
  'one-letter': (token) => {
    const middle = Math.floor(token.length / 2);
    const other = token.charAt(middle) === 'A' ? 'B' : 'A';
    return `Bearer ${token.slice(0, middle)}${other}${token.slice(middle + 1)}`;
  },
  // Hexadecimal digits may be case-insensitive.
  'letter-case': (token) => `Bearer ${/^[\da-f]*$/i.test(token) ? token : swapCase(token)}`,
  'client-secret': (_, { clientSecret }) => `Bearer ${clientSecret}`,
  'client-id': (_, { clientId }) => `Bearer ${clientId}`,
  'forged-token': (_, { clientId }) => `Bearer ${createUnsignedToken({ sub: clientId })}`,
};

const alterations = toContexts<WrongSend>({
  ...Object.fromEntries(
    Object.entries(alteredHeaders).map(([name, createHeader]) => [
      name,
      (t: Attempt) => createAlteredSend(t, createHeader),
    ]),
  ),
  'other-client': async (t) => {
    // A deployment that accepts a session from another client (§5.8) may also accept the access token of
    // another client.
    if (t.isDetectedAs('session.boundToClient', 'no')) {
      throw new NotTested('needs sessions that are bound to their client', 'dialect');
    }
    const { accessToken } = (await getSecondApp(t)).credentials;
    if (accessToken === null) throw createSettingError('secondClient.accessToken');
    return createAlteredSend(t, () => `Bearer ${accessToken}`);
  },
});

async function createAlteredSend(
  t: Attempt,
  createHeader: (accessToken: string, credentials: ClientCredentials) => string,
): Promise<WrongSend> {
  await requireRefusal(t, 'wrong');
  const { app } = t;
  const { accessToken } = app.credentials;
  if (accessToken === null) throw createSettingError('accessToken');
  const destination = t.getDestination('sms');
  const request = await t.createSendRequest('sms', destination);
  const authorization = createHeader(accessToken, app.credentials);
  if (authorization === request.headers['authorization']) {
    throw createSettingError(
      'an accessToken that is not hexadecimal, and differs from the client id and the client secret',
    );
  }
  return { request: withHeader(request, 'authorization', authorization), destination, app };
}

async function assertSendRefused(
  t: Attempt,
  { request, destination, app }: WrongSend,
): Promise<void> {
  const response = await t.sendAndRecord(request, 'sms', destination, app);
  t.assertRejected(response, 'a send with a missing or wrong bearer token');
}

/** Sends to a new number, to show whether bearer tokens are checked. */
const sendToNewNumber = memoizePerRun(async (t: Attempt, kind: Kind): Promise<HttpResponse> => {
  const { identities } = t.ctx;
  const reserved = identities.usesDeclaredDestinations
    ? identities.reserveDestination('sms', 'once')
    : null;
  const destination = reserved ?? t.getDestination('sms');
  const request = await t.createSendRequest('sms', destination);
  return t.sendAndRecord(malform[kind](request), 'sms', destination);
});

/** @throws NotTested if the deployment accepts a send without a bearer token, or with an invalid token */
async function requireRefusal(t: Attempt, kind: Kind): Promise<void> {
  await t.ctx.requireWorking(operation);
  const response = await sendToNewNumber(t, kind);
  t.requireServiceResponse(response);
  if (!response.accepted) return;
  throw new NotTested(
    `the deployment accepts a send with a ${kind} bearer token, which §5.2 leaves open`,
    'dialect',
  );
}

// The client must send the bearer token (§5.2); the response to a send without it is open.
export const bearer = section('5.2', 'Bearer token of the SMS send', [
  check({
    requirement: '5.2.bearer.accepted',
    title: 'accepts a send with the access token as bearer token',
    run: async (t) =>
      t.assertAccepted((await observeValidSend(t, 'sms')).response, 'a send with its bearer token'),
  }),
  ...(['missing', 'wrong'] as const).flatMap((kind) =>
    checkInContexts(
      sendContexts.map((context) => ({
        ...context,
        async prepare(t: Attempt): Promise<WrongSend> {
          await requireRefusal(t, kind);
          const { app, destination } = await context.prepare(t);
          const request = await t.createSendRequest('sms', destination, app);
          return { request: malform[kind](request), destination, app };
        },
      })),
      {
        requirement,
        part: kind,
        title: `rejects a send with a ${kind} bearer token`,
        run: assertSendRefused,
      },
    ),
  ),
  ...checkInContexts(alterations, {
    requirement,
    part: 'altered',
    title: 'rejects bearer tokens other than the access token',
    run: assertSendRefused,
  }),
  check({
    requirement,
    part: 'changes-nothing',
    title: 'a send rejected for its bearer token does not invalidate the previous code',
    async run(t) {
      await requireRefusal(t, 'missing');
      const unusedCode = await assertNoFurtherCode(
        t,
        'sms',
        malform.missing,
        'a send without a bearer token',
      );
      t.assertAccepted(await submitCode(t, unusedCode), 'the code sent before');
    },
  }),
  check({
    requirement,
    part: 'sends-nothing',
    title: 'sends no code if the bearer token is rejected',
    async run(t) {
      await requireRefusal(t, 'missing');
      await assertSendsNoCode(t, 'sms', malform.missing);
    },
  }),
]);
