import { createHmac, createPublicKey } from 'node:crypto';
import * as fc from 'fast-check';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';

import { joseTokens, type SigningAlgorithm, type SigningKey } from '../../src/ports/tokens.ts';

const NOW = Date.parse('2026-01-15T10:00:00.000Z');
const EXPIRY = NOW + 3_600_000;
const claims = { sub: 'fd0c1f0c-0ab0-4a6e-9a77-5c9d1d1f9a11', iat: NOW / 1000, exp: EXPIRY / 1000 };
const ALGORITHMS = ['ES256', 'RS256', 'EdDSA', 'HS256'] as const;

const keys = new Map<SigningAlgorithm, SigningKey>();

beforeAll(async () => {
  for (const algorithm of ALGORITHMS)
    keys.set(algorithm, await joseTokens.createKey(algorithm, NOW));
});

function getKey(algorithm: SigningAlgorithm): SigningKey {
  return keys.get(algorithm)!;
}

function encode(part: unknown): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

function decode(part: string | undefined): Record<string, unknown> {
  return JSON.parse(Buffer.from(part ?? '', 'base64url').toString());
}

function createRefusal(reason: string) {
  return { outcome: 'refused', reason };
}

describe.each(ALGORITHMS)('session tokens by %s', (algorithm) => {
  it('verify with the key that signed them', async () => {
    const key = getKey(algorithm);
    const token = await joseTokens.sign(key, claims);
    expect(await joseTokens.verify([key], token, NOW)).toEqual({ outcome: 'valid', claims });
  });

  it('contain the algorithm and the key id', async () => {
    const key = getKey(algorithm);
    const [header, payload] = (await joseTokens.sign(key, claims)).split('.');
    expect(decode(header)).toEqual({ alg: algorithm, kid: key.kid, typ: 'JWT' });
    expect(decode(payload)).toEqual(claims);
  });

  it('verify with a key that was stored as JSON', async () => {
    const token = await joseTokens.sign(getKey(algorithm), claims);
    const stored: SigningKey = JSON.parse(JSON.stringify(getKey(algorithm)));
    expect(await joseTokens.verify([stored], token, NOW)).toMatchObject({ outcome: 'valid' });
  });

  it('are rejected when a claim was changed', async () => {
    const key = getKey(algorithm);
    const [header, , signature] = (await joseTokens.sign(key, claims)).split('.');
    const token = [header, encode({ ...claims, sub: 'someone-else' }), signature].join('.');
    expect(await joseTokens.verify([key], token, NOW)).toEqual(createRefusal('signature'));
  });

  it('are rejected when the signature was changed or truncated', async () => {
    const key = getKey(algorithm);
    const [header, payload, signature = ''] = (await joseTokens.sign(key, claims)).split('.');
    const changed = (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1);
    for (const wrongSignature of [changed, '', signature.slice(0, 8)]) {
      const token = [header, payload, wrongSignature].join('.');
      expect(await joseTokens.verify([key], token, NOW)).toEqual(createRefusal('signature'));
    }
  });

  it('are rejected with padding, white space or unused bits in the signature (RFC 7515 §2)', async () => {
    const key = getKey(algorithm);
    const token = await joseTokens.sign(key, claims);
    // The last character of a signature with these lengths has unused bits, which are zero.
    const lastCode = token.charCodeAt(token.length - 1);
    const withUnusedBit = token.slice(0, -1) + String.fromCharCode(lastCode + 1);
    for (const text of [`${token}=`, `${token}==`, `${token}\n`, `${token} `, withUnusedBit]) {
      expect(await joseTokens.verify([key], text, NOW)).toEqual(createRefusal('malformed'));
    }
  });

  it('are rejected under another key, even one with the same kid', async () => {
    const key = getKey(algorithm);
    const token = await joseTokens.sign(key, claims);
    expect(await joseTokens.verify([key], token, NOW)).toMatchObject({ outcome: 'valid' });

    const other = await joseTokens.createKey(algorithm, NOW);
    expect(await joseTokens.verify([other], token, NOW)).toEqual(createRefusal('unknownKey'));
    const impostor = { ...other, kid: key.kid };
    expect(await joseTokens.verify([impostor], token, NOW)).toEqual(createRefusal('signature'));
  });

  it('are verified with the matching one of several keys', async () => {
    const token = await joseTokens.sign(getKey(algorithm), claims);
    expect(await joseTokens.verify([...keys.values()], token, NOW)).toMatchObject({
      outcome: 'valid',
    });
  });

  it('expire at exp, to the millisecond, also after a successful check (RFC 7519 §4.1.4)', async () => {
    const key = getKey(algorithm);
    const token = await joseTokens.sign(key, claims);
    const verifyAt = (instant: number) => joseTokens.verify([key], token, instant);
    expect(await verifyAt(EXPIRY - 1)).toMatchObject({ outcome: 'valid' });
    expect(await verifyAt(EXPIRY)).toEqual(createRefusal('expired'));
    expect(await verifyAt(NOW)).toMatchObject({ outcome: 'valid' });
  });
});

