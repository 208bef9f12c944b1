/** Creates wrong codes of the same length (§4.5, §4.7). */
import { expect, it } from 'vitest';
import { deriveOtherCode } from '../../../conformance/sections/4.5-otp-authenticate.check.ts';

it.each([
  ['123456', '123457'],
  ['123459', '123450'],
  ['12345x', '12345a'],
  ['12345a', '12345b'],
  ['12345A', '12345b'],
  ['', 'a'],
])('the wrong code for %j is %j', (code, other) => expect(deriveOtherCode(code)).toBe(other));
