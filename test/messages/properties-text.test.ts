import { describe, expect, it } from 'vitest';
import { readProperties } from '../../src/messages/properties-text.ts';

async function readValue(text: string): Promise<unknown> {
  const parsed = await readProperties(text, 'app.properties');
  return 'document' in parsed ? parsed.document.value : parsed.findings;
}

describe('a properties file', () => {
  it.each([
    ['a=b', { a: 'b' }],
    ['a = b c ', { a: 'b c ' }],
    ['a: b', { a: 'b' }],
    ['a b', { a: 'b' }],
    ['a', { a: '' }],
    ['= a', { '': 'a' }],
    ['  a =', { a: '' }],
    ['# a = b\n! c = d\n\n \t\ne = f', { e: 'f' }],
    ['a = b\\\n    c\r\nd = e', { a: 'bc', d: 'e' }],
    ['a = b\\', { a: 'b' }],
    ['a = b\\\\\nc = d', { a: 'b\\', c: 'd' }],
    ['KYC\\ Review = x', { 'KYC Review': 'x' }],
    ['a\\=b = c\\u00e9\\n!', { 'a=b': 'cé\n!' }],
    ['a = b = c', { a: 'b = c' }],
    ['a\u00a0b =\u00a0c', { 'a\u00a0b': '\u00a0c' }],
    ['a =\\\n \f\t\u00a0b', { a: '\u00a0b' }],
    ['\ufeff# a = b', {}],
    ['', {}],
  ])('parses %j', async (text, value) => {
    expect(await readValue(text)).toEqual(value);
  });

  it('locates each key and text', async () => {
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
