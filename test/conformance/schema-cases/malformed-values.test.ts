/** Values that a rule forbids: no generated value may be valid. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generateMalformedValues } from '../../../conformance/schema-cases/malformed-values.ts';

type Kind = Parameters<typeof generateMalformedValues>[0];

const generate = (kind: Kind, valid: string, enumValues: readonly unknown[] = []) =>
  generateMalformedValues(kind, { name: 'field', valid, values: enumValues }, fc);

const drawValues = (...args: Parameters<typeof generate>) =>
  fc.sample(generate(...args).any, { numRuns: 3000, seed: 7 });

const isText = (value: unknown) => typeof value === 'string';

describe('the malformed values that a server is most likely to accept come first', () => {
  it.each<[Kind, string, unknown[]]>([
    ['wrongType', 'ab', [null, ['ab'], ['ab', 'ab'], 12_345, true, { field: 'ab' }]],
    [
      'wrongType',
      '+1 234 567 890 123 456 789',
      [
        null,
        ['+1 234 567 890 123 456 789'],
        ['+1 234 567 890 123 456 789', '+1 234 567 890 123 456 789'],
        123_456_789_012_345,
        true,
        { field: '+1 234 567 890 123 456 789' },
      ],
    ],
    ['otherForm', '+12', ['12', null, ['+12'], ['+12', '+12'], 12, true, { field: '+12' }, '']],
    // otherForm removes a leading plus sign. This text has none, so the unchanged text is the first malformed value.
    ['otherForm', '1+2', ['1+2', null, ['1+2'], ['1+2', '1+2'], 12, true, { field: '1+2' }, '']],
    ['otherValue', 'EVM', ['BITCOIN', 'EVM_2', 'BASE', null, '', ['EVM']]],
    ['otherCode', '123456', [null, { $ne: '' }, '', '.*', '%', true, []]],
  ])('%s: %s', (kind, valid, likely) => expect(generate(kind, valid).likely).toEqual(likely));
});

describe('a random malformed value', () => {
  it('of the kind wrongType is not a string', () => {
    const types = new Set(
      drawValues('wrongType', 'a').map((value) =>
        value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value,
      ),
    );
    expect([...types].toSorted()).toEqual(['boolean', 'list', 'null', 'number', 'object']);
  });

  it('of the kind otherForm does not start with a plus sign', () => {
    const texts = drawValues('otherForm', '+1').filter(isText);
    expect(texts.length).toBeGreaterThan(1000);
    expect(texts.filter((text) => text.trim().startsWith('+'))).toEqual([]);
    expect(texts.some((text) => text.trim().endsWith('+'))).toBe(true);
  });

  it('of the kind otherValue is none of the valid values', () => {
    // '' is declared valid here. Random texts are often empty, so if none is, valid values are omitted.
    const texts = drawValues('otherValue', 'EVM', ['', 'EVM']).filter(isText);
    expect(texts.length).toBeGreaterThan(1000);
    expect(texts.filter((text) => text.trim() === '')).toEqual([]);
    expect(drawValues('otherValue', 'EVM', ['EVM'])).toContain('');
  });

  it('of the kind otherCode is not the code, even as a number', () => {
    const valuesForCode7 = drawValues('otherCode', '7');
    expect(valuesForCode7.filter((value) => JSON.stringify(value).includes('7'))).toEqual([]);
    expect(valuesForCode7.some(isText)).toBe(true);
    const digitsForCode03 = drawValues('otherCode', '03').map((value) =>
      JSON.stringify(value).replaceAll(/\D/g, ''),
    );
    expect(digitsForCode03.filter((text) => text !== '' && Number(text) === 3)).toEqual([]);
    // Other numbers still occur.
    expect(digitsForCode03).toContain('4');
    const valuesForZero = drawValues('otherCode', '0');
    // JavaScript converts '' and [] to the number 0, but they are not the code 0.
    expect(valuesForZero).toContain('');
    expect(valuesForZero).toContainEqual([]);
    expect(valuesForZero).not.toContain(0);
  });
});
