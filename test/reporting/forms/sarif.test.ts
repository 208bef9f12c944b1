import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/documents/finding.ts';
import { toFileUri, createSarifLog } from '../../../src/reporting/forms/sarif.ts';

const tool = { name: 'flagbearer', version: '1.2.3' };

const withoutFile: Finding = {
  rule: 'failed-without-flag',
  clause: '7.5',
  severity: 'error',
  message: 'A FAILED crypto status means that a flag is present.',
  hint: 'Add T1001.',
  pointer: '/users/0/transactions/0/cryptoStatus',
};

// The types are generated from the schema and ensure the structure. These tests check the values.
describe('findings as SARIF', () => {
  it('point to the first line without a position, and to a JSON pointer without a file', () => {
    const [run] = createSarifLog(tool, [{ ...withoutFile, file: 'a.yaml' }, withoutFile]).runs;
    const [first, second] = run?.results ?? [];
    expect(first?.locations?.[0]?.physicalLocation?.region).toEqual({
      startLine: 1,
      startColumn: 1,
    });
    expect(second?.locations).toEqual([
      { logicalLocations: [{ fullyQualifiedName: '/users/0/transactions/0/cryptoStatus' }] },
    ]);
  });

  it.each([
    ['[a](http://evil.test)', String.raw`\[a\](http://evil.test)`],
    [String.raw`[a\](http://evil.test)`, String.raw`\[a\\\](http://evil.test)`],
    [String.raw`users[0] in C:\[b]\c`, String.raw`users[0] in C:\[b]\c`],
    ['a\u202eb', String.raw`a\u{202e}b`],
  ])('escape links and invisible characters in texts: %j', (message, escaped) => {
    const [run] = createSarifLog(tool, [
      { ...withoutFile, clause: null, hint: null, message },
    ]).runs;
    expect(run?.results?.[0]?.message.text).toBe(escaped);
  });
});

describe('the URI of a file', () => {
  it.each([
    ['a.yaml', 'a.yaml'],
    ['./b/c d.yaml', 'b/c%20d.yaml'],
    ['.//a.yaml', 'a.yaml'],
    ['b//././a.yaml', 'b/a.yaml'],
    ['../b/#1.yaml', '../b/%231.yaml'],
    ['b\\c.yaml', 'b/c.yaml'],
    ['/home/me/a.yaml', 'file:///home/me/a.yaml'],
    ['C:\\me\\a b.yaml', 'file:///C:/me/a%20b.yaml'],
  ])('is encoded for %s', (path, uri) => {
    expect(toFileUri(path)).toBe(uri);
  });
});
