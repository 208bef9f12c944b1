/**
 * Checks that SMS sends with a missing or wrong bearer token are rejected in every context (§5.2).
 */
import type { Attempt } from '../attempt.ts';
import { check, type Check } from '../define-check.ts';
import { NotTested } from '../outcomes.ts';
import type { App } from '../actors/app.ts';
import { onceInRun } from '../observations/once.ts';
import { validAuthentication, validSend } from '../observations/otp-pair.ts';
import type { HttpRequest, Reply } from '../target/http-request.ts';
import { withHeader, withoutHeader } from '../target/http-request.ts';
import { workingSecondApp } from '../observations/second-client.ts';
import { swapCase } from '../target/near-secrets.ts';
import { inContexts, type Context } from './in-contexts.ts';
import { keepsCodeValid, sendsNoCode } from './rejected-sends.ts';
import { submitCode, newDestination, foreignNumber } from './sent-codes.ts';

const requirement = '5.2.bearer.consistent';
const operation = 'sendSmsOtp';

type Kind = 'missing' | 'wrong';

const sendsWithout: Readonly<Record<Kind, (request: HttpRequest) => HttpRequest>> = {
  missing: (request) => withoutHeader(request, 'authorization'),
  wrong: (request) => withHeader(request, 'authorization', 'Bearer not-the-access-token'),
};

/** An unsent send with an invalid bearer token. */
interface WrongSend {
  readonly request: HttpRequest;
  readonly destination: string;
  readonly app: App;
}

