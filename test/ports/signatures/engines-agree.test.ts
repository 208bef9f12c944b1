import { computeAddress } from 'ethers/transaction';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';

import {
  createSignatures,
  type SignatureForm,
  type Signatures,
} from '../../../src/ports/signatures.ts';
import { createEthersCurve, createNativeCurve } from '../../../src/ports/signatures/curve.ts';
import { negate } from '../../../src/ports/signatures/scalar.ts';
import { selectByLength } from '../../setup/test-length.ts';

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const CASES = selectByLength({ short: 400, long: 2_000 });
const parameters = { seed: 20_260_115, numRuns: CASES };

let native: Signatures;
let ethers: Signatures;

beforeAll(async () => {
  native = createSignatures(createNativeCurve());
  ethers = createSignatures(await createEthersCurve());
});

interface SignatureParts {
  readonly r: string;
  readonly s: string;
  readonly v: string;
}

/** Ways to encode or corrupt a signature. */
const ENCODINGS: Readonly<Record<string, (parts: SignatureParts) => string>> = {
  right: ({ r, s, v }) => `0x${r}${s}${v}`,
  upperCase: ({ r, s, v }) => `0x${(r + s + v).toUpperCase()}`,
  highS: ({ r, s, v }) => `0x${r}${negate(s)}${v === '1b' ? '1c' : '1b'}`,
  // A high s requires the other v.
  highSWithSameV: ({ r, s, v }) => `0x${r}${negate(s)}${v}`,
  compact: ({ r, s, v }) => `0x${r}${toCompactS(s, v)}`,
  v0: ({ r, s }) => `0x${r}${s}00`,
  v1: ({ r, s }) => `0x${r}${s}01`,
  v27: ({ r, s }) => `0x${r}${s}1b`,
  v28: ({ r, s }) => `0x${r}${s}1c`,
  v35: ({ r, s }) => `0x${r}${s}23`,
  v36: ({ r, s }) => `0x${r}${s}24`,
  v255: ({ r, s }) => `0x${r}${s}ff`,
  badHex: ({ r, s, v }) => `0x${r.slice(1)}z${s}${v}`,
  noPrefix: ({ r, s, v }) => r + s + v,
  tooShort: ({ r, s }) => `0x${r}${s.slice(2)}`,
  oddLength: ({ r, s, v }) => `0x${r}${s}${v}0`,
  anotherR: ({ r, s, v }) => `0x${r.slice(8)}${r.slice(0, 8)}${s}${v}`,
  anotherLowS: ({ r, s, v }) => `0x${r}11111111${s.slice(8)}${v}`,
  zeroR: ({ s, v }) => `0x${'0'.repeat(64)}${s}${v}`,
  orderAsS: ({ r, v }) => `0x${r}${ORDER.toString(16)}${v}`,
};

function toCompactS(s: string, v: string): string {
  const parity = v === '1c' ? 8 : 0;
  return (Number.parseInt(s.charAt(0), 16) | parity).toString(16) + s.slice(1);
}

const privateKey = fc
  .bigInt({ min: 1n, max: ORDER - 1n })
  .map((key) => `0x${key.toString(16).padStart(64, '0')}`);

const message = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 120 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.constantFrom('', 'a', 'Sign in: Grüße, 世界 👩‍🚀', '\u{0}\r\n', 'é'.repeat(130), '\ud800'),
);

const accepts = fc
  .subarray<SignatureForm>(['compact', 'highS'])
  .map((otherForms): ReadonlySet<SignatureForm> => new Set(['rsv', ...otherForms]));

const recoveries = fc.record({
  privateKey,
  message,
  accepts,
  encode: fc.constantFrom(...Object.values(ENCODINGS)),
  /** In four of five cases, the signature is verified for this message instead. */
  wrongMessage: fc.option(message, { freq: 5, nil: undefined }),
});

describe('the native and the ethers implementation', { timeout: 120_000 }, () => {
  it(`recover the same addresses from ${CASES} signatures`, async () => {
    const counts = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(
        recoveries,
        async ({ privateKey, message, accepts, encode, wrongMessage }) => {
          const signature = encode(splitSignature(await native.sign(message, privateKey)));
          const text = wrongMessage ?? message;
          const result = await native.recover(text, signature, accepts);
          expect(await ethers.recover(text, signature, accepts)).toEqual(result);

          const outcome = result === undefined ? 'rejected' : 'recovered';
          counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
        },
      ),
      parameters,
    );
    // Each outcome must occur often.
    expect(counts.get('rejected')).toBeGreaterThan(CASES / 100);
    expect(counts.get('recovered')).toBeGreaterThan(CASES / 3);
  });

  it('recover the address of the signer', async () => {
    await fc.assert(
      fc.asyncProperty(privateKey, message, async (key, text) => {
        const signature = await native.sign(text, key);
        const address = computeAddress(key).toLowerCase();
        expect(await native.recover(text, signature, new Set(['rsv']))).toBe(address);
        expect(await ethers.recover(text, signature, new Set(['rsv']))).toBe(address);
      }),
      { ...parameters, numRuns: Math.ceil(CASES / 4) },
    );
  });

  it('return the same signatures', async () => {
    await fc.assert(
      fc.asyncProperty(privateKey, message, async (key, text) => {
        expect(await ethers.sign(text, key)).toBe(await native.sign(text, key));
      }),
      { ...parameters, numRuns: 300 },
    );
  });
});

function splitSignature(signature: string): SignatureParts {
  return {
    r: signature.slice(2, 66),
    s: signature.slice(66, 130),
    v: signature.slice(130),
  };
}
