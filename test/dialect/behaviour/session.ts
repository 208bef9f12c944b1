import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import { expect } from 'vitest';

import { sendRequest } from '../../sandbox.ts';
import { formatStatusAndCode } from './key-behaviour.ts';
import type { KeyBehaviour } from './key-behaviour.ts';
import { rita } from './people.ts';
import { signInForSession } from './sign-in.ts';
import type { RecordingWorkspace } from './recording-workspace.ts';

export const sessionKeys: readonly KeyBehaviour[] = [
  {
    key: 'session.algorithm',
    description: 'the algorithm of a sessionJwt, and the key that verifies it',
    observe: async (app, workspace) => {
      const jwt = await signInForSession(app, rita);
      return {
        alg: decodeProtectedHeader(jwt).alg,
        verifiedBy: await findVerifyingKey(jwt, workspace),
        read: formatStatusAndCode(await app.readUser(jwt)),
      };
    },
    defaultResult: { alg: 'ES256', verifiedBy: 'EC', read: 200 },
    contractVersusDefault: 'same',
    values: [
      { value: 'RS256', result: { alg: 'RS256', verifiedBy: 'RSA', read: 200 } },
      { value: 'EdDSA', result: { alg: 'EdDSA', verifiedBy: 'OKP', read: 200 } },
      {
        value: 'HS256',
        result: { alg: 'HS256', verifiedBy: 'no key is served', read: 200 },
        requiredValues: { 'session.jwksPath': 'none' },
      },
    ],
  },
  {
    key: 'session.ttl',
    description: 'exp minus iat, and a read after 61 minutes',
    observe: async (app, workspace) => {
      const jwt = await signInForSession(app, rita);
      const { exp = 0, iat = 0 } = decodeJwt(jwt);
      await workspace.advance('PT61M');
      return { seconds: exp - iat, read: formatStatusAndCode(await app.readUser(jwt)) };
    },
    defaultResult: { seconds: 3600, read: '401 bearer' },
    contractVersusDefault: 'same',
    values: [{ value: 'PT2H', result: { seconds: 7200, read: 200 } }],
  },
  {
    key: 'session.jwksPath',
    description: 'GET /.well-known/jwks.json, then GET /v1/keys',
    observe: async (_app, workspace) => {
      const atDefaultPath = await sendRequest(`${workspace.url}/.well-known/jwks.json`);
      const atOtherPath = await sendRequest(`${workspace.url}/v1/keys`);
      return [atDefaultPath, atOtherPath].map(({ status, body }) =>
        status === 200 ? body : status,
      );
    },
    defaultResult: [{ keys: [expect.objectContaining({ kty: 'EC' })] }, 404],
    contractVersusDefault: 'same',
    values: [
      { value: '/v1/keys', result: [404, { keys: [expect.objectContaining({ kty: 'EC' })] }] },
      { value: 'none', result: [404, 404] },
    ],
  },
  {
    key: 'session.subjectClaim',
    description: 'the claim that equals userMask.id',
    observe: async (app) => {
      const { body } = await app.signIn(rita.wallet);
      const claims = Object.entries(decodeJwt(body.sessionJwt));
      const matching = claims.filter(([, value]) => value === body.userMask.id);
      return {
        claims: matching.map(([name]) => name),
        read: formatStatusAndCode(await app.readUser(body.sessionJwt)),
      };
    },
    defaultResult: { claims: ['sub'], read: 200 },
    contractVersusDefault: 'same',
    values: [{ value: 'user_id', result: { claims: ['user_id'], read: 200 } }],
  },
  {
    key: 'session.boundToClient',
    description: 'a session used by its own client, then by another client',
    observe: async (app, workspace) => {
      const jwt = await signInForSession(app, rita);
      return [
        formatStatusAndCode(await app.readUser(jwt)),
        formatStatusAndCode(await workspace.client('exchange-app').readUser(jwt)),
      ];
    },
    defaultResult: [200, '401 bearer'],
    contractVersusDefault: 'same',
    values: [{ value: 'no', result: [200, 200] }],
  },
  {
    key: 'session.sentIn',
    description: 'a session in Authorization, in another header, in a cookie; an invalid session',
    observe: async (app) => {
      const jwt = await signInForSession(app, rita);
      const readWithHeaders = async (headers: Record<string, string>) =>
        formatStatusAndCode(await app.send('/user', { headers }));
      return [
        await readWithHeaders({ authorization: `Bearer ${jwt}` }),
        await readWithHeaders({ 'session-jwt': jwt }),
        await readWithHeaders({ cookie: `other=1; session=${jwt}` }),
        await readWithHeaders({ 'session-jwt': `${jwt}x`, cookie: `session=${jwt}x` }),
      ];
    },
    defaultResult: [200, '401 bearer', '401 bearer', '401 bearer'],
    contractVersusDefault: 'incompatible',
    values: [
      {
        value: { header: 'Session-Jwt' },
        result: ['401 bearer', 200, '401 bearer', '401 bearer'],
      },
      { value: { cookie: 'session' }, result: ['401 bearer', '401 bearer', 200, '401 bearer'] },
    ],
  },
];

/** Returns the type of the served key that verifies a sessionJwt. */
async function findVerifyingKey(jwt: string, { url }: RecordingWorkspace): Promise<string> {
  const { status, body } = await sendRequest(`${url}/.well-known/jwks.json`);
  if (status !== 200) return 'no key is served';
  await jwtVerify(jwt, createLocalJWKSet(body));
  return body.keys[0].kty;
}
