import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/documents/finding.ts';
import { toFileUri, createSarifLog } from '../../../src/reporting/forms/sarif.ts';

const tool = { name: 'flagbearer', version: '1.2.3' };

const findingWithoutFile: Finding = {
  rule: 'failed-without-flag',
  clause: '7.5',
  severity: 'error',
  message: 'A FAILED crypto status means that a flag is present.',
  hint: 'Add T1001.',
  pointer: '/users/0/transactions/0/cryptoStatus',
};

const toResult = (finding: Finding) => createSarifLog(tool, [finding]).runs[0]?.results?.[0];

// The types are generated from the schema and ensure the structure. These tests check the values.
describe('a finding as SARIF', () => {
  it('points to the first line of the file if it has no position', () => {
    const location = toResult({ ...findingWithoutFile, file: 'a.yaml' })?.locations?.[0];
    expect(location?.physicalLocation?.region).toEqual({ startLine: 1, startColumn: 1 });
  });

  it('has a JSON pointer as its location if it has no file', () =>
    expect(toResult(findingWithoutFile)?.locations).toEqual([
      { logicalLocations: [{ fullyQualifiedName: '/users/0/transactions/0/cryptoStatus' }] },
    ]));

  it.each([
    ['[a](http://evil.test)', String.raw`\[a\](http://evil.test)`],
    [String.raw`[a\](http://evil.test)`, String.raw`\[a\\\](http://evil.test)`],
    [String.raw`users[0] in C:\[b]\c`, String.raw`users[0] in C:\[b]\c`],
    ['a\u202eb', String.raw`a\u{202e}b`],
  ])('escapes links and invisible characters, but no other text: %j', (message, escaped) => {
    const finding = { ...findingWithoutFile, clause: null, hint: null, message };
    expect(toResult(finding)?.message.text).toBe(escaped);
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
