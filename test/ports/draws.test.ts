import { createHmac } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { toDigits, draw, type DrawScope, toUnit, toUuid } from '../../src/ports/draws.ts';

const scope: DrawScope = { seed: 7, workspace: 'main' };

function createDraws(count: number): Buffer[] {
  return Array.from({ length: count }, (_, counter) => draw(scope, 'test', 'spread', counter));
}

describe('draw', () => {
  it('is HMAC-SHA256 with the seed as key', () => {
    const expected = createHmac('sha256', '7').update('["main","otp","+12025550143",3]').digest();
    expect(draw(scope, 'otp', '+12025550143', 3)).toEqual(expected);
  });

  it('encodes even a long subject as UTF-8', () => {
    const subject = '€'.repeat(5000);
    const expected = createHmac('sha256', '7').update(`["main","otp","${subject}",0]`).digest();
    expect(draw(scope, 'otp', subject, 0)).toEqual(expected);
  });

  it('differs if any argument differs, even if the concatenated arguments are equal', () => {
    const text = fc.oneof(fc.string({ maxLength: 4 }), fc.constantFrom('a', '"', ',', '","', '1'));
    const args = fc.tuple(fc.integer(), text, text, text, fc.nat(20));
    type Arguments = [number, string, string, string, number];
    const drawHex = ([seed, workspace, purpose, subject, counter]: Arguments) =>
      draw({ seed, workspace }, purpose, subject, counter).toString('hex');
    fc.assert(
      fc.property(args, args, (args1, args2) => {
        const areEqual = args1.every((argument, index) => argument === args2[index]);
        expect(drawHex(args1) === drawHex(args2)).toBe(areEqual);
      }),
      { seed: 1, numRuns: 2_000 },
    );
  });
});

describe('toUuid', () => {
  it('formats bytes as version 4 of RFC 9562', () => {
    expect(toUuid(Buffer.alloc(32, 0x00))).toBe('00000000-0000-4000-8000-000000000000');
    expect(toUuid(Buffer.alloc(32, 0xff))).toBe('ffffffff-ffff-4fff-bfff-ffffffffffff');
    expect(toUuid(Buffer.from('00112233445566778899aabbccddeeff', 'hex'))).toBe(
      '00112233-4455-4677-8899-aabbccddeeff',
    );
  });

  it('is a valid UUID for every draw', () => {
    for (const bytes of createDraws(500)) {
      expect(toUuid(bytes)).toMatch(
        /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      );
    }
  });
});

describe('toDigits', () => {
  it.each([1, 6, 18])('returns %i digits, including leading zeros', (length) => {
    expect(toDigits(Buffer.alloc(32), length)).toBe('0'.repeat(length));
    for (const bytes of createDraws(200)) {
      expect(toDigits(bytes, length)).toMatch(new RegExp(`^\\d{${length}}$`));
    }
  });

  it('distributes codes evenly', () => {
    const counts = new Map<string, number>();
    for (const bytes of createDraws(10_000)) {
      const digit = toDigits(bytes, 1);
      counts.set(digit, (counts.get(digit) ?? 0) + 1);
    }
    expect(counts.size).toBe(10);
    // 150 is five standard deviations.
    for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(150);
  });
});

describe('toUnit', () => {
  it('returns a number in [0, 1)', () => {
    expect(toUnit(Buffer.alloc(32, 0x00))).toBe(0);
    expect(toUnit(Buffer.alloc(32, 0xff))).toBeLessThan(1);
    expect(toUnit(Buffer.from('800000000000', 'hex'))).toBe(0.5);
  });
});
