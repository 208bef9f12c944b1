/**
 * The file of a snapshot, as an adapter of lowdb. It is replaced as a whole and durably. The first line contains the
 * format and the version, the next lines chunks of patches, and the last line the number of patches.
 */
import type { Adapter } from 'lowdb';

import { replaceFile, type Files, type WritableFile } from '../../ports/files.ts';
import { splitIntoChunks, type Patch, type Snapshot } from '../engine.ts';
import { DamagedFile } from './file-errors.ts';
import { decodeLine, encodeLine, FORMAT, readStoreFile } from './file-format.ts';

const PATCHES_PER_LINE = 128;

export class SnapshotFile implements Adapter<Snapshot> {
  /** The size of the file. */
  bytes = 0;
  readonly #path: string;
  readonly #files: Files;

  constructor(path: string, files: Files) {
    this.#path = path;
    this.#files = files;
  }

  /** @throws DamagedFile */
  async read(): Promise<Snapshot> {
    const text = await readStoreFile(this.#files, this.#path);
    this.bytes = Buffer.byteLength(text);
    const lines = text.split('\n');
    const textAfterLines = lines.pop();
    const [head, ...chunks] = lines.map((line, index) => decodeLine(line, this.#path, index + 1));
    const last = chunks.pop();
    const patches = chunks.flatMap((line) => line['patches'] as Patch[]);
    if (head === undefined || textAfterLines !== '' || last?.['patches'] !== patches.length) {
      throw new DamagedFile(this.#path, `:${lines.length + 1}:1`, 'the file ends too early');
    }
    const version = head['version'] as number;
    return { version, patches, ...(head['isFinal'] === true && { isFinal: true }) };
  }

  /** Resolves when the snapshot is durable. */
  write(snapshot: Snapshot): Promise<void> {
    return replaceFile(this.#files, this.#path, (file) => this.#writeLines(file, snapshot));
  }

  async #writeLines(file: WritableFile, { patches, ...head }: Snapshot): Promise<void> {
    this.bytes = 0;
    const writeLine = async (content: object): Promise<void> => {
      const line = encodeLine(content);
      this.bytes += Buffer.byteLength(line);
      await file.write(line);
    };
    await writeLine({ format: FORMAT, ...head });
    let count = 0;
    for (const chunk of splitIntoChunks(patches, PATCHES_PER_LINE)) {
      await writeLine({ patches: chunk });
      count += chunk.length;
    }
    await writeLine({ patches: count });
  }
}
