/** Sessions that the deployment did not issue (§2.4). */
import { jwtVerify, SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { forgeSessions } from '../../../conformance/responses/forged-sessions.ts';
import type { App } from '../../../conformance/actors/app.ts';
import type { SignedIn } from '../../../conformance/actors/signed-in.ts';
import { createResponse } from '../create-response.ts';

const encodePart = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

function createSignIn(userId: string | null, session: string | null): SignedIn {
  return { app: {} as App, response: createResponse({}), session, userId, wallet: null };
}

const header = { alg: 'ES256', kid: 'k' };
const claims = { sub: 'user-1', of: { id: 'user-1' }, n: 1 };
const session = `${encodePart(header)}.${encodePart(claims)}.abAcd`;

const encryptedHeader = encodePart({ alg: 'RSA-OAEP', enc: 'A256GCM' });

/** Returns the description, header, claims and signature of each forged session. */
function decodeForged(user: SignedIn, other: SignedIn) {
  return forgeSessions(user, other).map(([what, token]) => {
    const [first = '', second = '', signature] = token.split('.');
    const [head, body] = [first, second].map((text) =>
      JSON.parse(Buffer.from(text, 'base64url').toString()),
    );
    return [what, head, body, signature];
  });
}

describe('a session is forged', () => {
  it('in its signature, its claims and its header', async () => {
    const forgedSessions = decodeForged(
      createSignIn('user-1', session),
      createSignIn('user-2', 'x'),
    );
    expect(forgedSessions).toEqual([
      ['with a different signature', header, claims, 'abBcd'],
      ['without its signature', header, claims, ''],
      [
        'with the id of another user',
        header,
        { ...claims, sub: 'user-2', of: { id: 'user-2' } },
        'abAcd',
      ],
      ['with the algorithm none and no signature', { alg: 'none', typ: 'JWT' }, claims, ''],
      ['with the algorithm NONE and no signature', { alg: 'NONE', typ: 'JWT' }, claims, ''],
      [
        'with an unknown key id, signed with an empty key',
        { alg: 'HS256', typ: 'JWT', kid: 'unknown' },
        claims,
        expect.stringMatching(/^[\w-]{43}$/),
      ],
      [
        'signed with the key in its header',
        { ...header, alg: 'ES256', jwk: expect.objectContaining({ kty: 'EC', crv: 'P-256' }) },
        claims,
        expect.stringMatching(/^[\w-]{86}$/),
      ],
      [
        'signed with an unknown key',
        { alg: 'HS256', typ: 'JWT' },
        claims,
        expect.stringMatching(/^[\w-]{43}$/),
      ],
    ]);
    const tokens = forgeSessions(createSignIn('user-1', session), createSignIn('user-2', 'x'));
    const lastToken = tokens.at(-1)?.[1] ?? '';
    // The unknown key does not consist of zeros.
    await expect(jwtVerify(lastToken, new Uint8Array(32))).rejects.toThrow('signature');
  });

  it('with the client secret if the deployment signs with it', async () => {
    const key = new TextEncoder().encode('the-client-secret');
    const hmac = await new SignJWT({ sub: 'user-1' })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(key);
    const forgeWith = (secrets: string[]) =>
      forgeSessions(createSignIn('user-1', hmac), createSignIn('user-2', 'x'), secrets).filter(
        ([what]) => what.includes('signed with a secret of the client'),
      );
    expect(forgeWith(['another-secret'])).toEqual([]);
    const [forgery] = forgeWith(['another-secret', 'the-client-secret']);
    const { payload } = await jwtVerify(forgery?.[1] ?? '', key);
    expect(payload.sub).toBe('user-2');
  });

  it('with a changed letter in the middle of its signature', () => {
    const getChangedSignature = (signature: string) =>
      decodeForged(
        createSignIn(null, `${encodePart(header)}.${encodePart(claims)}.${signature}`),
        createSignIn(null, null),
      )[0]?.[3];
    expect(getChangedSignature('abxcd')).toBe('abAcd');
    expect(getChangedSignature('abAc')).toBe('abBc');
    expect(getChangedSignature('aAbc')).toBe('aAAc');
  });

  it.each([
    [null, 'user-2'],
    ['user-1', null],
    ['user-3', 'user-2'],
    ['user-1', 'user-1'],
  ])('not with the id of another user if %s cannot be replaced by %s', (id, other) => {
    const names = decodeForged(createSignIn(id, session), createSignIn(other, null)).map(
      ([what]) => what,
    );
    expect(names).toEqual([
      'with a different signature',
      'without its signature',
      'with the algorithm none and no signature',
      'with the algorithm NONE and no signature',
      'with an unknown key id, signed with an empty key',
      'signed with the key in its header',
      'signed with an unknown key',
    ]);
  });

  it('with the id of another user in texts only, even if numbers contain the same digits', () => {
    const shortIds = { sub: '17', exp: 1_717_171_717, of: { id: 'user/17' } };
    const token = `${encodePart(header)}.${encodePart(shortIds)}.abAcd`;
    const forgedSessions = decodeForged(createSignIn('17', token), createSignIn('0x18', null));
    expect(forgedSessions[2]).toEqual([
      'with the id of another user',
      header,
      { sub: '0x18', exp: 1_717_171_717, of: { id: 'user/0x18' } },
      'abAcd',
    ]);
  });

  // A lookup in a plain object would find the inherited property constructor.
  it('not with the client secret if the algorithm is unknown, even if its name is constructor', () => {
    const token = `${encodePart({ alg: 'constructor' })}.${encodePart(claims)}.abAcd`;
    const [user, other] = [createSignIn('user-1', token), createSignIn('user-2', null)];
    expect(forgeSessions(user, other, ['secret'])).toHaveLength(forgeSessions(user, other).length);
  });

  it.each([
    ['opaque', 'opaque..A', 'opaque..'],
    [`${encryptedHeader}.a.b.c.d`, `${encryptedHeader}.a.A`, `${encryptedHeader}.a.`],
    [null, '..A', '..'],
  ])('only in its signature if it has no readable claims: %s', (token, tampered, unsigned) => {
    expect(forgeSessions(createSignIn('a', token), createSignIn('b', null))).toEqual([
      ['with a different signature', tampered],
      ['without its signature', unsigned],
    ]);
  });
});
