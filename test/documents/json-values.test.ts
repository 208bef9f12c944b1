import { expect, it } from 'vitest';

import { findJsonError } from '../../src/documents/json-values.ts';

it.each([
  ['', 0],
  ['  ', 2],
  ['{', 1],
  ['{"a": [1, 2', 11],
  ['{"a": "b', 8],
  ['{"a": "b\\', 9],
  ['{"a" 1}', 5],
  ['{"a": 1,}', 8],
  ['{"a": 1 "b"}', 8],
  ['[1,]', 3],
  ['[1}', 2],
  ['{1: 2}', 1],
  ['{"a": tru}', 6],
  ['{"a": 01}', 6],
  ['{"a": "\\x"}', 6],
  ['{"a": "\n"}', 6],
  ['[] []', 3],
  ['nonsense', 0],
])('locates the error in %j at %d', (text, offset) => {
  expect(() => JSON.parse(text)).toThrow();
  expect(findJsonError(text)).toBe(offset);
});

it('returns the length of the text for valid JSON', () => {
  const text = '{"a": [1, -2.5e+3, "\\u0041\\n", true, null, {}, []], "b": {"c": false}} ';
  expect(findJsonError(text)).toBe(text.length);
});
