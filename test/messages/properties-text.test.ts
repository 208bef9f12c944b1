import { describe, expect, it } from 'vitest';
import { readProperties } from '../../src/messages/properties-text.ts';

async function readValue(text: string): Promise<unknown> {
  const parsed = await readProperties(text, 'app.properties');
  return 'document' in parsed ? parsed.document.value : parsed.findings;
}

describe('a properties file', () => {
  it.each([
    ['a=b', { a: 'b' }, 'a pair'],
    ['a = b c ', { a: 'b c ' }, 'spaces at the end belong to the value'],
    ['a: b', { a: 'b' }, 'a colon as separator'],
    ['a b', { a: 'b' }, 'a space as separator'],
    ['a = b = c', { a: 'b = c' }, 'only the first separator counts'],
    ['a', { a: '' }, 'no separator'],
    ['= a', { '': 'a' }, 'an empty key'],
    ['  a =', { a: '' }, 'an indented key'],
    ['# a = b\n! c = d\n\n \t\ne = f', { e: 'f' }, 'comments and empty lines'],
    ['a = b\\\n    c\r\nd = e', { a: 'bc', d: 'e' }, 'a continued line'],
    ['a =\\\n \f\t\u00a0b', { a: '\u00a0b' }, 'the indentation of a continued line'],
    ['a = b\\', { a: 'b' }, 'a continuation without a next line'],
    ['a = b\\\\\nc = d', { a: 'b\\', c: 'd' }, 'a backslash that continues no line'],
    ['KYC\\ Review = x', { 'KYC Review': 'x' }, 'an escaped space'],
    ['a\\=b = c\\u00e9\\n!', { 'a=b': 'cé\n!' }, 'other escapes'],
    ['a\u00a0b =\u00a0c', { 'a\u00a0b': '\u00a0c' }, 'a no-break space is not white space'],
    ['\ufeff# a = b', {}, 'a byte order mark'],
    ['', {}, 'an empty file'],
  ])('parses %j as %j: %s', async (text, value, _reason) => {
    expect(await readValue(text)).toEqual(value);
  });

  it('locates each key and value, and an unknown path at the place of the document', async () => {
    const parsed = await readProperties('# top\n  a.b = c\n', 'app.properties');
    const places =
      'document' in parsed ? await parsed.document.locate(['/a.b', '/x', '']) : new Map();
    expect(places.get('/a.b')).toEqual({
      key: { line: 2, column: 3 },
      value: { line: 2, column: 9 },
    });
    expect(places.get('/x')).toEqual(places.get(''));
  });

  it('reports a duplicate key', async () => {
    expect(await readValue('a = b\nc = d\na = e')).toEqual([
      expect.objectContaining({
        rule: 'duplicate-key',
        file: 'app.properties',
        line: 3,
        column: 1,
      }),
    ]);
  });
});
