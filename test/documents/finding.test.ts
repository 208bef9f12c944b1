import { describe, expect, it } from 'vitest';
import { formatFinding, hasErrors, type Finding } from '../../src/documents/finding.ts';
import { FindingList, listFindings } from '../../src/documents/finding-list.ts';
import { parsePointer, listAncestors, toPointer } from '../../src/documents/pointer.ts';
import { createValueDocument } from '../../src/documents/source-document.ts';

const finding: Finding = {
  rule: 'failed-without-flag',
  clause: '7.5',
  severity: 'error',
  message: 'FAILED needs a flag.',
  hint: 'Add T1001.',
  pointer: '/users/0/flags',
};

describe('formatFinding', () => {
  it('begins with file:line:column, which editors follow', () => {
    expect(formatFinding({ ...finding, file: 'a.yaml', line: 12, column: 7 })).toBe(
      'a.yaml:12:7: error FAILED needs a flag. (§7.5) Add T1001.',
    );
  });

  it('starts with the known parts of the position if a document has no text or no file', () => {
    expect(formatFinding(finding)).toMatch(/^\/users\/0\/flags: error/);
    expect(formatFinding({ ...finding, line: 1, column: 1 })).toMatch(/^document:1:1: error/);
    expect(formatFinding({ ...finding, file: 'a.yaml' })).toMatch(
      /^a\.yaml#\/users\/0\/flags: error/,
    );
    expect(formatFinding({ ...finding, file: 'a.yaml', pointer: '' })).toMatch(/^a\.yaml: error/);
    expect(formatFinding({ ...finding, pointer: '' })).toMatch(/^document: error/);
  });

  it('omits a missing clause and hint', () => {
    expect(formatFinding({ ...finding, clause: null, hint: null })).toBe(
      '/users/0/flags: error FAILED needs a flag.',
    );
  });
});

it('hasErrors returns true for errors, not for warnings', () => {
  expect(hasErrors([{ ...finding, severity: 'warning' }])).toBe(false);
  expect(hasErrors([{ ...finding, severity: 'warning' }, finding])).toBe(true);
  expect(hasErrors([])).toBe(false);
});

it('the list of findings ends with the numbers of omitted errors and warnings', async () => {
  const findings = new FindingList();
  // A list contains at most 100 findings.
  for (let index = 0; index < 105; index += 1) findings.add('error', () => finding);
  findings.add('warning', () => ({ ...finding, severity: 'warning' }));
  const list = await listFindings(findings, createValueDocument({}));
  expect(list.slice(99).map(({ severity, omitted }) => [severity, omitted])).toEqual([
    ['error', undefined],
    ['error', 5],
    ['warning', 1],
  ]);
});

describe('JSON Pointer (RFC 6901)', () => {
  it('escapes ~ and /', () => {
    expect(toPointer('a/b', 0, 'm~n', '')).toBe('/a~1b/0/m~0n/');
    expect(parsePointer('/a~1b/0/m~0n/')).toEqual(['a/b', '0', 'm~n', '']);
    expect(parsePointer(toPointer('~1', '~01'))).toEqual(['~1', '~01']);
    expect(parsePointer('')).toEqual([]);
  });

  it('has ancestors: itself and its parents up to the document, nearest first', () => {
    expect(listAncestors('/a/0/b')).toEqual(['/a/0/b', '/a/0', '/a', '']);
    expect(listAncestors('')).toEqual(['']);
  });
});
