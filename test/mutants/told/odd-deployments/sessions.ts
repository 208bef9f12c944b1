/** Sessions, and the keys that they are signed with, as hardly any deployment has them (§5.8). */
import {
  answerWith,
  bearerOf,
  partOf,
  textAt,
  without,
  type Answered,
  type Asked,
  type Fields,
} from '../../exchange.ts';
import type { Mutate } from '../../mutate.ts';
import { answers, hits } from '../../operators/operator.ts';
import { signIns, type OddDeployments } from './odd-deployment.ts';

/** The session stays what it is; the client sees another name for it, with these in its payload. */
function sessions(
  change: (header: Fields, claims: Fields, asked: Asked) => readonly [Fields, Fields],
): Mutate {
  return answers(signIns, (body, { asked }, memory) => {
    const real = textAt(body, 'sessionJwt');
    if (real === null) return body;
    const [header = '', claims = '', signature] = real.split('.');
    const parts = change(partOf(header), partOf(claims), asked);
    return {
      ...body,
      sessionJwt: memory.alias(real, [...parts.map(encoded), signature].join('.')),
    };
  });
}

function encoded(part: Fields): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

/** What stands in for the set of public keys. */
function keysAnsweredWith(answer: Answered): Mutate {
  return async ({ asked, forward }) => (asked.path.includes('jwks') ? answer : forward());
}

const noKeys = keysAnsweredWith(answerWith(200, { keys: [] }));
const lockedKeys = keysAnsweredWith(answerWith(403, {}));

/** The public keys are elsewhere, and what says so is an answer or the header of the session. */
function keysElsewhere(told: Mutate): Mutate {
  return async (exchange, memory) => {
    const { asked, forward } = exchange;
    if (asked.path === '/.well-known/jwks.json') return answerWith(404, {});
    if (asked.path === '/keys') return forward({ ...asked, path: '/.well-known/jwks.json' });
    return told(exchange, memory);
  };
}

const configured: Mutate = async ({ asked, forward }) =>
  asked.path === '/.well-known/openid-configuration'
    ? answerWith(200, { jwks_uri: `http://${asked.headers['host']}/keys` })
    : forward();

/** A session is good for so many reads. */
function forgottenAfter(most: number): Mutate {
  return async (exchange, memory) => {
    const bearer = bearerOf(exchange.asked);
    if (!hits(exchange, 'getUser') || bearer === null) return exchange.forward();
    return memory.count(bearer) > most ? answerWith(401, {}) : exchange.forward();
  };
}

export const oddSessions: OddDeployments = {
  'an algorithm that nobody has heard of': sessions((header, claims) => [
    { ...header, alg: 'XS512' },
    claims,
  ]),
  'sessions without a lifetime': sessions((header, { exp: _exp, ...claims }) => [header, claims]),
  'sessions without a beginning': sessions((header, { iat: _iat, ...claims }) => [header, claims]),
  'sessions that are over as they begin': sessions((header, claims) => [
    header,
    { ...claims, exp: claims['iat'] },
  ]),
  'sessions that name nobody': sessions((header, claims) => [
    header,
    without(claims, 'sub', 'userId', 'user_id'),
  ]),
  'sessions that name the user twice': sessions((header, claims) => [
    header,
    { ...without(claims, 'sub'), account: claims['sub'], owner: claims['sub'] },
  ]),
  'sessions that are no JWT': answers(signIns, (body, _exchange, memory) => ({
    ...body,
    sessionJwt: memory.alias(
      textAt(body, 'sessionJwt') ?? '',
      `session-${memory.count('session')}-of-a-user`,
    ),
  })),
  'public keys that are for others': noKeys,
  'public keys behind a lock': lockedKeys,
  'public keys that are for others, and are known': { mutate: noKeys, isGranted: true },
  'public keys that are known, behind a lock': { mutate: lockedKeys, isGranted: true },
  'public keys where a configuration says': keysElsewhere(configured),
  'public keys where the session says': keysElsewhere(
    sessions((header, claims, { headers }) => [
      { ...header, jku: `http://${headers['host']}/keys` },
      claims,
    ]),
  ),
  'sessions that are good for three reads': forgottenAfter(3),
  'sessions that are good for three reads, and are known': {
    mutate: forgottenAfter(3),
    isGranted: true,
  },
};
