import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readJsonFile } from '../../src/documents/json-file.ts';
import { JsonScan, countMembers } from '../../src/documents/json-scan.ts';

const folder = mkdtempSync(join(tmpdir(), 'flagbearer-json-'));
afterAll(() => rmSync(folder, { recursive: true }));

const file = join(folder, 'a.json');

/** Returns the value without its users, and the users. */
async function readParts(text: string | Buffer) {
  writeFileSync(file, text);
  const document = await readJsonFile(file, 'users');
  if (document === undefined) return undefined;
  const items: unknown[] = [];
  for await (const item of document.items?.read() ?? []) items.push(item);
  return { value: document.value, items };
}

describe('a JSON file with a list', () => {
  it.each([
    ['{"name": "x", "users": [{"key": "a"}, {"key": "b"}], "clock": "c"}'],
    ['{"users":[1,"],}\\"\\\\",[{"users":[2]}],null]}'],
    ['\n{"users" :\t[ ] }'],
    ['{"users": {"users": [1]}, "other": {"users": [2]}}'],
    [`{"users": [${'{"key": "ä𝄞\\u00e4"}, '.repeat(60_000)}{}]}`],
  ])('is split into its items and the rest: %#', async (text) => {
    const document = JSON.parse(text) as { users: unknown };
    const { users } = document;
    const [value, items] = Array.isArray(users)
      ? [{ ...document, users: [] }, users]
      : [document, []];
    expect(await readParts(text)).toEqual({ value, items });
  });

  it.each([
    ['name: x\nusers: []'],
    ['{"users": [1'],
    ['{"users": [], "users": []}'],
    ['{"a": 1, "a": 2, "users": []}'],
    [`{"a": ${'['.repeat(300)}${']'.repeat(300)}}`],
    [''],
  ])('is not split if it is not JSON, or has errors: %s', async (text) => {
    expect(await readParts(text)).toBeUndefined();
  });
});

it('returns the same result for chunks of any size', () => {
  const text = Buffer.from('{"a\\"": {"b": ["\\\\", "[:"]}, "users": [{"c": ":"}, 2 ]}');
  for (const length of [1, 2, 3, 7, text.length]) {
    const scan = new JsonScan();
    for (let start = 0; start < text.length; start += length)
      scan.push(text.subarray(start, start + length));
    const { depth, members } = scan;
    expect({ depth, members }).toEqual({ depth: 3, members: 4 });
    expect(members).toBe(countMembers(JSON.parse(text.toString())));
  }
});
