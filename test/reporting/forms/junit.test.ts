import { describe, expect, it } from 'vitest';
import { junitXml, type TestSuite } from '../../../src/reporting/forms/junit.ts';
import { readJunit } from '../read-junit.ts';

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
      { className: 'de.json', name: 'F0000', verdict: { kind: 'broken', message: 'cut off' } },
      { className: 'de.json', name: 'K1001', verdict: { kind: 'skipped', message: 'no file' } },
    ],
  },
];

describe('results as JUnit', () => {
  it('count what was tested, suite by suite and all told', () => {
    const report = readJunit(junitXml('messages', suites));
    const all = { name: 'messages', tests: '4', failures: '1', errors: '1', skipped: '1' };
    expect(report).toMatchObject(all);
    expect(report.testsuite).toMatchObject([
      { name: 'en.json', tests: '2', failures: '1', errors: '0', skipped: '0' },
      { name: 'de.json', tests: '2', failures: '0', errors: '1', skipped: '1' },
    ]);
  });

  it('tell the verdict of each case', () => {
    const [english, german] = readJunit(junitXml('messages', suites)).testsuite;
    expect(english['system-out']).toBe('One warning.');
    expect(english.testcase).toEqual([
      { classname: 'en.json', name: 'F0000', time: '0.012' },
      {
        classname: 'en.json',
        name: 'K1001',
        failure: { message: 'no <text>', '#text': 'en.json:3:1 & below' },
      },
    ]);
    expect(german.testcase).toMatchObject([
      { error: { message: 'cut off' } },
      { skipped: { message: 'no file' } },
    ]);
  });

  it('stay XML whatever the texts hold', () => {
    const nasty = `]]> "'\u0000\u001B[31m\uD800 \u{1F6A9}\nnext\tline`;
    const [suite] = readJunit(
      junitXml(nasty, [
        {
          name: nasty,
          output: nasty,
          cases: [{ className: nasty, name: nasty, verdict: { kind: 'failed', message: nasty } }],
        },
      ]),
    ).testsuite;
    const readable = `]]> "'[31m \u{1F6A9}\nnext\tline`;
    expect(suite.name).toBe(readable);
    expect(suite['system-out']).toBe(readable);
    expect(suite.testcase[0].failure.message).toBe(readable);
  });
});
