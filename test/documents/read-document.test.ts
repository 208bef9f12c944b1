import { describe, expect, it } from 'vitest';
import { readDocument } from '../../src/documents/read-document.ts';
import type { SourceDocument } from '../../src/documents/source-document.ts';

async function read(text: string): Promise<SourceDocument> {
  const result = await readDocument(text, { file: 'a.yaml' });
  if ('findings' in result)
    throw new Error(result.findings.map(({ message }) => message).join('\n'));
  return result.document;
}

/** Returns `line:column rule` for each error. */
async function listProblems(text: string): Promise<string[]> {
  const result = await readDocument(text, { file: 'a.yaml' });
  if ('document' in result) return [];
  return result.findings.map(({ line, column, rule }) => `${line}:${column} ${rule}`);
}

async function locateValue(text: string, pointer: string): Promise<string> {
  const place = (await (await read(text)).locate([pointer])).get(pointer);
  return `${place?.value.line}:${place?.value.column}`;
}

async function locateKey(text: string, pointer: string): Promise<string> {
  const place = (await (await read(text)).locate([pointer])).get(pointer);
  return `${place?.key.line}:${place?.key.column}`;
}

const yaml = `# a comment
name: one
users:
  - key: rita
    flags: [T1001, K1001]
  - { key: "sam", kyc: { status: APPROVED } }
`;

const json = `{
  "name": "one",
  "users": [
    { "key": "rita", "flags": ["T1001", "K1001"] },
    {
      "key": "s\\"{}[],:am",
      "a/b": null
    }
  ],
  "empty": [{}, []]
}`;

describe('a YAML text', () => {
  it('is parsed to its value', async () => {
    expect((await read(yaml)).value).toEqual({
      name: 'one',
      users: [
        { key: 'rita', flags: ['T1001', 'K1001'] },
        { key: 'sam', kyc: { status: 'APPROVED' } },
      ],
    });
  });

  it('locates each value and its key', async () => {
    expect(await locateValue(yaml, '/name')).toBe('2:7');
    expect(await locateKey(yaml, '/name')).toBe('2:1');
    expect(await locateValue(yaml, '/users/0')).toBe('4:5');
    expect(await locateValue(yaml, '/users/0/flags/1')).toBe('5:20');
    expect(await locateValue(yaml, '/users/1/kyc/status')).toBe('6:34');
    expect(await locateKey(yaml, '/users/1/kyc/status')).toBe('6:26');
  });

  it('locates the values of keys that are not strings', async () => {
    const text = '1: a\ntrue: b\n~: c\n.inf: d\n.nan: e\n';
    const { value } = await read(text);
    expect(value).toEqual({ 1: 'a', true: 'b', '': 'c', Infinity: 'd', NaN: 'e' });
    expect(await locateValue(text, '/true')).toBe('2:7');
    expect(await locateValue(text, '/')).toBe('3:4');
    expect(await locateValue(text, '/NaN')).toBe('5:7');
  });

  it('locates the nearest parent of a missing value', async () => {
    expect(await locateValue(yaml, '/users/1/kyc/since/when')).toBe('6:24');
    expect(await locateValue(yaml, '/users/7')).toBe('4:3');
  });

  it('is parsed as YAML 1.2: a time and the word `no` are strings', async () => {
    const text = 'clock: 2026-01-15T10:00:00.000Z\nenabled: no\n';
    expect((await read(text)).value).toEqual({ clock: '2026-01-15T10:00:00.000Z', enabled: 'no' });
  });

  it('may be empty', async () => {
    expect((await read('# nothing yet\n')).value).toBeNull();
  });
});

