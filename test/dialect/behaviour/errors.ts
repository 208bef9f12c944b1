import { expect } from 'vitest';

import { causes, type Cause } from '../../../src/domain/errors.ts';
import { toNetworkIdentity } from '../../sandbox.ts';
import type { ClientApp, HttpResponse } from '../../sandbox.ts';
import { formatStatusAndCode } from './key-behaviour.ts';
import type { ContractRelation, KeyBehaviour } from './key-behaviour.ts';
import { newcomer, rita, stranger } from './people.ts';
import { signInForSession, toWrongCode } from './sign-in.ts';
import type { DialectValues } from '../../setup/dialect-document.ts';
import type { RecordingWorkspace } from './recording-workspace.ts';

/** A request that is refused for a cause. */
interface RefusedRequest {
  readonly cause: Cause;
  readonly status: number;
  readonly baseValues?: DialectValues;
  readonly contractVersusDefault?: ContractRelation;
  send(app: ClientApp, workspace: RecordingWorkspace): Promise<HttpResponse>;
}

/** A status that no cause has by default. */
const TEAPOT = 418;

const { wallet, emailAddress } = newcomer;
const fields = toNetworkIdentity(wallet);
const START = '/v1/auth/cryptoWallet:start';

/** By default, a challenge expires after 5 minutes, a code after 10 minutes or 5 wrong attempts. */
const refusedRequests: readonly RefusedRequest[] = [
  {
    cause: 'clientCredentials',
    status: 401,
    send: (app) => app.send(START, { body: fields, headers: { 'service-client-secret': 'wrong' } }),
  },
  { cause: 'bearer', status: 401, send: (app) => app.readUser('no-session') },
  {
    cause: 'malformed',
    status: 400,
    send: (app) => app.send(START, { body: '{"walletAddress": ' }),
  },
  { cause: 'invalidRequest', status: 400, send: (app) => app.post(START, {}) },
  {
    cause: 'signature',
    status: 401,
    send: async (app) => {
      const { body } = await app.start(fields);
      return app.authenticate(fields, await stranger.wallet.signMessage(body.challenge));
    },
  },
  {
    cause: 'challengeUnknown',
    status: 401,
    send: async (app) => app.authenticate(fields, await wallet.signMessage('no challenge')),
  },
  {
    cause: 'challengeExpired',
    status: 401,
    send: async (app, workspace) => {
      const { body } = await app.start(fields);
      await workspace.advance('PT6M');
      return app.authenticate(fields, await wallet.signMessage(body.challenge));
    },
  },
  {
    cause: 'otpWrong',
    status: 401,
    send: async (app, workspace) => {
      await app.sendEmail(emailAddress);
      const { recordId, code } = await workspace.readLastMessage(emailAddress);
      return app.authenticateEmail({ emailId: recordId, otp: toWrongCode(code) });
    },
  },
  {
    cause: 'otpExpired',
    status: 401,
    send: async (app, workspace) => {
      await app.sendEmail(emailAddress);
      const { recordId, code } = await workspace.readLastMessage(emailAddress);
      await workspace.advance('PT11M');
      return app.authenticateEmail({ emailId: recordId, otp: code });
    },
  },
  {
    cause: 'otpLocked',
    status: 429,
    send: async (app, workspace) => {
      await app.sendEmail(emailAddress);
      const { recordId, code } = await workspace.readLastMessage(emailAddress);
      for (let tries = 0; tries < 5; tries += 1) {
        await app.authenticateEmail({ emailId: recordId, otp: toWrongCode(code) });
      }
      return app.authenticateEmail({ emailId: recordId, otp: code });
    },
  },
  {
    cause: 'identityUnknown',
    status: 404,
    baseValues: { 'identity.unknown': 'rejectAtStart' },
    send: (app) => app.start(fields),
  },
  {
    cause: 'flagRestricts',
    status: 403,
    send: async (app, workspace) => {
      await workspace.addFlags('rita', 'F1001');
      return app.addWallet(fields, await signInForSession(app, rita));
    },
  },
  {
    cause: 'identityTaken',
    status: 409,
    send: async (app) => {
      await app.signIn(wallet);
      return app.addWallet(fields, await signInForSession(app, rita));
    },
  },
  {
    cause: 'rateLimited',
    status: 429,
    baseValues: { 'limits.sends': { count: 1, per: 'PT1H', scope: 'destination' } },
    send: async (app) => {
      await app.sendEmail(emailAddress);
      return app.sendEmail(emailAddress);
    },
  },
  {
    cause: 'tooLarge',
    status: 413,
    // The default limit is 100 KiB.
    send: (app) => app.post(START, { ...fields, more: 'x'.repeat(110_000) }),
  },
  {
    cause: 'unsupportedMediaType',
    status: 415,
    send: (app) => app.send(START, { body: fields, headers: { 'content-type': 'text/plain' } }),
  },
  // The contract describes no responses of other paths and methods.
  {
    cause: 'notFound',
    status: 404,
    contractVersusDefault: 'same',
    send: (app) => app.post('/v1/auth/cryptoWallet:stop', fields),
  },
  {
    cause: 'methodNotAllowed',
    status: 405,
    contractVersusDefault: 'same',
    send: (app) => app.send(START, { method: 'GET' }),
  },
];

const flatBody = {
  code: 'invalidRequest',
  message: expect.any(String),
  details: expect.arrayContaining([
    { pointer: '/body/walletAddress', message: expect.any(String) },
  ]),
};

export const errorsKeys: readonly KeyBehaviour[] = [
  ...refusedRequests.map(
    ({
      cause,
      status,
      baseValues,
      contractVersusDefault = 'incompatible',
      send,
    }): KeyBehaviour => ({
      key: `errors.status.${causes[cause].statusKey}`,
      description: 'a request that is refused for this cause',
      ...(baseValues && { baseValues }),
      observe: async (app, workspace) => formatStatusAndCode(await send(app, workspace)),
      defaultResult: `${status} ${cause}`,
      contractVersusDefault,
      values: [{ value: TEAPOT, result: `${TEAPOT} ${cause}` }],
    }),
  ),
  {
    key: 'errors.body',
    description: 'the body of a refusal',
    observe: async (app) => {
      const { status, headers, body } = await app.post(START, {});
      return { status, type: headers.get('content-type'), body };
    },
    defaultResult: { status: 400, type: 'application/json; charset=utf-8', body: flatBody },
    contractVersusDefault: 'incompatible',
    values: [
      {
        value: 'problem',
        result: {
          status: 400,
          type: 'application/problem+json; charset=utf-8',
          body: {
            type: 'https://flagbearer.dev/problems/invalidRequest',
            title: expect.any(String),
            status: 400,
            detail: expect.any(String),
            code: 'invalidRequest',
            details: flatBody.details,
          },
        },
      },
      {
        value: 'nested',
        result: { status: 400, type: 'application/json; charset=utf-8', body: { error: flatBody } },
      },
      { value: 'empty', result: { status: 400, type: null, body: '' } },
    ],
  },
];
