/** A signature with one bit changed (§5.3). */
import { expect, it } from 'vitest';
import { withFlippedBit } from '../../../conformance/actors/signing-wallet.ts';

const signature = (r: string, s: string, v: string) =>
  `0x${r.padStart(64, 'a')}${s.padStart(64, 'b')}${v}`;

it.each([
  ['r', signature('0', '0', '1b'), signature('1', '0', '1b')],
  ['r', signature('f', '0', '1b'), signature('e', '0', '1b')],
  ['s', signature('0', '7', '1b'), signature('0', '6', '1b')],
  ['v', signature('0', '0', '1b'), signature('0', '0', '1c')],
  ['v', signature('0', '0', '1c'), signature('0', '0', '1b')],
] as const)('flips one bit of %s: %s becomes %s', (part, right, altered) =>
  expect(withFlippedBit(right, part)).toBe(altered),
);
