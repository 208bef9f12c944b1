/** Wrong codes that are derived from a sent code (§4.5, §4.7). */
import { describe, expect, it } from 'vitest';
import { wrongCodes } from '../../../conformance/responses/wrong-codes.ts';

function deriveAll(code: string): Record<string, unknown> {
  return Object.fromEntries(
    wrongCodes.map(({ name, derive }) => [name, derive(code, '+12025550199')]),
  );
}

describe('wrong codes', () => {
  it('are derived from a numeric code', () => {
    expect(deriveAll('012345')).toMatchObject({
      'number-before': '012344',
      'number-after': '012346',
      'other-order': '543210',
      'same-digit-sum': '102345',
      'last-digits': '12345',
      // A JSON number: 012345 plus a third of the number of six-digit codes.
      'other-number': 345678,
      list: ['345678', '012345'],
      'last-digits-of-the-number': '550199',
    });
    expect(deriveAll('000000')).toMatchObject({
      'number-before': '999999',
      'same-digit-sum': null,
    });
    expect(deriveAll('999999')).toMatchObject({ 'number-after': '000000' });
  });

  it.each(['a1b2c3', '12e456', '0x12ab', 'abcdef'])(
    'are not calculated from a code with letters: %s',
    (code) => {
      expect(deriveAll(code)).toMatchObject({
        'number-before': null,
        'number-after': null,
        'same-digit-sum': null,
        'other-number': null,
        'last-digits': code.slice(1),
      });
    },
  );
});
