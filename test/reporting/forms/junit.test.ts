import { describe, expect, it } from 'vitest';
import { formatJunitXml, type TestSuite } from '../../../src/reporting/forms/junit.ts';
import { expectValidJunit, readJunit } from '../read-junit.ts';

const suites: readonly TestSuite[] = [
  {
    name: 'en.json',
    output: 'One warning.',
    cases: [
      { className: 'en.json', name: 'F0000', verdict: { kind: 'passed' }, seconds: 0.0121 },
      {
        className: 'en.json',
        name: 'K1001',
        verdict: { kind: 'failed', message: 'no <text>', details: 'en.json:3:1 & below' },
      },
    ],
  },
  {
    name: 'de.json',
    cases: [
      { className: 'de.json', name: 'F0000', verdict: { kind: 'error', message: 'cut off' } },
      { className: 'de.json', name: 'K1001', verdict: { kind: 'skipped', message: 'no file' } },
    ],
  },
];

const run = { name: 'messages', timestamp: '2026-01-15T10:00:00.000Z' };

describe('results as JUnit', () => {
  it('are valid under the JUnit XML schemas', async () => {
    await expectValidJunit(formatJunitXml(run, suites));
    await expectValidJunit(formatJunitXml(run, []));
  });

  it('contain the properties of the run', () => {
    expect(readJunit(formatJunitXml(run, suites)).testsuite).toMatchObject([
      { package: 'messages', id: '0', timestamp: '2026-01-15T10:00:00', time: '0.012' },
      { package: 'messages', id: '1', timestamp: '2026-01-15T10:00:00', time: '0.000' },
    ]);
  });

  it('count tests by suite and in total', () => {
    const report = readJunit(formatJunitXml(run, suites));
    expect(report.counts).toEqual({ tests: 4, failures: 1, errors: 1, skipped: 1 });
    expect(report.testsuite).toMatchObject([
      { name: 'en.json', tests: '2', failures: '1', errors: '0', skipped: '0' },
      { name: 'de.json', tests: '2', failures: '0', errors: '1', skipped: '1' },
    ]);
  });

  it('contain the verdict of each case', () => {
    const [english, german] = readJunit(formatJunitXml(run, suites)).testsuite;
    expect(english['system-out']).toBe('One warning.');
    expect(english.testcase).toEqual([
      { classname: 'en.json', name: 'F0000', time: '0.012' },
      {
        classname: 'en.json',
        name: 'K1001',
        time: '0.000',
        failure: { message: 'no <text>', type: 'assertion', '#text': 'en.json:3:1 & below' },
      },
    ]);
    expect(german.testcase).toMatchObject([
      { error: { message: 'cut off', type: 'error' } },
      { skipped: { message: 'no file' } },
    ]);
  });

  it('stay valid XML with any text', async () => {
    const nasty = `]]> "'\u0000\u001B[31m\uD800 \u{1F6A9}\nnext\tline`;
    const verdict = { kind: 'failed', message: nasty } as const;
    const cases = [{ className: nasty, name: nasty, verdict }];
    const xml = formatJunitXml({ ...run, name: nasty }, [{ name: nasty, output: nasty, cases }]);
    await expectValidJunit(xml);
    const [suite] = readJunit(xml).testsuite;
    const readable = `]]> "'\\u{0}\\u{1b}[31m\\u{d800} \u{1F6A9}\nnext\tline`;
    expect(suite.name).toBe(readable);
    expect(suite['system-out']).toBe(readable);
    expect(suite.testcase[0].failure.message).toBe(readable);
  });
});
