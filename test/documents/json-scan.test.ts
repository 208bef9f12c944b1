import { expect, it } from 'vitest';
import { JsonScan, countMembers } from '../../src/documents/json-scan.ts';

it('JsonScan returns the same result for parts of any size', () => {
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
