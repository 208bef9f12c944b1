import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { formatJson } from '../../src/cli/text/json-text.ts';
import { stringify } from '../../src/documents/yaml-writer.ts';
import { formatReadableDuration, formatInstant } from '../../src/reporting/text/duration-text.ts';
import { describeExit } from '../../src/reporting/run-report/describe-exit.ts';
import { shorten, toVisibleLine, toVisibleText } from '../../src/reporting/text/visible-text.ts';
import type { Report } from '../../src/reporting/report.ts';
import { sampleReport } from './sample-report.ts';

describe('YAML', () => {
  it.each([
    `${'a word '.repeat(20)}\n ::error::owned \n and more`,
    `${'a-word-'.repeat(11)} ::error::owned ${'and more '.repeat(20)}`,
    '::error::owned',
  ])('starts no line with a GitHub Actions command: %j', (text) => {
    const value = { text, list: [text], [text]: { [text]: 1 } };
    const written = stringify(value);
    expect(written).not.toMatch(/^\s*::/m);
    expect(parse(written)).toEqual(value);
  });
});

describe('an invisible character in a text', () => {
  it('is shown as its code point, except line ends, tabs and joiners', () => {
    expect(toVisibleText('a\u0007\u009B\u202E\uFEFF\uD800\u{E0041}')).toBe(
      String.raw`a\u{7}\u{9b}\u{202e}\u{feff}\u{d800}\u{e0041}`,
    );
    expect(toVisibleText('a\r\nb\tc 👩‍💻 می‌خواهم שלום')).toBe('a\nb\tc 👩‍💻 می‌خواهم שלום');
  });

  it('becomes one space in a single line, if it is white space', () => {
    expect(toVisibleLine('a \n\n  b\tc')).toBe('a b c');
  });

  const unusualText =
    'a\u0000\u007F\u009B31m\u202E\u2066\u2028\uFEFF\uD800\u{E0041} ##[error]\n\t"b" 👩‍💻';

  it('is escaped in JSON, with the same value', () => {
    const text = formatJson({ [unusualText]: [unusualText] });
    expect(text.replaceAll('👩‍💻', '')).toMatch(/^[\n\x20-\x7e]+$/);
    expect(text).not.toContain('##[');
    expect(JSON.parse(text)).toEqual({ [unusualText]: [unusualText] });
  });

  it('is escaped in YAML, with the same value', () => {
    const value = {
      [unusualText]: [unusualText, 'plain', `${unusualText} ${'long '.repeat(40)}`],
      '##[group]': '\u202E',
    };
    const text = stringify(value);
    expect(text.replaceAll('👩‍💻', '')).toMatch(/^[\n\x20-\x7e]+$/);
    expect(text).not.toContain('##[');
    expect(parse(text)).toEqual(value);
  });
});

describe('a line of a log', () => {
  it.each([
    ['::error::x', String.raw`\u{3a}:error::x`],
    ['  ::add-mask::x', String.raw`  \u{3a}:add-mask::x`],
    ['a ##[error]x ##[endgroup]', String.raw`a #\u{23}[error]x #\u{23}[endgroup]`],
    ['a ::b', 'a ::b'],
    ['## [x]', '## [x]'],
  ])('contains no GitHub Actions command: %s', (text, line) => {
    expect(toVisibleLine(text)).toBe(line);
  });
});

describe('a long text', () => {
  it('is truncated between characters, not within surrogate pairs', () => {
    expect(shorten('🚩🚩🚩', 2)).toBe('🚩🚩…');
    expect(shorten('🚩🚩🚩', 3)).toBe('🚩🚩🚩');
    expect(shorten('x'.repeat(1000), 3)).toBe('xxx…');
  });
});

describe('the format of times', () => {
  it.each([
    [0.4, '0 ms'],
    [340, '340 ms'],
    [999.6, '1 s'],
    [12_345, '12.3 s'],
    [59_990, '1 min'],
    [125_400, '2 min 5 s'],
  ])('formats %d ms as %s', (milliseconds, text) => {
    expect(formatReadableDuration(milliseconds)).toBe(text);
  });

  it('uses UTC', () => {
    expect(formatInstant('2026-01-15T10:00:00.123Z')).toBe('2026-01-15 10:00:00 UTC');
  });
});

describe('the meaning of an exit code', () => {
  const passed = sampleReport.results.filter(({ verdict }) => verdict === 'pass');
  const unreachable = { kind: 'unreachable', message: 'ECONNREFUSED.' } as const;
  const stoppedResponding = { kind: 'stoppedResponding', message: 'ECONNREFUSED.' } as const;
  const { baseline: _, ...reportWithoutBaseline } = sampleReport;

  it.each<[string, Partial<Report>, RegExp]>([
    [
      'success',
      { exitCode: 0, results: passed },
      /^Nothing failed, 6 of 7 operations covered, 1 skipped\.$/,
    ],
    [
      'success with a baseline',
      { exitCode: 0, baseline: { known: ['x'], stale: [] } },
      /^Nothing failed except known failures, 6 of 7 operations covered, 1 skipped\.$/,
    ],
    ['a failure', { exitCode: 1 }, /^The deployment violates the interface: 2 checks failed\.$/],
    [
      '--strict',
      { exitCode: 1, results: sampleReport.results.filter(({ verdict }) => verdict !== 'fail') },
      /^Nothing failed; checks that --strict rejects: 1 warned, 2 not tested because a setting is missing\.$/,
    ],
    [
      'an unreachable target',
      { exitCode: 3, stop: unreachable, results: [] },
      /^The target is unreachable\. ECONNREFUSED\.$/,
    ],
    [
      'a target that stops responding',
      { exitCode: 4, stop: stoppedResponding },
      /^Incomplete: ECONNREFUSED\.$/,
    ],
    [
      'a target that stops responding after a failure',
      { exitCode: 1, stop: stoppedResponding },
      /^The deployment violates the interface: 2 checks failed\.$/,
    ],
    [
      'a target that stops responding after an internal error',
      { exitCode: 70, stop: stoppedResponding },
      /failed with an internal error of flagbearer/,
    ],
    [
      'missing requirements',
      { exitCode: 4 },
      /^Incomplete: nothing failed, 6 of 7 operations covered, 1 skipped, 3 problems to fix\.$/,
    ],
    ['an unknown exit code', { exitCode: 99 }, /did not finish/],
  ])('is described for %s', (_, fields, meaning) => {
    expect(describeExit({ ...reportWithoutBaseline, ...fields })).toMatch(meaning);
  });
});
