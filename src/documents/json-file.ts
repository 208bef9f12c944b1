import { readInputFile, withInputFile } from '../ports/input-file.ts';
import { MAX_DEPTH } from './depth.ts';
import { JsonScan, countMembers, type ItemSpan } from './json-scan.ts';
import { findPlacesInJson } from './json-text.ts';
import type { SourceDocument } from './source-document.ts';

/** Thrown for an item that is not JSON, or has a name twice. */
export class BrokenItem extends Error {
  override readonly name = 'BrokenItem';
}

/** Bytes of a file that are in memory at a time. */
const PART = 1024 * 1024;

/**
 * Reads a JSON file except a list, which may be long: its `items` are read when they are needed, and throw
 * BrokenItem. Returns undefined for a file that is not JSON, or has errors that `readDocument` finds.
 */
export async function readJsonFile(
  file: string,
  list: string,
): Promise<SourceDocument | undefined> {
  const scan = await withInputFile(file, async (handle) => {
    const state = new JsonScan(list);
    const part = Buffer.alloc(PART);
    for (;;) {
      const { bytesRead } = await handle.read(part, 0, PART);
      if (bytesRead === 0) return state;
      const bytes = part.subarray(0, bytesRead);
      if (state.depth === 0 && !/^\s*\{/.test(bytes.toString('latin1'))) return undefined;
      state.push(bytes);
    }
  });
  if (scan === undefined || scan.depth > MAX_DEPTH) return undefined;
  const { rest, items, members } = scan;
  const membersOfRest = items.reduce((sum, item) => sum - item.members, members);
  const value = parseValue(Buffer.concat(rest).toString(), membersOfRest);
  if (value === undefined) return undefined;
  return {
    value,
    file,
    ...(items.length > 0 && { items: { count: items.length, read: () => readItems(file, items) } }),
    locate: async (pointers) => findPlacesInJson(await readInputFile(file), pointers),
  };
}

async function* readItems(file: string, items: readonly ItemSpan[]): AsyncGenerator {
  let part = Buffer.alloc(PART);
  let partStart = 0;
  let partEnd = 0;
  for (const [at, { start, end, members }] of items.entries()) {
    if (end > partEnd) {
      if (end - start > part.length) part = Buffer.alloc(end - start);
      partStart = start;
      partEnd = start + (await fill(part, file, start));
      // The file has become shorter.
      if (end > partEnd) throw new BrokenItem();
    }
    const text = part.toString('utf8', start - partStart, end - partStart);
    // The text of a list without items.
    if (at === 0 && items.length === 1 && text.trim() === '') return;
    const item = parseValue(text, members);
    if (item === undefined) throw new BrokenItem();
    yield item;
  }
}

/** @returns the number of bytes that were read */
function fill(part: Buffer, file: string, start: number): Promise<number> {
  return withInputFile(file, async (handle) => {
    const { bytesRead } = await handle.read(part, 0, part.length, start);
    return bytesRead;
  });
}

/** @returns undefined if the text is not JSON or has another number of members: a name is there twice */
function parseValue(text: string, members: number): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return countMembers(value) === members ? value : undefined;
  } catch {
    return undefined;
  }
}
