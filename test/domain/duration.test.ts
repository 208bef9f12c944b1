import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  formatDuration,
  findDurationProblem,
  InvalidDuration,
  parseDuration,
} from '../../src/domain/duration.ts';

describe('an ISO 8601 duration', () => {
  it.each([
    ['PT0S', 0],
    ['PT30S', 30_000],
    ['PT5M', 300_000],
    ['PT1H30M', 5_400_000],
    ['P1D', 86_400_000],
    ['P1DT12H', 129_600_000],
    ['P2W', 1_209_600_000],
    ['PT0.25S', 250],
    ['PT1,5S', 1500],
    ['PT0.0004S', 0],
    ['PT90M', 5_400_000],
    ['P10W', 6_048_000_000],
    ['P3660000D', 316_224_000_000_000],
  ])('parses %s as %i ms', (text, milliseconds) => {
    expect(parseDuration(text)).toBe(milliseconds);
  });

  it.each(['P1Y', 'P3M', 'P1Y2M', 'P1M2DT3H', 'P1W2M', 'P10Y', 'P12W2M'])(
    'rejects %s, since years and months vary in length',
    (text) => {
      expect(() => parseDuration(text)).toThrow(InvalidDuration);
      expect(findDurationProblem(text)).toContain(
        'A duration cannot have years or months, since their length varies; use days (P30D).',
      );
    },
  );

  it.each([
    '',
    'P',
    'PT',
    'P1',
    'P1DT',
    '1D',
    'PT1',
    '-PT1S',
    'P-1D',
    'PT1.5M',
    'PT1S1M',
    'P1H',
    'pt1s',
    ' PT1S',
    'PT1S\n',
    'P99999999999999999999W',
  ])('rejects %j', (text) => {
    expect(() => parseDuration(text)).toThrow(InvalidDuration);
    expect(findDurationProblem(text)).toMatch(/duration/);
  });

  it('is at most 10,000 years', () => {
    // 10,000 years of 366 days.
    expect(() => parseDuration('P3660001D')).toThrow(
      expect.objectContaining({ name: 'InvalidDuration' }),
    );
    expect(findDurationProblem('P3660001D')).toBe('The duration is longer than 10,000 years.');
  });

  it('with years after other text is reported as invalid, not as a duration with years', () => {
    expect(findDurationProblem('for P1Y')).toContain(
      'Invalid ISO 8601 duration; examples: PT30S, PT5M, P1DT12H, P2W.',
    );
  });

  it.each([
    [0, 'PT0S'],
    [1, 'PT0.001S'],
    [90_000, 'PT1M30S'],
    [86_400_000, 'P1D'],
    [90_061_500, 'P1DT1H1M1.5S'],
  ])('formats %i ms as %s', (milliseconds, text) => {
    expect(formatDuration(milliseconds)).toBe(text);
  });

  it('is unchanged by formatting and then parsing', () => {
    fc.assert(
      fc.property(fc.nat({ max: 2 ** 48 }), (milliseconds) => {
        expect(parseDuration(formatDuration(milliseconds))).toBe(milliseconds);
      }),
    );
  });
});
