import { describe, expect, it } from 'vitest';

import { normalize, type SignatureForm } from '../../../src/ports/signatures/normalize.ts';

const RSV: ReadonlySet<SignatureForm> = new Set(['rsv']);
const ALL_FORMS: ReadonlySet<SignatureForm> = new Set(['rsv', 'compact', 'highS']);

const ORDER = 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141';
const HALF_ORDER = '7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0';
/** The order minus half the order. */
const ABOVE_HALF = '7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a1';
const ZERO = '0'.repeat(64);

// The test cases of EIP-2098: y is even in the first case and odd in the second case.
const EVEN = {
  r: '68a020a209d3d56c46f38cc50a33f704f4a9a10a59377f8dd762ac66910e9b90',
  s: '7e865ad05c4035ab5792787d4a0297a43617ae897930a6fe4d822b8faea52064',
  compactS: '7e865ad05c4035ab5792787d4a0297a43617ae897930a6fe4d822b8faea52064',
};
const ODD = {
  r: '9328da16089fcba9bececa81663203989f2df5fe1faa6291a45381c81bd17f76',
  s: '139c6d6b623b42da56557e5e734a43dc83345ddfadec52cbe24d0cc64f550793',
  compactS: '939c6d6b623b42da56557e5e734a43dc83345ddfadec52cbe24d0cc64f550793',
};

function normalizeToHex(signature: string, accepts = ALL_FORMS) {
  const normalized = normalize(signature, accepts);
  return (
    normalized && { rs: Buffer.from(normalized.rs).toString('hex'), recovery: normalized.recovery }
  );
}

describe('normalize', () => {
  it.each([
    ['00', 0],
    ['01', 1],
    ['1b', 0],
    ['1c', 1],
  ] as const)('accepts v 0x%s as recovery id %i', (v, recovery) => {
    expect(normalizeToHex(`0x${EVEN.r}${EVEN.s}${v}`, RSV)).toEqual({
      rs: EVEN.r + EVEN.s,
      recovery,
    });
  });

  it.each(['02', '1a', '1d', '23', '24', 'ff'])('rejects v 0x%s', (v) => {
    expect(normalizeToHex(`0x${EVEN.r}${EVEN.s}${v}`)).toBeUndefined();
  });

  it('accepts upper-case digits', () => {
    const digits = `${EVEN.r}${EVEN.s}1b`;
    expect(normalizeToHex(`0x${digits.toUpperCase()}`)).toEqual(normalizeToHex(`0x${digits}`));
  });

  it.each([
    ['no prefix', `${EVEN.r}${EVEN.s}1b`],
    ['an upper-case prefix', `0X${EVEN.r}${EVEN.s}1b`],
    ['a letter after f', `0x${EVEN.r}${EVEN.s}1g`],
    ['a space at its end', `0x${EVEN.r}${EVEN.s}1b `],
    ['no digits and no prefix', ''],
  ])('rejects a signature with %s', (_, signature) => {
    expect(normalizeToHex(signature)).toBeUndefined();
  });

  it.each([0, 1, 126, 127, 129, 131, 132])('rejects %i digits', (length) => {
    expect(normalizeToHex(`0x${'1'.repeat(length)}`)).toBeUndefined();
  });

  it('reads the parity of EIP-2098 from the top bit of s', () => {
    expect(normalizeToHex(`0x${EVEN.r}${EVEN.compactS}`)).toEqual({
      rs: EVEN.r + EVEN.s,
      recovery: 0,
    });
    expect(normalizeToHex(`0x${ODD.r}${ODD.compactS}`)).toEqual({ rs: ODD.r + ODD.s, recovery: 1 });
  });

  it('accepts each form only if the form is enabled', () => {
    expect(normalizeToHex(`0x${EVEN.r}${EVEN.compactS}`, RSV)).toBeUndefined();
    expect(normalizeToHex(`0x${EVEN.r}${EVEN.s}1b`, new Set(['compact']))).toBeUndefined();
    expect(normalizeToHex(`0x${EVEN.r}${ABOVE_HALF}1b`, RSV)).toBeUndefined();
    expect(normalizeToHex(`0x${EVEN.r}${ABOVE_HALF}`, new Set(['compact']))).toBeUndefined();
  });

  it('converts a high s to the equivalent low s (the order minus s), with the other recovery id', () => {
    expect(normalizeToHex(`0x${EVEN.r}${ABOVE_HALF}1b`)).toEqual({
      rs: EVEN.r + HALF_ORDER,
      recovery: 1,
    });
    expect(normalizeToHex(`0x${EVEN.r}${ABOVE_HALF}1c`)).toEqual({
      rs: EVEN.r + HALF_ORDER,
      recovery: 0,
    });
  });

  it('accepts half the order as a low s', () => {
    expect(normalizeToHex(`0x${EVEN.r}${HALF_ORDER}1b`, RSV)).toEqual({
      rs: EVEN.r + HALF_ORDER,
      recovery: 0,
    });
  });

  it.each([
    ['r of zero', ZERO, EVEN.s],
    ['s of zero', EVEN.r, ZERO],
    ['r of the order', ORDER, EVEN.s],
    ['s of the order', EVEN.r, ORDER],
    ['r of all ones', 'f'.repeat(64), EVEN.s],
  ])('rejects an %s', (_, r, s) => {
    expect(normalizeToHex(`0x${r}${s}1b`)).toBeUndefined();
  });
});