export function bearerContexts(): Check[] {
  return [
    ...(['missing', 'wrong'] as const).flatMap((kind) =>
      inContexts(
        situations.map(({ name, reach }) => ({
          name,
          async reach(t: Attempt): Promise<WrongSend> {
            await needsRefusal(t, kind);
            const { app, destination } = await reach(t);
            const request = await t.flows.sendRequest('sms', destination, app);
            return { request: sendsWithout[kind](request), destination, app };
          },
        })),
        {
          requirement,
          operation,
          part: kind,
          title: `rejects a send with a ${kind} bearer token`,
          run: refusesSend,
        },
      ),
    ),
    ...inContexts(alterations, {
      requirement,
      operation,
      part: 'altered',
      title: 'rejects bearer tokens other than the access token',
      run: refusesSend,
    }),
    check({
      requirement,
      operation,
      part: 'changes-nothing',
      title: 'keeps the code sent before valid after a send rejected for its bearer token',
      async run(t) {
        await needsRefusal(t, 'missing');
        const open = await keepsCodeValid(
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
      operation,
      part: 'sends-nothing',
      title: 'sends no code for a send rejected for its bearer token',
      async run(t) {
        await needsRefusal(t, 'missing');
        await sendsNoCode(t, 'sms', sendsWithout.missing);
      },
    }),
  ];
}

const situations: readonly Context<Pick<WrongSend, 'app' | 'destination'>>[] = [
  {
    name: 'second-send',
    reach: async (t) => ({
      app: t.flows.app,
      destination: (await validSend(t, 'sms')).destination,
    }),
  },
  {
    name: 'known-user',
    async reach(t) {
      const { sent, reply } = await validAuthentication(t, 'sms');
      if (!reply.accepted) throw new NotTested('needs an accepted authenticateSmsOtp', 'contract');
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
      const destination = foreignNumber(t, 'DE');
      newDestination(t, 'sms');
      return { app: t.flows.app, destination };
    },
  },
  {
    name: 'after-an-email-send',
    usesOtherChannel: true,
    async reach(t) {
      await validSend(t, 'email');
      return { app: t.flows.app, destination: t.flows.getDestination('sms') };
    },
  },
  {
    name: 'after-a-failed-request',
    async reach(t) {
      const destination = t.flows.getDestination('sms');
      const request = await t.flows.sendRequest('sms', destination);
      await t.flows.sendAndRecord({ ...request, body: {} }, 'sms', destination);
      return { app: t.flows.app, destination };
    },
  },
];

const alterations: readonly Context<WrongSend>[] = [
  altered('other-scheme', ({ accessToken }) => `Basic ${accessToken}`),
  altered('empty', () => 'Bearer '),
  altered('shortened', ({ accessToken }) => `Bearer ${accessToken.slice(0, -1)}`),
  altered('lengthened', ({ accessToken }) => `Bearer ${accessToken}x`),
  altered('first-letters', ({ accessToken }) => `Bearer ${accessToken.slice(0, 4)}`),
  // The last character of a JSON Web Token may contain unused bits (RFC 4648, section 3.5), so one
  // in the middle is replaced.
  altered('one-letter', ({ accessToken }) => {
    const at = Math.floor(accessToken.length / 2);
    const other = accessToken.charAt(at) === 'A' ? 'B' : 'A';
    return `Bearer ${accessToken.slice(0, at)}${other}${accessToken.slice(at + 1)}`;
  }),
  // Hexadecimal digits may be case-insensitive.
  altered('letter-case', ({ accessToken }) =>
    /^[\da-f]*$/i.test(accessToken) ? `Bearer ${accessToken}` : `Bearer ${swapCase(accessToken)}`,
  ),
  {
    name: 'other-client',
    async reach(t) {
      // If other clients accept a session (§5.8), they may accept an access token too.
      if (t.isDetected('session.boundToClient') && t.dialect.session.boundToClient === 'no') {
        throw new NotTested('needs sessions that are bound to their client', 'dialect');
      }
      const token = (await workingSecondApp(t, null)).credentials.accessToken;
      if (token === null) throw new NotTested('needs secondClient.accessToken', 'settings');
      return altered('other-client', () => `Bearer ${token}`).reach(t);
    },
  },
  altered('client-secret', ({ clientSecret }) => `Bearer ${clientSecret}`),
  altered('client-id', ({ clientId }) => `Bearer ${clientId}`),
  altered('forged-token', ({ clientId }) => `Bearer ${unsignedToken({ sub: clientId })}`),
];

/** Returns a JSON Web Token without signature (RFC 7519, section 6). */
function unsignedToken(claims: object): string {
  const parts = [{ alg: 'none', typ: 'JWT' }, claims];
  return `${parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`;
}

interface Tokens {
  readonly accessToken: string;
  readonly clientSecret: string;
  readonly clientId: string;
}

function altered(name: string, header: (tokens: Tokens) => string): Context<WrongSend> {
  return {
    name,
    async reach(t) {
      await needsRefusal(t, 'wrong');
      const { app } = t.flows;
      const { accessToken, clientSecret, clientId } = app.credentials;
      if (accessToken === null) throw new NotTested('needs accessToken', 'settings');
      const destination = t.flows.getDestination('sms');
      const request = await t.flows.sendRequest('sms', destination);
      const authorization = header({ accessToken, clientSecret, clientId });
      if (authorization === request.headers['authorization']) {
        throw new NotTested(
          'needs an accessToken that contains a letter and equals no id or secret',
          'settings',
        );
      }
      return { request: withHeader(request, 'authorization', authorization), destination, app };
    },
  };
}

async function refusesSend(t: Attempt, { request, destination, app }: WrongSend): Promise<void> {
  t.assertRejected(await t.flows.sendAndRecord(request, 'sms', destination, app), 'the send');
}

/** Sends to a new number, to show whether bearer tokens are checked. */
const plainSend = onceInRun(async (t: Attempt, kind: Kind): Promise<Reply> => {
  const { identities } = t.ctx;
  const unused = identities.areLimited ? identities.reserveDestination('sms', 'once') : null;
  const destination = unused ?? t.flows.getDestination('sms');
  const request = await t.flows.sendRequest('sms', destination);
  return t.flows.sendAndRecord(sendsWithout[kind](request), 'sms', destination);
});

/** @throws NotTested if the deployment accepts a send without a bearer token, or with an invalid one */
async function needsRefusal(t: Attempt, kind: Kind): Promise<void> {
  await t.ctx.control(operation);
  const reply = await plainSend(t, kind);
  t.requireServiceResponse(reply);
  if (!reply.accepted) return;
  throw new NotTested(
    `a send with a ${kind} bearer token is accepted, which is open (§5.2)`,
    'dialect',
  );
}
