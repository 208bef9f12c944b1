import pLimit from 'p-limit';

import { Conflict } from './engine.ts';
import type { Engine, Entry, LogContents } from './engine.ts';
import { toSnapshot, toStateAfter, Unit } from './part-table.ts';
import type { PartState } from './part-table.ts';

const MEGABYTE = 2 ** 20;
/** A log is compacted into a snapshot when it has outgrown the last one by this many bytes. */
export const COMPACT_AT = 4 * MEGABYTE;
/** Appends wait for the snapshot when the log exceeds two snapshots by this many bytes. */
const MAX_UNCOMPACTED = 12 * MEGABYTE;

const NOTHING: LogContents = { entries: [], bytes: { entries: 0, snapshot: 0 } };
const DONE = Promise.resolve();

export interface LogOptions {
  readonly name: string;
  readonly engine: Engine;
  readonly compactAt: number;
  /** Called when a later state is durable. */
  onAdvance(): void;
}

/**
 * A log and its state. While an append runs, entries gather for the next append (group commit).
 *
 * Each entry builds on the one before, durable or not. When an append fails, all entries since the last
 * durable one are undone, and the promises of their units reject.
 */
export class Log<State extends PartState> {
  readonly name: string;
  readonly #options: LogOptions;
  readonly #queue = pLimit(1);
  #durable: State;
  #latest: State;
  #bytes: LogContents['bytes'];
  #gathered: Entry[] = [];
  /** The running append, or the last one. */
  #running: Promise<void> = DONE;
  /** The append of the gathered entries, which follows the running one. */
  #next: Promise<void> | undefined;
  #compacting: Promise<void> | undefined;
  /** Bytes of the log when the last compaction failed. */
  #bytesAtFailedCompaction = 0;

  /** @param start what the log begins with, and what was read of it since */
  constructor(options: LogOptions, start: State, read: LogContents = NOTHING) {
    this.name = options.name;
    this.#options = options;
    this.#durable = toStateAfter(start, read);
    this.#latest = this.#durable;
    this.#bytes = read.bytes;
  }

  /** The state for readers. */
  get durable(): State {
    return this.#durable;
  }

  get isBusy(): boolean {
    return this.#queue.activeCount + this.#queue.pendingCount > 0;
  }

  /**
   * Runs units of work one at a time on the latest state. If one rejects, it appends nothing. A result, also a
   * rejection, waits until the state that it was built on is durable.
   *
   * @throws Conflict if another process has appended, or that state was undone: the unit has to run again
   * @throws StoreUnavailable if it cannot be written
   */
  async run<Result>(work: (unit: Unit<State>) => Promise<Result>): Promise<Result> {
    const { outcome, durable } = await this.#queue(async () => {
      const unit = new Unit(this.#latest);
      const [settled] = await Promise.allSettled([work(unit)]);
      const entry = settled.status === 'fulfilled' ? unit.entry : undefined;
      return { outcome: settled, durable: this.#append(unit, entry) };
    });
    await durable;
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  }

  /** Runs work that ends the log, once nothing is being written. */
  end(work: () => Promise<void>): Promise<void> {
    return this.#queue(async () => {
      await this.waitUntilIdle();
      await work();
    });
  }

  /** Applies entries that were read after the durable state. */
  advance(read: LogContents): void {
    const to = toStateAfter(this.#durable, read);
    if (to.version <= this.#durable.version) return;
    this.#durable = to;
    if (to.version > this.#latest.version) this.#latest = to;
    const entries = this.#bytes.entries + read.bytes.entries;
    this.#bytes = read.snapshot === undefined ? { ...this.#bytes, entries } : read.bytes;
    this.#options.onAdvance();
  }

  /** Resolves when nothing is being written. */
  async waitUntilIdle(): Promise<void> {
    await (this.#next ?? this.#running).catch(() => {});
    await this.#compacting;
  }

  /** Makes the state of a unit the latest, if it has an entry. Resolves when the latest state is durable. */
  #append({ before, state }: Unit<State>, entry: Entry | undefined): Promise<void> {
    if (this.#latest !== before) return Promise.reject(new Conflict());
    if (entry === undefined) return this.#next ?? this.#running;
    this.#latest = state;
    this.#gathered.push(entry);
    if (this.#next === undefined) {
      // If the running append fails, so does this one, without writing.
      this.#next = this.#running.then(() => this.#appendBatch());
      // The rejection is handled by callers, if there are any.
      this.#next.catch(() => {});
    }
    return this.#next;
  }

  async #appendBatch(): Promise<void> {
    const { engine, onAdvance } = this.#options;
    const entries = this.#gathered;
    const to = this.#latest;
    this.#running = this.#next ?? DONE;
    this.#startNewBatch();
    try {
      if (this.#bytes.entries > 2 * this.#bytes.snapshot + MAX_UNCOMPACTED) await this.#compacting;
      const bytes = await engine.append(this.name, entries, toSnapshot(to));
      this.#bytes = { ...this.#bytes, entries: this.#bytes.entries + bytes };
      if (to.version > this.#durable.version) this.#durable = to;
      this.#compactIfLarge();
      onAdvance();
    } catch (error) {
      this.#latest = this.#durable;
      this.#running = DONE;
      this.#startNewBatch();
      throw error;
    }
  }

  #startNewBatch(): void {
    this.#gathered = [];
    this.#next = undefined;
  }

  /** Writes a snapshot while appends continue. After a failure the log grows by as much again. */
  #compactIfLarge(): void {
    const { engine, compactAt } = this.#options;
    const { entries: compacted, snapshot: last } = this.#bytes;
    if (
      this.#compacting !== undefined ||
      compacted <= Math.max(last, this.#bytesAtFailedCompaction) + compactAt
    )
      return;
    this.#compacting = engine
      .save(this.name, toSnapshot(this.#durable))
      .then((snapshot) => {
        this.#bytes = { snapshot, entries: this.#bytes.entries - compacted };
        this.#bytesAtFailedCompaction = 0;
      })
      .catch(() => {
        this.#bytesAtFailedCompaction = compacted;
      })
      .finally(() => (this.#compacting = undefined));
  }
}
