import { expect, it } from 'vitest';
import { parseShortDuration } from '../../src/domain/short-duration.ts';

it.each([
  ['500ms', 500],
  ['1.5s', 1500],
  ['30m', 1_800_000],
  ['2h', 7_200_000],
  ['1d', 86_400_000],
  ['PT2H', 7_200_000],
])('%s is %i ms', (text, milliseconds) => {
  expect(parseShortDuration(text)).toBe(milliseconds);
});
