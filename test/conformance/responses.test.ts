import { generateKeyPair, exportJWK, SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import {
  findCommonPrefix,
  isUrlSafe,
  listRandomParts,
  guessPhrase,
  countVaryingPositions,
} from '../../src/judge/challenge-text.ts';
import { showsAnotherDomain } from '../../conformance/responses/email-mask.ts';
import { findMaskProblem, hasMoreThanFourDigits } from '../../src/judge/phone-mask.ts';
import {
  readToken,
  verifySignature,
  createUnsignedToken,
  withClaims,
} from '../../conformance/responses/session-token.ts';
import { findShownState, findShownWallet } from '../../conformance/responses/shown-wallet.ts';
import { parseTimestamp } from '../../conformance/responses/timestamp.ts';
import type { UserView } from '../../conformance/actors/user-view.ts';

describe('§2.3 challenge', () => {
  const challenges = ['Sign in: aB3-_x9', 'Sign in: aC4~.x8', 'Sign in: zD5-_x7='];

  it('separates the phrase from the random part', () => {
    expect(findCommonPrefix(challenges)).toBe('Sign in: ');
    expect(listRandomParts(challenges)).toEqual(['aB3-_x9', 'aC4~.x8', 'zD5-_x7=']);
    expect(new Set(challenges.map(guessPhrase))).toEqual(new Set(['Sign in: ']));
    // Of seven common positions, only the position of x does not vary.
    expect(countVaryingPositions(listRandomParts(challenges))).toBe(6);
    expect(listRandomParts([])).toEqual([]);
    expect(findCommonPrefix([])).toBe('');
  });

  it.each(['aB3-_', 'a.b~c', '0199', 'abcd=='])('accepts %s as URL-safe', (text) => {
    expect(isUrlSafe(text)).toBe(true);
  });

  it.each(['a+b', 'a/b', 'a b', 'a%20', 'ä', 'a=b', '', 'a\n'])(
    'rejects %j as not URL-safe',
    (text) => {
      expect(isUrlSafe(text)).toBe(false);
    },
  );
});

describe('§2.4 timestamps', () => {
  it.each([
    '2026-02-28T23:59:59.123Z',
    '2024-02-29T00:00:00.000+00:00',
    '2026-01-01T00:00:00,001Z',
    '2026-01-01T00:00:00.001+00',
    '2026-01-01T00:00:00.001+0000',
  ])('accepts %s', (text) => expect(parseTimestamp(text)).not.toBe(null));

  it.each([
    '2026-02-30T00:00:00.000Z',
    '2026-02-28T24:01:00.000Z',
    '2026-02-28T23:59:59Z',
    '2026-02-28T23:59:59.123456Z',
    '2026-02-28T23:59:59.123+02:00',
    '2026-02-28T23:59:59.123',
    '2026-02-28 23:59:59.123Z',
    'at 2026-02-28T23:59:59.123Z',
    '2026-02-28T23:59:59.123Z and later',
    '1772323199123',
    1_772_323_199_123,
    ['2026-02-28T23:59:59.123Z'],
    null,
  ])('rejects %s', (text) => expect(parseTimestamp(text)).toBe(null));
});

describe('§2.4, §2.5 phoneMask', () => {
  const number = '+12025550199';

  it.each([
    ...['******0199', '+1•••0199', '0199', 'ends with 01 99'],
    ...['+1 202 *** 0199', '******9 0199', '202555*0199'],
  ])('accepts %s', (mask) => expect(findMaskProblem(mask, number)).toBe(null));

  it.each([
    ['******0198', 'wrong last four digits'],
    ['******199', 'wrong last four digits'],
    ['', 'wrong last four digits'],
    [null, 'not a string'],
    [199, 'not a string'],
    ['+12025550199', 'the whole number'],
    ['(202) 555-0199', 'the whole number'],
    ['5550199', 'more than four digits'],
    ['******550199', 'more than four digits'],
    ['******5 01-99', 'more than four digits'],
    // Hides nothing, and omits no more digits than a country code has.
    ['25550199', 'the whole number'],
    ['00*12025550199', 'the whole number'],
    ['*120255501990', 'wrong last four digits'],
    ['(120) 2555-0199', 'the whole number'],
    ['*12025550199', 'the whole number'],
    ['12025550199 (*0199)', 'the whole number'],
  ])('%j has the problem: %s', (mask, problem) =>
    expect(findMaskProblem(mask, number)).toBe(problem),
  );

  it('accepts the last four digits of a short number', () => {
    expect(findMaskProblem('7123', '+2907123')).toBe(null);
  });

  it('reports whether more than four digits are shown anywhere in the mask', () => {
    expect(hasMoreThanFourDigits('+1•••0199')).toBe(true);
    expect(hasMoreThanFourDigits('•••0199')).toBe(false);
  });
});

describe('§2.4 sessionJwt', () => {
  it('is valid only with the published key', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
    const otherPair = await generateKeyPair('ES256', { extractable: true });
    const token = await new SignJWT({ sub: 'a' })
      .setProtectedHeader({ alg: 'ES256', kid: 'k' })
      .sign(privateKey);
    const createKeySet = async (key: Parameters<typeof exportJWK>[0], kid: string) => ({
      keys: [{ ...(await exportJWK(key)), kid, alg: 'ES256' }],
    });
    expect(await verifySignature(await createKeySet(publicKey, 'k'), token)).toBe('valid');
    expect(await verifySignature(await createKeySet(otherPair.publicKey, 'k'), token)).toBe(
      'invalid',
    );
    expect(await verifySignature(await createKeySet(publicKey, 'l'), token)).toBe('no key');
    expect(await verifySignature('no key set', token)).toBe('no key');
    expect(readToken(token)).toMatchObject({ claims: { sub: 'a' } });
    const forged = withClaims(token, { sub: 'b' });
    expect(await verifySignature(await createKeySet(publicKey, 'k'), forged)).toBe('invalid');
  });

  it('without a key id is verified with each published key', async () => {
    const pairs = await Promise.all(
      [1, 2, 3].map(() => generateKeyPair('ES256', { extractable: true })),
    );
    const [first, second, third] = await Promise.all(
      pairs.map(({ publicKey }) => exportJWK(publicKey)),
    );
    const token = await new SignJWT({ sub: 'a' })
      .setProtectedHeader({ alg: 'ES256' })
      .sign(pairs[1]!.privateKey);
    expect(await verifySignature({ keys: [first, second] }, token)).toBe('valid');
    expect(await verifySignature({ keys: [first, third] }, token)).toBe('invalid');
  });

  const encodePart = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

  it('can be encrypted', () => {
    const header = encodePart({ alg: 'RSA-OAEP', enc: 'A256GCM' });
    expect(readToken(`${header}.a.b.c.d`)).toEqual({
      header: { alg: 'RSA-OAEP', enc: 'A256GCM' },
      claims: null,
    });
  });

  it.each(['JWT', 'jwt'])('can contain a nested token (cty %s)', (cty) => {
    const header = { alg: 'ES256', cty };
    expect(readToken(`${encodePart(header)}.a.c2ln`)).toEqual({ header, claims: null });
  });

  it.each([
    [`${encodePart({ alg: 'none' })}.${encodePart({ sub: 'a' })}.`, 'is not signed'],
    [`${encodePart({ alg: 'NONE' })}.${encodePart({ sub: 'a' })}.c2ln`, 'is not signed'],
    [`${encodePart({ alg: 'ES256' })}.${encodePart({ sub: 'a' })}.`, 'is not signed'],
    [`${encodePart({ alg: 'ES256' })}.${encodePart('a')}.c2ln`, 'has no JSON object as its claims'],
    [`${encodePart({ alg: 'ES256' })}.bm8.c2ln`, 'has no JSON object as its claims'],
    [
      `${encodePart({ typ: 'JWT' })}.${encodePart({ sub: 'a' })}.c2ln`,
      'has no algorithm in its header',
    ],
    [`${encodePart({ alg: 'ES256' })}.${encodePart({ sub: 'a' })}`, 'has 2 parts'],
    [`${encodePart({ alg: 'ES256' })}.a.b.c.d`, 'has 5 parts'],
    [`${encodePart({ alg: 'ES256', enc: 'A256GCM' })}.a.b.c`, 'has 4 parts'],
    [
      `${encodePart({ alg: 'ES256', enc: 'A256GCM' })}.${encodePart('a')}.c2ln`,
      'has no JSON object as its claims',
    ],
    [
      `${encodePart({ alg: 'ES256' })}.${encodePart({ sub: 'a' })}.c2+n`,
      'has parts that are not base64url',
    ],
    [
      `${encodePart({ alg: 'ES256' })}.${encodePart({ sub: 'a' })}.+c2n`,
      'has parts that are not base64url',
    ],
    ['opaque', 'has no JSON object as its header'],
    ['', 'has no JSON object as its header'],
  ])('is invalid: %s', (token, reason) => expect(readToken(token)).toBe(reason));

  it('can be forged with other claims and the original signature', () => {
    const decodeParts = (token: string) =>
      token.split('.').map((text) => Buffer.from(text, 'base64url').toString());
    const token = `${encodePart({ alg: 'ES256' })}.${encodePart({ sub: 'a' })}.c2ln`;
    expect(decodeParts(withClaims(token, { sub: 'b' }))).toEqual([
      '{"alg":"ES256"}',
      '{"sub":"b"}',
      'sig',
    ]);
    expect(decodeParts(createUnsignedToken({ sub: 'b' }))).toEqual([
      '{"alg":"none","typ":"JWT"}',
      '{"sub":"b"}',
      '',
    ]);
    expect(createUnsignedToken({ sub: '?>' })).not.toMatch(/[+/=]/);
  });
});

