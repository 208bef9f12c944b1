/** A file of entries, which is only ever written at its end. */
import { dirname } from 'node:path';

import type { Files, WritableFile } from '../../ports/files.ts';
import type { Entry, Patch } from '../engine.ts';
import { contentOf, DamagedFile, FORMAT, lineOf } from './line.ts';

export class Segment {
  readonly path: string;
  /** The version of the log that its first entry follows. */
  readonly after: number;
  readonly #files: Files;
  /** Bytes that are durable; what is beyond them was never acknowledged. */
  #size = 0;
  #state: 'missing' | 'whole' | 'torn' = 'missing';
  #creating: Promise<void> | undefined;

  constructor(path: string, after: number, files: Files) {
    this.path = path;
    this.after = after;
    this.#files = files;
  }

  get size(): number {
    return this.#size;
  }

  /** Resolves when the file is there, without entries. */
  create(): Promise<void> {
    if (this.#state !== 'missing') return Promise.resolve();
    this.#creating ??= this.#create().finally(() => (this.#creating = undefined));
    return this.#creating;
  }

  /** Appends a line for each entry. @returns bytes written */
  async append(entries: readonly Entry[]): Promise<number> {
    await this.create();
    const text = entries.map(lineOf).join('');
    const bytes = Buffer.byteLength(text);
    try {
      await this.#open(async (file) => {
        this.#state = 'torn';
        await file.write(text);
        await file.sync();
        this.#state = 'whole';
      });
    } catch (error) {
      await this.repair().catch(() => {});
      throw error;
    }
    this.#size += bytes;
    return bytes;
  }

  /** Drops what was written and never acknowledged. */
  async repair(): Promise<void> {
    if (this.#state === 'torn') await this.probe();
  }

  /** Writes as an append does, and drops that again. */
  async probe(): Promise<void> {
    await this.create();
    await this.#open(async (file) => {
      await file.write('\n');
      await file.sync();
      await file.truncate(this.#size);
      await file.sync();
    });
  }

  /**
   * Reads the entries. A last line without an end was never acknowledged.
   *
   * @throws DamagedFile
   */
  async read(): Promise<Entry[]> {
    const text = await this.#files.read(this.path);
    const lines = text.split('\n');
    const torn = lines.pop() ?? '';
    const [head, ...others] = lines;
    if (head === undefined) return [];
    const { after } = contentOf(head, this.path, 1);
    if (after !== this.after) {
      throw new DamagedFile(
        this.path,
        ':1:1',
        `the file is the log after version ${String(after)}`,
      );
    }
    const entries = others.map((line, at) => {
      const { version, patches } = contentOf(line, this.path, at + 2);
      if (version === this.after + at + 1) return { version, patches: patches as Patch[] };
      throw new DamagedFile(
        this.path,
        `:${at + 2}:1`,
        `version ${this.after + at + 1} should be here, and version ${String(version)} is`,
      );
    });
    this.#size = Buffer.byteLength(text) - Buffer.byteLength(torn);
    this.#state = torn === '' ? 'whole' : 'torn';
    return entries;
  }

  /** Opens the file with no bytes beyond those that are durable. */
  async #open(work: (file: WritableFile) => Promise<void>): Promise<void> {
    const file = await this.#files.open(this.path);
    try {
      const size = await file.size();
      if (size < this.#size || (size > this.#size && this.#state === 'whole')) {
        throw Object.assign(new Error(`${this.path} has changed`), { code: 'ESTALE' });
      }
      if (size > this.#size) await file.truncate(this.#size);
      await work(file);
    } finally {
      await file.close();
    }
    this.#state = 'whole';
  }

  async #create(): Promise<void> {
    const text = lineOf({ format: FORMAT, after: this.after });
    const file = await this.#files.create(this.path);
    try {
      await file.write(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await this.#files.syncFolder(dirname(this.path));
    this.#size = Buffer.byteLength(text);
    this.#state = 'whole';
  }
}