describe('an invalid JSON file', () => {
  const readProblems = async (text: string) => {
    const result = await readDocument(text, { file: 'a.json' });
    const [finding, ...others] = 'findings' in result ? result.findings : [];
    expect(others).toEqual([]);
    return `${finding?.line}:${finding?.column} ${finding?.message}`;
  };

  it.each([
    [
      '{"name":"x","users":[{"key":"a"}',
      "1:33 Invalid JSON: Expected ',' or ']' after array element.",
    ],
    ['{"name":"x"}\n// c', '2:1 Invalid JSON: Unexpected non-whitespace character.'],
    ['{"name":"x",\n"users":[', '2:10 Invalid JSON: Unexpected end of JSON input.'],
    ['a: b: c', "1:1 Invalid JSON: Unexpected token 'a'."],
    ['\uFEFF{"a": 1,\n"b": ]}', "2:6 Invalid JSON: Unexpected token ']'."],
    // The next two texts are valid YAML. In the first, JSON.parse reads "n" as the start of "null".
    ['name: x\n', "1:1 Invalid JSON: Unexpected token 'a'."],
    ['{"name": "x",\n}', '2:1 Invalid JSON: Expected double-quoted property name.'],
  ])('is reported with the JSON error: %s', async (text, message) => {
    expect(await readProblems(text)).toBe(message);
  });
});

describe('the validation of a YAML text', () => {
  it('reports all errors at once, at most one per line', async () => {
    expect(await listProblems('a: b: c\nd: "x\ne: [1,\nf: !what 2\n')).toEqual([
      '1:4 yaml-syntax',
      '5:1 yaml-syntax',
    ]);
    expect(await listProblems('a: 1\nb:\n\t- c\nd: @e\n')).toEqual([
      '3:1 yaml-syntax',
      '4:4 yaml-syntax',
    ]);
  });

  it('reports only syntax errors if the text has syntax errors, since these can cause other errors', async () => {
    expect(await listProblems('a: [1\na: 2\na: 3')).not.toContainEqual(
      expect.stringContaining('duplicate'),
    );
  });

  it('rejects duplicate keys, at any depth', async () => {
    const text = 'a: 1\nb:\n  - {c: 1, d: 2, c: 3}\na: 2\n';
    expect(await listProblems(text)).toEqual(['3:18 duplicate-key', '4:1 duplicate-key']);
  });

  it('rejects aliases, but accepts anchors and strings that look like aliases', async () => {
    expect(await listProblems('a: &b {c: 1}\nd: [*b, *e]\n')).toEqual(['2:5 alias', '2:9 alias']);
    expect((await read('a: &b 1\nc: "*b"\nd: |\n  *b\n')).value).toEqual({
      a: 1,
      c: '*b',
      d: '*b\n',
    });
  });

  it('rejects merge keys', async () => {
    expect(await listProblems('a: 1\nb: {<<: {c: 1}}\n')).toEqual(['2:5 merge-key']);
    expect((await read('"<<": 1')).value).toEqual({ '<<': 1 });
  });

  it('rejects values that JSON cannot express', async () => {
    const text =
      'a: !!timestamp 2026-01-15\nb: !!binary aGk=\nc: !!set {d}\n!!timestamp 2026-01-15: e\n';
    expect(await listProblems(text)).toEqual([
      '1:4 yaml-syntax',
      '2:4 yaml-syntax',
      '3:4 yaml-syntax',
      '4:1 yaml-syntax',
    ]);
  });

  it('follows YAML 1.2, whatever the version directive of the text', async () => {
    expect((await read('%YAML 1.1\n---\na: 2026-01-15\nb: yes\n')).value).toEqual({
      a: '2026-01-15',
      b: 'yes',
    });
    expect(await listProblems('%YAML 1.1\n---\na: {<<: {c: 1}}\n')).toEqual(['3:5 merge-key']);
  });

  it('rejects lists or maps as keys', async () => {
    expect(await listProblems('? [a]\n: b\n')).toEqual(['1:1 yaml-syntax']);
  });

  it('rejects two documents', async () => {
    expect(await listProblems('a: 1\n---\nb: 2\n')).toEqual(['2:1 yaml-syntax']);
  });

  it.each([
    ['lists in brackets', '['.repeat(4000)],
    ['lists in brackets, with something between', '[""'.repeat(4000)],
    ['maps in braces', '{a: '.repeat(4000)],
    ['lists on one line', '- '.repeat(4000)],
    ['keys on one line', '? '.repeat(4000)],
    [
      'lines with growing indentation',
      Array.from({ length: 500 }, (_, index) => `${' '.repeat(index)}a:\n`).join(''),
    ],
    [
      'lines with growing indentation, with comments and empty lines between them',
      Array.from({ length: 500 }, (_, index) => `${' '.repeat(index)}a:\n# b\n\r\n`).join(''),
    ],
  ])('rejects nesting that is too deep: %s', async (_, text) => {
    const problems = await listProblems(text);
    expect(problems).toEqual([expect.stringMatching(/^\d+:\d+ nested-too-deep$/)]);
  });

  it('reports the position of the bracket 201, which is nested too deep', async () => {
    expect(await listProblems(`a: 1\nb: ${'['.repeat(300)}`)).toEqual(['2:204 nested-too-deep']);
  });

  it('accepts brackets in strings, and many lines', async () => {
    const users = Array.from(
      { length: 1000 },
      (_, index) => `  - key: u${index}\n    says: "[{ ${index} }]"\n`,
    );
    expect(await listProblems(`users:\n${users.join('')}`)).toEqual([]);
  });
});

