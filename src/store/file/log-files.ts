/** The files of one log: its snapshot, and the segments that follow it. */
import type { Files } from '../../ports/files.ts';
import { Conflict } from '../engine.ts';
import type { Entry, Read, Snapshot } from '../engine.ts';
import { DamagedFile } from './line.ts';
import { Segment } from './segment.ts';
import { readSnapshot, writeSnapshot } from './snapshot-document.ts';

export class LogFiles {
  readonly #path: string;
  readonly #files: Files;
  /** Oldest first; the last is written. */
  #segments: Segment[];

  /**
   * @param path of its files without their endings
   * @param after the versions that its segments begin after
   */
  constructor(path: string, after: readonly number[], files: Files) {
    this.#path = path;
    this.#files = files;
    this.#segments = after
      .toSorted((one, other) => one - other)
      .map((version) => this.#segment(version));
  }

  append(entries: readonly Entry[]): Promise<number> {
    const segment = this.#segments.at(-1);
    // Nothing is appended to a log that is deleted, or that only has a snapshot.
    return segment === undefined ? Promise.reject(new Conflict()) : segment.append(entries);
  }

  async repair(): Promise<void> {
    for (const segment of this.#segments) await segment.repair();
  }

  /** Resolves where entries could be written. */
  async probe(): Promise<void> {
    await this.#segments.at(-1)?.probe();
  }

  /** @throws DamagedFile */
  async read(after: number): Promise<Read> {
    const { snapshot, bytes } = await readSnapshot(`${this.#path}.json`, this.#files);
    const isNewer = snapshot.version > after;
    // A crash has left what the snapshot holds already.
    await this.#dropBefore(snapshot.version);
    if (this.#segments.length === 0 && snapshot.isFinal === undefined)
      throw this.#missing(snapshot.version);
    const entries = await this.#entries(snapshot.version);
    return {
      entries: isNewer ? entries : entries.filter(({ version }) => version > after),
      bytes: { entries: this.#bytes(), snapshot: bytes },
      ...(isNewer ? { snapshot } : {}),
    };
  }

  /** Entries that follow come in a file of their own, from now on. */
  async save(snapshot: Snapshot): Promise<number> {
    if (snapshot.isFinal === undefined) {
      if (this.#segments.at(-1)?.after !== snapshot.version) {
        this.#segments = [...this.#segments, this.#segment(snapshot.version)];
      }
      await this.#segments.at(-1)?.create();
    }
    const bytes = await writeSnapshot(`${this.#path}.json`, snapshot, this.#files);
    await this.#dropBefore(snapshot.version);
    return bytes;
  }

  async delete(): Promise<void> {
    const paths = [`${this.#path}.json`, ...this.#segments.map(({ path }) => path)];
    this.#segments = [];
    for (const path of paths) await this.#files.remove(path);
  }

  async #entries(version: number): Promise<Entry[]> {
    const entries: Entry[] = [];
    for (const [at, segment] of this.#segments.entries()) {
      const expected = entries.at(-1)?.version ?? version;
      if (segment.after !== expected) throw this.#missing(expected);
      entries.push(...(await segment.read()));
      const isLast = at === this.#segments.length - 1;
      if (segment.size === 0 && !isLast)
        throw new DamagedFile(segment.path, ':1:1', 'the file is empty');
    }
    return entries;
  }

  #missing(after: number): DamagedFile {
    return new DamagedFile(this.#segment(after).path, '', 'the file is missing');
  }

  async #dropBefore(version: number): Promise<void> {
    const [first, ...others] = this.#segments;
    if (first === undefined) return;
    if (first.after >= version) return;
    if (others.length === 0) throw this.#missing(version);
    await this.#files.remove(first.path);
    this.#segments = others;
    await this.#dropBefore(version);
  }

  #bytes(): number {
    return this.#segments.reduce((sum, { size }) => sum + size, 0);
  }

  #segment(after: number): Segment {
    return new Segment(`${this.#path}.${after}.log`, after, this.#files);
  }
}
