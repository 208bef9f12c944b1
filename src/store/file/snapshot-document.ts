/** A snapshot as a document of lowdb, by an adapter that replaces its file as a whole and durably. */
import { dirname } from 'node:path';

import { Low } from 'lowdb';

import type { Files, WritableFile } from '../../ports/files.ts';
import type { Patch, Snapshot } from '../engine.ts';
import { contentOf, DamagedFile, FORMAT, lineOf } from './line.ts';

/** The ending of a file that is still being written. */
export const UNFINISHED = '.tmp';

/** Patches of a line: few enough to let other requests in between, enough to make few writes. */
const AT_ONCE = 128;

/** Returns a snapshot, and its bytes. @throws DamagedFile */
export async function readSnapshot(
  path: string,
  files: Files,
): Promise<{ readonly snapshot: Snapshot; readonly bytes: number }> {
  let bytes = 0;
  const read = async (): Promise<Snapshot> => {
    const text = await files.read(path);
    bytes = Buffer.byteLength(text);
    return snapshotIn(text, path);
  };
  const document = new Low<Snapshot>({ read, write: async () => {} }, { version: 0, patches: [] });
  await document.read();
  return { snapshot: document.data, bytes };
}

/** Resolves with the bytes written when they are durable. */
export async function writeSnapshot(
  path: string,
  snapshot: Snapshot,
  files: Files,
): Promise<number> {
  let bytes = 0;
  const write = async (data: Snapshot): Promise<void> => {
    bytes = await replaceFile(path, files, (file) => writeLines(file, data));
  };
  await new Low<Snapshot>({ read: async () => null, write }, snapshot).write();
  return bytes;
}

function snapshotIn(text: string, path: string): Snapshot {
  const lines = text.split('\n');
  const end = lines.pop();
  const contents = lines.map((line, at) => contentOf(line, path, at + 1));
  const [head, ...others] = contents;
  const last = others.pop();
  const patches = others.flatMap((line) => line['patches'] as Patch[]);
  if (end !== '' || typeof head?.['version'] !== 'number' || last?.['patches'] !== patches.length) {
    throw new DamagedFile(path, `:${lines.length + 1}:1`, 'the file ends too early');
  }
  const { version, isFinal } = head;
  return isFinal === true ? { version, patches, isFinal } : { version, patches };
}

async function writeLines(file: WritableFile, { patches, ...head }: Snapshot): Promise<number> {
  let bytes = 0;
  const put = async (content: object): Promise<void> => {
    const line = lineOf(content);
    bytes += Buffer.byteLength(line);
    await file.write(line);
  };
  await put({ format: FORMAT, ...head });
  let count = 0;
  let some: Patch[] = [];
  for (const patch of patches) {
    some.push(patch);
    count += 1;
    if (some.length < AT_ONCE) continue;
    await put({ patches: some });
    some = [];
  }
  if (some.length > 0) await put({ patches: some });
  await put({ patches: count });
  return bytes;
}

/**
 * After a crash at any moment, the file of before or the new one is there. (write-file-atomic neither
 * syncs the folder nor writes piece by piece, and follows a symbolic link.)
 */
async function replaceFile<Result>(
  path: string,
  files: Files,
  write: (file: WritableFile) => Promise<Result>,
): Promise<Result> {
  const unfinished = `${path}${UNFINISHED}`;
  try {
    const file = await files.create(unfinished);
    let result: Result;
    try {
      result = await write(file);
      await file.sync();
    } finally {
      await file.close();
    }
    await files.rename(unfinished, path);
    await files.syncFolder(dirname(path));
    return result;
  } catch (error) {
    // It may take the room that the next try needs.
    await files.remove(unfinished).catch(() => {});
    throw error;
  }
}
