import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { isTruncated, truncateText } from '../../../src/reporting/text/truncate-text.ts';

it('stores only the start of a long text in memory: 64 texts of 1 MB need less than 16 MB', () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const measureMemory = (): number => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const MB = 1024 ** 2;
  const before = measureMemory();
  const texts = Array.from({ length: 64 }, (_, index) =>
    truncateText(Buffer.alloc(MB, index).toString('utf8'), 4000),
  );
  expect((measureMemory() - before) / MB).toBeLessThan(16);
  expect(texts[1]).toBe(`${'\u0001'.repeat(4000)}… (1048576 characters)`);
});

it.each([
  ['abc', 'abc'],
  ['abcd', 'abc… (4 characters)'],
  ['ab🚩', 'ab… (4 characters)'],
])('truncates %s to at most three code units', (text, truncated) => {
  expect(truncateText(text, 3)).toBe(truncated);
});

it('reports the full length of a truncated text', () => {
  expect(truncateText('ab', 3, 99)).toBe('ab… (99 characters)');
});

it.each([
  ['abc… (6 characters)', true],
  ['abc', false],
  ['abc…', false],
])('detects whether %s is truncated: %s', (text, expected) => {
  expect(isTruncated(text)).toBe(expected);
});
