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
const inFile: Finding = { ...withoutFile, file: 'my scenarios/a.yaml', line: 12, column: 7 };
const warning: Finding = {
  ...inFile,
  rule: 'kyc-status-without-flag',
  clause: '3.2',
  severity: 'warning',
  line: 3,
};

// The types, generated from the schema, ensure the structure; these tests check what they cannot express.
describe('findings as SARIF', () => {
  it('have the version, the tool, and each rule once', () => {
    const { version, $schema, runs } = createSarifLog(tool, [inFile, warning, inFile]);
    expect(version).toBe('2.1.0');
    expect($schema).toMatch(/sarif-schema-2\.1\.0\.json$/);
    expect(runs).toHaveLength(1);
    expect(runs[0]?.tool.driver).toMatchObject(tool);
    expect(runs[0]?.tool.driver.rules).toEqual([
      { id: 'failed-without-flag', shortDescription: { text: 'Failed without flag.' } },
      { id: 'kyc-status-without-flag', shortDescription: { text: 'Kyc status without flag.' } },
    ]);
  });

  it('have rule, level, message and location', () => {
    const [run] = createSarifLog(tool, [inFile, warning]).runs;
    expect(run?.results?.[0]).toEqual({
      ruleId: 'failed-without-flag',
      ruleIndex: 0,
      level: 'error',
      message: {
        text: 'A FAILED crypto status means that a flag is present. (§7.5) Add T1001.',
      },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'my%20scenarios/a.yaml' },
            region: { startLine: 12, startColumn: 7 },
          },
        },
      ],
      properties: { pointer: '/users/0/transactions/0/cryptoStatus', clause: '7.5' },
    });
    expect(run?.results?.[1]).toMatchObject({ ruleIndex: 1, level: 'warning' });
  });

  it('point to the first line if the position is unknown, and to a JSON pointer without a file', () => {
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
  ])('render no links from texts, and escape invisible characters: %j', (message, written) => {
    const [run] = createSarifLog(tool, [
      { ...withoutFile, clause: null, hint: null, message },
    ]).runs;
    expect(run?.results?.[0]?.message.text).toBe(written);
  });

  it('are an empty list of results if there are no findings', () => {
    expect(createSarifLog(tool, []).runs[0]).toMatchObject({ results: [], tool: { driver: tool } });
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
