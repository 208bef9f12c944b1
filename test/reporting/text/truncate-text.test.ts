import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { truncateText } from '../../../src/reporting/text/truncate-text.ts';

it('keeps only the start of a long text in memory', () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const measureMemory = (): number => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = measureMemory();
  const kept = Array.from({ length: 64 }, (_, at) =>
    truncateText(Buffer.alloc(1024 * 1024, 97 + (at % 20)).toString('utf8'), 4000),
  );
  expect((measureMemory() - before) / 1024 ** 2).toBeLessThan(16);
  expect(kept[1]).toBe(`${'b'.repeat(4000)}… (1048576 characters)`);
});

it.each([
  ['abc', 'abc'],
  ['abcd', 'abc… (4 characters)'],
])('truncates %s to three characters', (text, cut) => {
  expect(truncateText(text, 3)).toBe(cut);
});

it('reports the full length of a truncated text', () => {
  expect(truncateText('ab', 3, 99)).toBe('ab… (99 characters)');
});
