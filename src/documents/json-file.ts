import { readInputFile, withInputFile } from '../ports/input-file.ts';
import { MAX_DEPTH } from './depth.ts';
import { JsonScan, countMembers, type ItemSpan } from './json-scan.ts';
import { findPlacesInJson } from './json-text.ts';
import type { SourceDocument } from './source-document.ts';
import { REPLACEMENT_CHARACTER } from './text-findings.ts';

/** Thrown for an item that is not JSON, or has a name twice. */
export class InvalidItem extends Error {
  override readonly name = 'InvalidItem';
}

/** Bytes of a file that are in memory at a time. */
const CHUNK_SIZE = 1024 * 1024;

/**
 * Reads a JSON file without the items of a list, which may be long: these are read on demand, which may throw
 * InvalidItem. Returns undefined for a file that is not JSON, or has errors that `readDocument` finds.
 *
 * @param list the name of a list in the object that the file contains
 */
export async function readJsonFile(
  file: string,
  list: string,
): Promise<SourceDocument | undefined> {
  const scan = await withInputFile(file, async (handle) => {
    const state = new JsonScan(list);
    const chunk = Buffer.alloc(CHUNK_SIZE);
    for (;;) {
      const { bytesRead } = await handle.read(chunk, 0, CHUNK_SIZE);
      if (bytesRead === 0) return state;
      const bytes = chunk.subarray(0, bytesRead);
      if (state.depth === 0 && !/^\s*\{/.test(bytes.toString('latin1'))) return undefined;
      state.push(bytes);
    }
  });
  if (scan === undefined || scan.depth > MAX_DEPTH) return undefined;
  const { outerText, items, members } = scan;
  const outerMembers = items.reduce((sum, item) => sum - item.members, members);
  const value = parseValue(Buffer.concat(outerText).toString(), outerMembers);
  if (value === undefined) return undefined;
  return {
    value,
    file,
    ...(items.length > 0 && { items: { count: items.length, read: () => readItems(file, items) } }),
    locate: async (pointers) => findPlacesInJson(await readInputFile(file), pointers),
  };
}

async function* readItems(file: string, items: readonly ItemSpan[]): AsyncGenerator {
  let chunk = Buffer.alloc(CHUNK_SIZE);
  let chunkStart = 0;
  let chunkEnd = 0;
  for (const [index, { start, end, members }] of items.entries()) {
    if (end > chunkEnd) {
      if (end - start > chunk.length) chunk = Buffer.alloc(end - start);
      chunkStart = start;
      chunkEnd = start + (await readChunk(chunk, file, start));
      // The file has become shorter.
      if (end > chunkEnd) throw new InvalidItem();
    }
    const text = chunk.toString('utf8', start - chunkStart, end - chunkStart);
    // The text of a list without items.
    if (index === 0 && items.length === 1 && /^[ \t\r\n]*$/.test(text)) return;
    const item = parseValue(text, members);
    if (item === undefined) throw new InvalidItem();
    yield item;
  }
}

/** Fills the buffer from a position in the file. @returns the number of bytes read */
function readChunk(chunk: Buffer, file: string, start: number): Promise<number> {
  return withInputFile(file, async (handle) => {
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, start);
    return bytesRead;
  });
}

/** Returns undefined for text that is not JSON in UTF-8, or has a duplicate name: then the number of members differs. */
function parseValue(text: string, members: number): unknown {
  if (text.includes(REPLACEMENT_CHARACTER)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return countMembers(value) === members ? value : undefined;
  } catch {
    return undefined;
  }
}
