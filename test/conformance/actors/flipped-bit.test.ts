/** A signature with one bit changed (§5.3). */
import { expect, it } from 'vitest';
import { withFlippedBit } from '../../../conformance/actors/signing-wallet.ts';

/** Creates a signature from the last digits of r and s. */
const createSignature = (r: string, s: string, v: string) =>
  `0x${r.padStart(64, 'a')}${s.padStart(64, 'b')}${v}`;

it.each([
  ['r', createSignature('0', '0', '1b'), createSignature('1', '0', '1b')],
  ['r', createSignature('f', '0', '1b'), createSignature('e', '0', '1b')],
  ['s', createSignature('0', '7', '1b'), createSignature('0', '6', '1b')],
  ['v', createSignature('0', '0', '1b'), createSignature('0', '0', '1c')],
  ['v', createSignature('0', '0', '1c'), createSignature('0', '0', '1b')],
] as const)('flips one bit of %s: %s becomes %s', (part, original, altered) =>
  expect(withFlippedBit(original, part)).toBe(altered),
);