describe('§3 the state of a wallet in a user read', () => {
  it.each([
    [{ status: 'unverified' }, 'unverified'],
    [{ state: 'NOT_VERIFIED' }, 'unverified'],
    [{ verified: false }, 'unverified'],
    [{ isVerified: true }, 'verified'],
    [{ unverified: true }, 'unverified'],
    [{ verifiedAt: null }, 'unverified'],
    [{ verifiedAt: '' }, 'unverified'],
    [{ verifiedAt: 0 }, 'unverified'],
    [{ verifiedAt: 1_772_323_199 }, 'verified'],
    [{ verified_at: '2026-01-01T00:00:00.000Z' }, 'verified'],
    [{ status: 'VERIFIED' }, 'verified'],
    [{ status: 'active', verificationError: null }, null],
    [{ status: 'active', state: 'verified' }, 'verified'],
    [{ un_verified: false }, 'verified'],
    [{ is_verified: false }, 'unverified'],
    [{ verified: 'unverified' }, 'unverified'],
    [{ active: true }, null],
    [{ unverifiedBy: true, wasVerified: true, verifiedBy: true }, null],
    [{ notVerifiedAt: null, verifiedAtAll: null, verifiedOnce: null }, null],
    [{ verifiedOn: null }, 'unverified'],
    [{ verified_time: null }, 'unverified'],
    [{ state: 'non-verified' }, 'unverified'],
    [{ state: 'un verified' }, 'unverified'],
    [{ state: 'notXverified' }, null],
    [{ state: 'was not verified' }, null],
    [{ state: 'unverified since' }, null],
    [{ state: 'newly verified' }, null],
    [{ state: 'verified since' }, null],
    [{ state: ['verified'] }, null],
  ])('%j is %s', (wallet, state) => expect(findShownState(wallet)).toBe(state));
});

