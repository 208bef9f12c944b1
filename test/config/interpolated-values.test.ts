import { describe, expect, it } from 'vitest';
import { InterpolatedValues } from '../../src/config/interpolated-values.ts';

describe('a value from ${NAME}', () => {
  it.each([
    ['a-long-secret', 'xa-long-secretx a-long-secret', 'x${X}x ${X}'],
    ['test', 'test tests a.test "test"', '${X} tests a.${X} "${X}"'],
    ['abc', 'abc', 'abc'],
    ['https://a.test/', 'at https://a.test/v1', 'at ${X}v1'],
    ['https://a.test/', 'at https://a.test', 'at ${X}'],
    ['one-secret, two-secret', 'no two-secret', 'no ${X}'],
    ['../a/of-secret', 'in /b/a/of-secret/c', 'in /b/${X}/c'],
    ['file:./of-secret', 'in /b/of-secret/c', 'in /b/${X}/c'],
    ['https://a:b%20c-secret@x.test/y', 'https://x.test b%20c-secret', '${X} ${X}'],
    ['https://a.test/y', 'no server a.test', 'no server ${X}'],
    ['a-long-secret', 'YS1sb25nLXNlY3JldA==', '${X}'],
    ['with "quotes"', String.raw`{"a":"with \"quotes\""}`, '{"a":"${X}"}'],
  ])('%s is masked in %s', (value, text, masked) => {
    const interpolated = new InterpolatedValues();
    interpolated.add('X', value);
    expect(interpolated.mask(text)).toBe(masked);
  });
});
