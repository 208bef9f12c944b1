/** The files of one log: its snapshot, and the segments of entries that follow it. */
import { dirname } from 'node:path';

import { Low } from 'lowdb';
import pLimit from 'p-limit';

import { writeAndSync, type Files, type WritableFile } from '../../ports/files.ts';
import { Conflict, type LogEntry, type Patch, type LogContents, type Snapshot } from '../engine.ts';
import { DamagedFile } from './file-errors.ts';
import { decodeLine, encodeLine, FORMAT, readStoreFile } from './file-format.ts';
import { SnapshotFile } from './snapshot-file.ts';

export class LogFiles {
  readonly #path: string;
  readonly #files: Files;
  readonly #snapshot: SnapshotFile;
  /** Runs writes to segments one at a time. */
  readonly #writeQueue = pLimit(1);
  /** Oldest first; new entries go to the last. Empty if the log only has a snapshot, or is deleted. */
  #segments: Segment[];

  /**
   * @param path of its files without their endings
   * @param segments the version before each segment: 41 for `7.default.3.41.log`
   */
  constructor(path: string, segments: readonly number[], files: Files) {
    this.#path = path;
    this.#files = files;
    this.#snapshot = new SnapshotFile(`${path}.json`, files);
    this.#segments = segments
      .toSorted((left, right) => left - right)
      .map((after) => this.#createSegment(after));
  }

  /** Appends a line for each entry. @returns bytes written */
  append(entries: readonly LogEntry[]): Promise<number> {
    const text = entries.map(encodeLine).join('');
    const segment = this.#segments.at(-1);
    return this.#writeQueue(async () => {
      if (segment === undefined) throw new Conflict();
      try {
        await segment.append(text);
      } catch (error) {
        if (segment.isTorn) await segment.repair().catch(() => {});
        throw error;
      }
      return Buffer.byteLength(text);
    });
  }

  /** Drops the bytes of failed writes from all segments, or only from torn segments. */
  repair(segments: 'all' | 'torn'): Promise<void> {
    return this.#writeQueue(async () => {
      for (const segment of this.#segments)
        if (segments === 'all' || segment.isTorn) await segment.repair();
    });
  }

  /** Returns whether the segments have entries. @throws DamagedFile */
  async hasEntries(): Promise<boolean> {
    const entries = await Promise.all(this.#segments.map((segment) => segment.read()));
    return entries.flat().length > 0;
  }

  /** Reads the contents of the log after a version. @throws DamagedFile */
  async read(after: number): Promise<LogContents> {
    const document = new Low<Snapshot>(this.#snapshot, { version: 0, patches: [] });
    await document.read();
    const { version, isFinal = false } = document.data;
    // After a crash, segments can exist whose entries the snapshot already includes.
    await this.#dropBefore(version);
    if (this.#segments.length === 0 && !isFinal) throw this.#createMissingError(version);
    let entries: LogEntry[] = [];
    for (const segment of this.#segments) {
      const expected = entries.at(-1)?.version ?? version;
      if (segment.after !== expected) throw this.#createMissingError(expected);
      entries = entries.concat(await segment.read());
      // A crash in `save` can leave a new last segment without its first line, before the snapshot is written.
      const isUnfinished = segment === this.#segments.at(-1) && segment.after !== version;
      if (segment.size === 0 && !isUnfinished)
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

  /** Stores a snapshot; new entries go to a new segment. @returns bytes written */
  async save(snapshot: Snapshot): Promise<number> {
    if (snapshot.isFinal === undefined) {
      if (this.#segments.at(-1)?.after !== snapshot.version) {
        this.#segments = [...this.#segments, this.#createSegment(snapshot.version)];
      }
      await this.#writeQueue(async () => this.#segments.at(-1)?.create());
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
  createTruncatedError(version: number, log: string): DamagedFile {
    const { path, after } = this.#segments.at(-1) ?? this.#createSegment(0);
    const problem = `the file ends too early: the creation of ${log} is missing`;
    return new DamagedFile(path, `:${version - after + 1}:1`, problem);
  }

  #createMissingError(after: number): DamagedFile {
    return new DamagedFile(this.#createSegment(after).path, '', 'the file is missing');
  }

  /** Removes the segments that a snapshot of this version includes. */
  async #dropBefore(version: number): Promise<void> {
    const dropped = this.#segments.filter(({ after }) => after < version);
    // `save` creates the next segment before it writes the snapshot, so that segment must exist.
    if (dropped.length > 0 && dropped.length === this.#segments.length)
      throw this.#createMissingError(version);
    this.#segments = this.#segments.slice(dropped.length);
    // A file that cannot be removed is ignored, and removed at the next start.
    for (const { path } of dropped) await this.#files.remove(path).catch(() => {});
  }

  #createSegment(after: number): Segment {
    return new Segment(`${this.#path}.${after}.log`, after, this.#files);
  }
}

/** A file of entries that is only appended to. */
class Segment {
  readonly path: string;
  /** The version of the log that its first entry follows. */
  readonly after: number;
  /** Number of durable bytes. */
  size = 0;
  /** Whether a failed write may have left more bytes in the file. */
  isTorn = false;
  readonly #files: Files;

  constructor(path: string, after: number, files: Files) {
    this.path = path;
    this.after = after;
    this.#files = files;
  }

  /** Reads the entries. A last line without end is the rest of a failed write. @throws DamagedFile */
  async read(): Promise<LogEntry[]> {
    const text = await readStoreFile(this.#files, this.path);
    const completeLines = text.split('\n');
    const incomplete = completeLines.pop() ?? '';
    const [head, ...lines] = completeLines;
    if (head === undefined) return [];
    const createDamagedError = (line: number, problem: string) =>
      new DamagedFile(this.path, `:${line}:1`, problem);
    const { after } = decodeLine(head, this.path, 1);
    if (after !== this.after)
      throw createDamagedError(1, `expected version ${this.after}, got version ${String(after)}`);
    const entries = lines.map((line, index) => {
      const lineNumber = index + 2;
      const { version, patches } = decodeLine(line, this.path, lineNumber);
      const expected = this.after + index + 1;
      if (version === expected) return { version: expected, patches: patches as Patch[] };
      const problem = `expected version ${expected}, got version ${String(version)}`;
      throw createDamagedError(lineNumber, problem);
    });
    this.size = Buffer.byteLength(text) - Buffer.byteLength(incomplete);
    this.isTorn = incomplete !== '';
    return entries;
  }

  async append(text: string): Promise<void> {
    await this.#change((file) => file.write(text));
    this.size += Buffer.byteLength(text);
  }

  /** Drops the bytes of failed writes. Writes a byte first, since only this shows that the disk has room. */
  async repair(): Promise<void> {
    await this.#change(async (file) => {
      await file.write('\n');
      await file.sync();
      await file.truncate(this.size);
    });
  }

  /** Drops the bytes of failed writes, runs `work`, and makes its writes durable. */
  async #change(work: (file: WritableFile) => Promise<void>): Promise<void> {
    await this.create();
    await writeAndSync(this.#files.open(this.path), async (file) => {
      const size = await file.size();
      if (size < this.size || (size > this.size && !this.isTorn))
        throw Object.assign(new Error(`${this.path} has changed`), { code: 'ESTALE' });
      if (size > this.size) await file.truncate(this.size);
      this.isTorn = true;
      await work(file);
    });
    this.isTorn = false;
  }

  /** Creates the file, without entries, unless it exists. */
  async create(): Promise<void> {
    if (this.size > 0) return;
    const text = encodeLine({ format: FORMAT, after: this.after });
    await writeAndSync(this.#files.create(this.path), (file) => file.write(text));
    await this.#files.syncFolder(dirname(this.path));
    this.size = Buffer.byteLength(text);
  }
}