describe('a JSON text', () => {
  it('is parsed to its value', async () => {
    expect((await read(json)).value).toEqual(JSON.parse(json));
  });

  it('locates each value and its key', async () => {
    expect(await locateValue(json, '')).toBe('1:1');
    expect(await locateValue(json, '/users/0/flags/1')).toBe('4:41');
    expect(await locateKey(json, '/users/0/flags')).toBe('4:22');
    expect(await locateValue(json, '/users/1/key')).toBe('6:14');
    expect(await locateKey(json, '/users/1/a~1b')).toBe('7:7');
    expect(await locateValue(json, '/empty/1')).toBe('10:17');
  });

  it('locates the nearest parent of a missing value', async () => {
    expect(await locateValue(json, '/users/1/kyc/status')).toBe('5:5');
  });

  it('rejects duplicate keys, at any depth', async () => {
    const text = '{"a": 1,\n "b": [{"c": 1, "\\u0063": 2}, {"c": 3}],\n "a": {"a": 4}}';
    expect(await listProblems(text)).toEqual(['2:17 duplicate-key', '3:2 duplicate-key']);
  });

  // A text has duplicate keys if it has more colons outside strings than JSON.parse returns members.
  it.each([
    ['colons', '{"a:b": "10:00", "a:b": "10:00"}'],
    ['an escaped colon', '{"a": "\\u003a", "a": "\\u003A"}'],
    // 2 colons outside strings, 1 member. If the colon in the parsed value counted as a member, both were 2.
    ['an escaped colon in the member that JSON.parse returns', '{"a": 1, "a": "\\u003a"}'],
  ])('rejects a duplicate key next to %s', async (_, text) => {
    expect(await listProblems(text)).toEqual([expect.stringMatching(/^1:\d+ duplicate-key$/)]);
  });

  it('accepts colons in keys and values', async () => {
    expect(await listProblems('{"a:b": ["10:00", {":": "\\u003a"}], "c": ":"}')).toEqual([]);
  });

  it('rejects nesting that is too deep', async () => {
    const text = `{"a": ${'['.repeat(5000)}${']'.repeat(5000)}}`;
    expect(await listProblems(text)).toEqual(['1:1 nested-too-deep']);
  });

  it('counts CRLF as one line end', async () => {
    expect(await locateValue('{\r\n"a": 1,\r\n"b": 2}', '/b')).toBe('3:6');
  });

  it('is parsed as YAML if it is not valid JSON', async () => {
    expect((await read('{a: 1, b: [2,]}')).value).toEqual({ a: 1, b: [2] });
    expect(await listProblems('{"a": 1')).toHaveLength(1);
  });
});
