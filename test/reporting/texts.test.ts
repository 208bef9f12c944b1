import { describe, expect, it } from 'vitest';
import { durationText, instantText } from '../../src/reporting/words/duration-text.ts';
import { exitMeaning } from '../../src/reporting/run-report/exit-meaning.ts';
import { cutText, isCut } from '../../src/reporting/words/cut-text.ts';
import { shortened, visibleLine, visibleText } from '../../src/reporting/words/visible-text.ts';
import type { Report } from '../../src/reporting/report.ts';
import { sampleReport } from './sample-report.ts';

describe('what can not be seen in a text', () => {
  it('is written by its number, but for line ends, tabs and what joins letters', () => {
    expect(visibleText('a\u0007\u009B\u202E\uFEFF\uD800\u{E0041}')).toBe(
      String.raw`a\u{7}\u{9b}\u{202e}\u{feff}\u{d800}\u{e0041}`,
    );
    expect(visibleText('a\r\nb\tc 👩‍💻 می‌خواهم שלום')).toBe('a\nb\tc 👩‍💻 می‌خواهم שלום');
  });

  it('is one blank where a line ends', () => {
    expect(visibleLine('a \n\n  b\tc')).toBe('a b c');
  });
});

describe('a long text', () => {
  it('is shortened by characters, not by halves of them', () => {
    expect(shortened('🚩🚩🚩', 2)).toBe('🚩🚩…');
    expect(shortened('🚩🚩🚩', 3)).toBe('🚩🚩🚩');
    expect(shortened('x'.repeat(1000), 3)).toBe('xxx…');
  });

  it('is cut in evidence, with a sign', () => {
    expect(cutText('abcdef', 3)).toBe('abc… (6 characters)');
    expect([cutText('abcdef', 3), cutText('abc', 3), 'abc…'].map(isCut)).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('times', () => {
  it.each([
    [0.4, '0 ms'],
    [340, '340 ms'],
    [12_345, '12.3 s'],
    [59_990, '1 min 0 s'],
    [125_400, '2 min 5 s'],
  ])('%d ms are %s', (milliseconds, text) => {
    expect(durationText(milliseconds)).toBe(text);
  });

  it('are in UTC', () => {
    expect(instantText('2026-01-15T10:00:00.123Z')).toBe('2026-01-15 10:00:00 UTC');
  });
});

describe('the meaning of an exit code', () => {
  const passed = sampleReport.results.filter(({ verdict }) => verdict === 'pass');
  const stop = { kind: 'unreachable', message: 'ECONNREFUSED.' } as const;
  const { baseline: _, ...bare } = sampleReport;

  it.each<[string, Partial<Report>, RegExp]>([
    ['success', { exitCode: 0, results: passed }, /^Nothing failed\.$/],
    [
      'success with a baseline',
      { exitCode: 0, baseline: { known: ['x'], stale: [] } },
      /^Nothing failed that the baseline does not know of\.$/,
    ],
    ['a failure', { exitCode: 1 }, /^The deployment breaks the interface: \d+ checks? failed\.$/],
    [
      '--strict',
      { exitCode: 1, results: [], summary: { ...sampleReport.summary, error: 0 } },
      /--strict wants nothing left open: 3 not tested\.$/,
    ],
    [
      'no answer',
      { exitCode: 3, stop, results: [] },
      /^The target does not answer\. ECONNREFUSED\.$/,
    ],
    ['no answer any more', { exitCode: 3, stop }, /^The run ended early: ECONNREFUSED\.$/],
    ['no verdict', { exitCode: 4 }, /^Inconclusive/],
    ['anything else', { exitCode: 99 }, /did not come to its end/],
  ])('%s', (_, words, meaning) => {
    expect(exitMeaning({ ...bare, ...words })).toMatch(meaning);
  });
});