describe('session tokens', () => {
  it('are rejected with the algorithm none', async () => {
    const key = getKey('ES256');
    for (const alg of ['none', 'None', 'NONE']) {
      const token = `${encode({ alg, kid: key.kid })}.${encode(claims)}.`;
      expect(await joseTokens.verify([key], token, NOW)).toEqual(createRefusal('algorithm'));
    }
  });

  it.each(['ES256', 'RS256', 'EdDSA'] as const)(
    'are rejected when signed as HS256 with the public key of %s (RFC 8725 §2.1)',
    async (algorithm) => {
      const key = getKey(algorithm);
      const [jwk] = joseTokens.createJwks([key]).keys;
      const pem = createPublicKey({ key: { ...jwk }, format: 'jwk' }).export({
        type: 'spki',
        format: 'pem',
      });
      for (const secret of [pem, JSON.stringify(jwk), String(jwk?.x ?? jwk?.n)]) {
        const signed = `${encode({ alg: 'HS256', kid: key.kid, typ: 'JWT' })}.${encode(claims)}`;
        const mac = createHmac('sha256', secret).update(signed).digest('base64url');
        expect(await joseTokens.verify([key], `${signed}.${mac}`, NOW)).toEqual(
          createRefusal('algorithm'),
        );
      }
    },
  );

  it('are rejected without a kid, or with one that is not a string', async () => {
    const key = getKey('HS256');
    for (const kid of [undefined, null, 0, [key.kid]]) {
      const signed = `${encode({ alg: 'HS256', kid })}.${encode(claims)}`;
      const secret = Buffer.from(key.jwk.k ?? '', 'base64url');
      const mac = createHmac('sha256', secret).update(signed).digest('base64url');
      expect(await joseTokens.verify([key], `${signed}.${mac}`, NOW)).toEqual(
        createRefusal('unknownKey'),
      );
    }
  });

  it('are rejected without an exp', async () => {
    const key = getKey('ES256');
    const token = await joseTokens.sign(key, { sub: 'someone' });
    expect(await joseTokens.verify([key], token, NOW)).toEqual(createRefusal('malformed'));
  });

  it.each(['', 'a', 'a.b', 'a.b.c', '..', '....', 'wallet-app-token', 'eyJhbGciOiJFUzI1NiJ9'])(
    'are not %j',
    async (text) => {
      expect(await joseTokens.verify([getKey('ES256')], text, NOW)).toEqual(
        createRefusal('malformed'),
      );
    },
  );

  it('are rejected without an exception, for any text', async () => {
    const all = [...keys.values()];
    const header = fc.record(
      {
        alg: fc.constantFrom<unknown>(...ALGORITHMS, 'RSA-OAEP', 7, null),
        kid: fc.constantFrom<unknown>(...all.map(({ kid }) => kid), 'other', {}),
        crit: fc.constantFrom<unknown>(['b64'], ['exp'], [], 'x'),
        b64: fc.boolean(),
        typ: fc.anything(),
      },
      { requiredKeys: [] },
    );
    const part = fc.oneof(fc.base64String(), fc.string(), fc.jsonValue().map(encode));
    const token = fc
      .tuple(fc.oneof(header.map(encode), part), fc.array(part, { maxLength: 4 }))
      .map(([first, rest]) => [first, ...rest].join('.'));
    await fc.assert(
      fc.asyncProperty(token, async (text) => {
        expect(await joseTokens.verify(all, text, NOW)).toMatchObject({ outcome: 'refused' });
      }),
      { seed: 1, numRuns: 2_000 },
    );
  });

  it('return frozen claims', async () => {
    const key = getKey('ES256');
    const verdict = await joseTokens.verify([key], await joseTokens.sign(key, claims), NOW);
    if (verdict.outcome === 'refused') throw new Error(verdict.reason);
    expect(Object.isFrozen(verdict.claims)).toBe(true);
  });
});

describe('signing keys', () => {
  it('have their own kid and their creation time', async () => {
    const key1 = getKey('ES256');
    const key2 = await joseTokens.createKey('ES256');
    expect(key1.kid).not.toBe(key2.kid);
    expect(key1.createTime).toBe('2026-01-15T10:00:00.000Z');
    expect(key2.createTime).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it('do not sign without their private part', async () => {
    const { d, ...jwk } = getKey('ES256').jwk;
    expect(d).toBeDefined();
    const key = { ...getKey('ES256'), jwk };
    await expect(joseTokens.sign(key, claims)).rejects.toThrow(TypeError);
  });
});

describe('the keys of createJwks', () => {
  it('verify tokens in other libraries', async () => {
    const { keys: jwks } = joseTokens.createJwks([...keys.values()]);
    const keySet = createLocalJWKSet({ keys: jwks });
    for (const algorithm of ['ES256', 'RS256', 'EdDSA'] as const) {
      const token = await joseTokens.sign(getKey(algorithm), claims);
      const { payload } = await jwtVerify(token, keySet, { currentDate: new Date(NOW) });
      expect(payload).toEqual(claims);
    }
  });

  it('contain no private members', () => {
    const { keys: jwks } = joseTokens.createJwks([...keys.values()]);
    const members = jwks.map((jwk) => Object.keys(jwk).sort());
    expect(members).toEqual([
      ['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'],
      ['alg', 'e', 'kid', 'kty', 'n', 'use'],
      ['alg', 'crv', 'kid', 'kty', 'use', 'x'],
    ]);
  });

  it('are empty for HS256', () => {
    expect(joseTokens.createJwks([getKey('HS256')])).toEqual({ keys: [] });
  });
});
