/** The files of one log: its snapshot, and the segments of entries that follow it. */
import { dirname } from 'node:path';

import { Low } from 'lowdb';
import pLimit from 'p-limit';

import type { Files, WritableFile } from '../../ports/files.ts';
import { Conflict } from '../engine.ts';
import type { Entry, Patch, LogContents, Snapshot } from '../engine.ts';
import { DamagedFile } from './file-errors.ts';
import { decodeLine, FORMAT, encodeLine } from './file-format.ts';
import { SnapshotFile } from './snapshot-file.ts';

export class LogFiles {
  readonly #path: string;
  readonly #files: Files;
  readonly #snapshot: SnapshotFile;
  /** Runs writes to segments one at a time. */
  readonly #inTurn = pLimit(1);
  /** Oldest first; the last is written. Without one, the log only has a snapshot, or is deleted. */
  #segments: Segment[];

  /**
   * @param path of its files without their endings
   * @param after the versions that its segments follow
   */
  constructor(path: string, after: readonly number[], files: Files) {
    this.#path = path;
    this.#files = files;
    this.#snapshot = new SnapshotFile(`${path}.json`, files);
    this.#segments = after
      .toSorted((one, other) => one - other)
      .map((each) => this.#getSegmentPath(each));
  }

  /** Appends a line for each entry. @returns bytes written */
  append(entries: readonly Entry[]): Promise<number> {
    const text = entries.map(encodeLine).join('');
    const segment = this.#segments.at(-1);
    return this.#inTurn(async () => {
      if (segment === undefined) throw new Conflict();
      try {
        await segment.write(text, 'kept');
      } catch (error) {
        if (segment.isTorn) await segment.write('\n', 'dropped').catch(() => {});
        throw error;
      }
      return Buffer.byteLength(text);
    });
  }

  /**
   * Writes and drops a byte, with all that was never acknowledged, to find out whether that is possible.
   *
   * @param probe whether to do so if nothing is to be dropped
   */
  repair(probe: boolean): Promise<void> {
    return this.#inTurn(async () => {
      for (const segment of this.#segments)
        if (probe || segment.isTorn) await segment.write('\n', 'dropped');
    });
  }

  /** Returns whether entries follow its creation, which may be unfinished. @throws DamagedFile */
  async hasEntries(): Promise<boolean> {
    const entries = await Promise.all(this.#segments.map((segment) => segment.read()));
    return entries.flat().length > 0;
  }

  /** @throws DamagedFile */
  async read(after: number): Promise<LogContents> {
    const document = new Low<Snapshot>(this.#snapshot, { version: 0, patches: [] });
    await document.read();
    const { version, isFinal = false } = document.data;
    // After a crash, older segments may be left that the snapshot includes.
    await this.#dropBefore(version);
    if (this.#segments.length === 0 && !isFinal) throw this.#createMissingError(version);
    let entries: Entry[] = [];
    for (const segment of this.#segments) {
      const expected = entries.at(-1)?.version ?? version;
      if (segment.after !== expected) throw this.#createMissingError(expected);
      entries = entries.concat(await segment.read());
      // A crash may leave a new segment incomplete only while no snapshot needs it.
      if (segment.size === 0 && (segment.after === version || segment !== this.#segments.at(-1)))
        throw new DamagedFile(segment.path, ':1:1', 'the file ends too early');
    }
    return {
      ...(version > after && { snapshot: document.data }),
      entries: entries.filter((entry) => entry.version > after),
      bytes: {
        entries: this.#segments.reduce((sum, { size }) => sum + size, 0),
        snapshot: this.#snapshot.bytes,
      },
    };
  }

  /** Stores a snapshot; later entries go to a new segment. @returns bytes written */
  async save(snapshot: Snapshot): Promise<number> {
    if (snapshot.isFinal === undefined) {
      if (this.#segments.at(-1)?.after !== snapshot.version) {
        this.#segments = [...this.#segments, this.#getSegmentPath(snapshot.version)];
      }
      await this.#inTurn(async () => this.#segments.at(-1)?.create());
    }
    await new Low<Snapshot>(this.#snapshot, snapshot).write();
    await this.#dropBefore(snapshot.version);
    return this.#snapshot.bytes;
  }

  async delete(): Promise<void> {
    const paths = [`${this.#path}.json`, ...this.#segments.map(({ path }) => path)];
    this.#segments = [];
    for (const path of paths) await this.#files.remove(path);
  }

  /** Returns the error for a catalog whose last entries are missing. */
  endsBefore(version: number, log: string): DamagedFile {
    const { path, after } = this.#segments.at(-1) ?? this.#getSegmentPath(0);
    const at = `:${version - after + 1}:1`;
    return new DamagedFile(path, at, `the file ends too early: the creation of ${log} is missing`);
  }

  #createMissingError(after: number): DamagedFile {
    return new DamagedFile(this.#getSegmentPath(after).path, '', 'the file is missing');
  }

  async #dropBefore(version: number): Promise<void> {
    for (const segment of this.#segments.filter(({ after }) => after < version)) {
      if (segment === this.#segments.at(-1)) throw this.#createMissingError(version);
      await this.#files.remove(segment.path);
      this.#segments = this.#segments.filter((each) => each !== segment);
    }
  }

  #getSegmentPath(after: number): Segment {
    return new Segment(`${this.#path}.${after}.log`, after, this.#files);
  }
}

/** A file of entries that is only appended to. */
class Segment {
  readonly path: string;
  /** The version of the log that its first entry follows. */
  readonly after: number;
  /** Durable bytes; later ones were never acknowledged. */
  size = 0;
  /** Whether the file may have more bytes. */
  isTorn = false;
  readonly #files: Files;

  constructor(path: string, after: number, files: Files) {
    this.path = path;
    this.after = after;
    this.#files = files;
  }

  /** Reads the entries. A last line without end was never acknowledged. @throws DamagedFile */
  async read(): Promise<Entry[]> {
    const text = await this.#files.read(this.path);
    const [head, ...lines] = text.split('\n');
    const incomplete = lines.pop();
    if (head === undefined || incomplete === undefined) return [];
    const createDamagedError = (at: number, what: string) =>
      new DamagedFile(this.path, `:${at}:1`, what);
    const { after } = decodeLine(head, this.path, 1);
    if (after !== this.after)
      throw createDamagedError(1, `the file is the log after version ${String(after)}`);
    const entries = lines.map((line, at) => {
      const { version, patches } = decodeLine(line, this.path, at + 2);
      const expected = this.after + at + 1;
      if (version === expected) return { version: expected, patches: patches as Patch[] };
      throw createDamagedError(
        at + 2,
        `expected version ${expected}, got version ${String(version)}`,
      );
    });
    this.size = Buffer.byteLength(text) - Buffer.byteLength(incomplete);
    this.isTorn = incomplete !== '';
    return entries;
  }

  /** Writes after the durable bytes; others are dropped before, as is the text afterwards if it is not kept. */
  async write(text: string, outcome: 'kept' | 'dropped'): Promise<void> {
    await this.create();
    await useFile(this.#files.open(this.path), async (file) => {
      const size = await file.size();
      if (size < this.size || (size > this.size && !this.isTorn))
        throw Object.assign(new Error(`${this.path} has changed`), { code: 'ESTALE' });
      if (size > this.size) await file.truncate(this.size);
      this.isTorn = true;
      await file.write(text);
      await file.sync();
      if (outcome === 'kept') return;
      await file.truncate(this.size);
      await file.sync();
    });
    this.isTorn = false;
    if (outcome === 'kept') this.size += Buffer.byteLength(text);
  }

  /** Creates the file, without entries, unless it exists. */
  async create(): Promise<void> {
    if (this.size > 0) return;
    const text = encodeLine({ format: FORMAT, after: this.after });
    await useFile(this.#files.create(this.path), async (file) => {
      await file.write(text);
      await file.sync();
    });
    await this.#files.syncFolder(dirname(this.path));
    this.size = Buffer.byteLength(text);
  }
}

/** Closes a file after its use, even after an error. */
async function useFile(
  opening: Promise<WritableFile>,
  work: (file: WritableFile) => Promise<void>,
): Promise<void> {
  const file = await opening;
  try {
    await work(file);
  } finally {
    await file.close();
  }
}