describe('§2.7 the wallet found in a user read', () => {
  const createView = (wallets: UserView['wallets']): Pick<UserView, 'wallets'> => ({ wallets });
  const wallet = { network: 'ETHEREUM', address: '0xAbCd', index: 1 };

  it('has the address in any field, in any letter case', () => {
    const wallets = [{ network: 'ETHEREUM', address: '0x1234' }, wallet];
    expect(findShownWallet(createView(wallets), '0xabCD')).toBe(wallet);
    expect(findShownWallet(createView([{ id: 'eip155:1:0xabcd' }]), '0xABCD')).toEqual({
      id: 'eip155:1:0xabcd',
    });
  });

  it('is null if no wallet has the address', () => {
    expect(findShownWallet(createView([wallet]), '0x9999')).toBe(null);
    expect(findShownWallet(createView(null), '0xabcd')).toBe(null);
  });
});

describe('§2.6 emailMask', () => {
  const address = 'rita.o@Mail.example.org';

  it.each([
    'r***@mail.example.org',
    'r***@MAIL.EXAMPLE.ORG',
    'r***@m***.org',
    'rxxxx@xxxx.xxxxxxx.org',
    'rxxxx@mxxx.exxxxxe.xxg',
    'r…o at m***',
    'r***@m.org',
    'r***@example.org',
    'r***@ail.mple.org',
    'elsewhere',
    '***@***',
    '***',
    'r*****',
  ])('accepts %s as a mask of the address', (mask) => {
    expect(showsAnotherDomain(mask, address)).toBe(false);
  });

  it.each([
    'r***@elsewhere.test',
    'r***@mail.example.com',
    '***@other.org',
    'r***@xmail.example.org',
    'r***@mailx.example.org',
    'r***@max.example.org',
    'r***@fxxx.example.org',
  ])('rejects %s as a mask of another address', (mask) => {
    expect(showsAnotherDomain(mask, address)).toBe(true);
  });

  it('with a domain is rejected as a mask of an address without a domain', () => {
    expect(showsAnotherDomain('r***@elsewhere.test', 'no address')).toBe(true);
    expect(showsAnotherDomain('r***@elsewhere', 'no address')).toBe(true);
  });
});
