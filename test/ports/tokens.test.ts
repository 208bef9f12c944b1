import { createHmac } from 'node:crypto';
import * as fc from 'fast-check';
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

describe.each(ALGORITHMS)('session tokens signed with %s', (algorithm) => {
  it('are rejected with padding, white space or unused bits in the signature (RFC 7515 §2)', async () => {
    const key = getKey(algorithm);
    const token = await joseTokens.sign(key, claims);
    // Each signature ends with unused bits, which are zero. The next character of base64url sets one of them.
    const lastCode = token.charCodeAt(token.length - 1);
    const withUnusedBit = token.slice(0, -1) + String.fromCharCode(lastCode + 1);
    for (const text of [`${token}=`, `${token}==`, `${token}\n`, `${token} `, withUnusedBit]) {
      expect(await joseTokens.verify([key], text, NOW)).toBeUndefined();
    }
  });

  it('are rejected with another key, even if that key has the same kid', async () => {
    const key = getKey(algorithm);
    const token = await joseTokens.sign(key, claims);
    expect(await joseTokens.verify([key], token, NOW)).toEqual(claims);

    const otherKey = await joseTokens.createKey(algorithm, NOW);
    expect(await joseTokens.verify([otherKey], token, NOW)).toBeUndefined();
    const keyWithSameKid = { ...otherKey, kid: key.kid };
    expect(await joseTokens.verify([keyWithSameKid], token, NOW)).toBeUndefined();
  });

  it('are verified with the matching key of several keys', async () => {
    const token = await joseTokens.sign(getKey(algorithm), claims);
    expect(await joseTokens.verify([...keys.values()], token, NOW)).toEqual(claims);
  });
});

describe('session tokens', () => {
  it('are rejected without a kid, or with a kid that is not a string', async () => {
    const key = getKey('HS256');
    for (const kid of [undefined, null, 0, [key.kid]]) {
      const signed = `${encode({ alg: 'HS256', kid })}.${encode(claims)}`;
      const secret = Buffer.from(key.jwk.k ?? '', 'base64url');
      const mac = createHmac('sha256', secret).update(signed).digest('base64url');
      expect(await joseTokens.verify([key], `${signed}.${mac}`, NOW)).toBeUndefined();
    }
  });

  it('are rejected without an exp', async () => {
    const key = getKey('ES256');
    const token = await joseTokens.sign(key, { sub: 'someone' });
    expect(await joseTokens.verify([key], token, NOW)).toBeUndefined();
  });

  it('are rejected without an exception, for any text', async () => {
    const allKeys = [...keys.values()];
    const header = fc.record(
      {
        alg: fc.constantFrom<unknown>(...ALGORITHMS, 'RSA-OAEP', 7, null),
        kid: fc.constantFrom<unknown>(...allKeys.map(({ kid }) => kid), 'other', {}),
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
        expect(await joseTokens.verify(allKeys, text, NOW)).toBeUndefined();
      }),
      { seed: 1, numRuns: 2_000 },
    );
  });
});
