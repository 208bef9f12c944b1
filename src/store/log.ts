import pLimit from 'p-limit';

import { Conflict, type Engine, type LogEntry, type LogContents } from './engine.ts';
import { toSnapshot, toStateAfter, Unit, type PartState } from './part-table.ts';

const MEGABYTE = 2 ** 20;
/** A snapshot replaces the entries of a log when they exceed the last snapshot by this many bytes. */
export const COMPACT_AT = 4 * MEGABYTE;
/** Appends wait for the new snapshot when the entries exceed twice the last snapshot by this many bytes. */
const MAX_UNCOMPACTED = 12 * MEGABYTE;

const NOTHING: LogContents = { entries: [], bytes: { entries: 0, snapshot: 0 } };
const DONE = Promise.resolve();

export interface LogOptions {
  readonly name: string;
  readonly engine: Engine;
  readonly compactAt: number;
  /** Called after the durable state has changed. */
  onAdvance(): void;
}

/**
 * A log and its state. While an append runs, new entries wait for the next append (group commit): a unit of
 * work may build on entries that are not durable yet. When an append fails, all these units of work
 * are undone, and their promises reject.
 */
export class Log<State extends PartState> {
  readonly name: string;
  readonly #options: LogOptions;
  readonly #queue = pLimit(1);
  #durable: State;
  #latest: State;
  #bytes: LogContents['bytes'];
  #waiting: LogEntry[] = [];
  /** The running append, or the last append. */
  #append: Promise<void> = DONE;
  /** The append of the waiting entries. */
  #nextAppend: Promise<void> | undefined;
  #compacting: Promise<void> | undefined;
  /** Bytes of entries when the last compaction failed. */
  #bytesAtFailedCompaction = 0;

  /**
   * @param start the state before the first entry
   * @param stored the contents that the engine has stored after it
   */
  constructor(options: LogOptions, start: State, stored: LogContents = NOTHING) {
    this.name = options.name;
    this.#options = options;
    this.#durable = toStateAfter(start, stored);
    this.#latest = this.#durable;
    this.#bytes = stored.bytes;
  }

  get durable(): State {
    return this.#durable;
  }

  get isBusy(): boolean {
    return this.#queue.activeCount + this.#queue.pendingCount > 0;
  }

  /**
   * Runs a unit of work on the latest state, after earlier units, and appends its entry unless `work`
   * rejects. Settles when the state that `work` has read is durable, so that no caller sees a change that
   * is undone.
   *
   * @throws Conflict if another process has appended, or an append has failed: the unit must run again
   * @throws StoreUnavailable if the entry cannot be written
   */
  async run<Result>(work: (unit: Unit<State>) => Promise<Result>): Promise<Result> {
    const { outcome, appended } = await this.#queue(async () => {
      const unit = new Unit(this.#latest);
      const [settled] = await Promise.allSettled([work(unit)]);
      const entry = settled.status === 'fulfilled' ? unit.logEntry : undefined;
      return { outcome: settled, appended: this.#addToNextAppend(unit, entry) };
    });
    await appended;
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  }

  /** Runs work that deletes or replaces the log, after all units of work and writes. */
  end(work: () => Promise<void>): Promise<void> {
    return this.#queue(async () => {
      await this.waitUntilIdle();
      await work();
    });
  }

  /** Applies the contents that other processes have written after the durable state. */
  advance(newer: LogContents): void {
    const state = toStateAfter(this.#durable, newer);
    if (state.version <= this.#durable.version) return;
    this.#durable = state;
    if (state.version > this.#latest.version) this.#latest = state;
    const entries = this.#bytes.entries + newer.bytes.entries;
    this.#bytes = newer.snapshot === undefined ? { ...this.#bytes, entries } : newer.bytes;
    this.#options.onAdvance();
  }

  async waitUntilIdle(): Promise<void> {
    await (this.#nextAppend ?? this.#append).catch(() => {});
    await this.#compacting;
  }

  /** Makes the state of a unit the latest, if the unit has an entry. Resolves when the latest state is durable. */
  #addToNextAppend({ before, state }: Unit<State>, entry: LogEntry | undefined): Promise<void> {
    if (this.#latest !== before) return Promise.reject(new Conflict());
    if (entry === undefined) return this.#nextAppend ?? this.#append;
    this.#latest = state;
    this.#waiting.push(entry);
    if (this.#nextAppend === undefined) {
      // If the running append fails, this append also fails, without writing.
      this.#nextAppend = this.#append.then(() => this.#appendWaiting());
      // Callers handle the rejection, if there are any.
      this.#nextAppend.catch(() => {});
    }
    return this.#nextAppend;
  }

  async #appendWaiting(): Promise<void> {
    const { engine, onAdvance } = this.#options;
    const entries = this.#waiting;
    const state = this.#latest;
    this.#append = this.#nextAppend ?? DONE;
    this.#clearWaiting();
    try {
      if (this.#bytes.entries > 2 * this.#bytes.snapshot + MAX_UNCOMPACTED) await this.#compacting;
      const bytes = await engine.append(this.name, entries, toSnapshot(state));
      this.#bytes = { ...this.#bytes, entries: this.#bytes.entries + bytes };
      if (state.version > this.#durable.version) this.#durable = state;
      this.#compactIfLarge();
      onAdvance();
    } catch (error) {
      this.#latest = this.#durable;
      this.#append = DONE;
      this.#clearWaiting();
      throw error;
    }
  }

  #clearWaiting(): void {
    this.#waiting = [];
    this.#nextAppend = undefined;
  }

  /** Replaces entries by a snapshot while appends continue; tries again `compactAt` bytes after a failure. */
  #compactIfLarge(): void {
    const { engine, compactAt } = this.#options;
    const before = this.#bytes;
    const threshold = Math.max(before.snapshot, this.#bytesAtFailedCompaction) + compactAt;
    if (this.#compacting !== undefined || before.entries <= threshold) return;
    this.#compacting = engine
      .save(this.name, toSnapshot(this.#durable))
      .then((snapshot) => {
        this.#bytes = { snapshot, entries: this.#bytes.entries - before.entries };
        this.#bytesAtFailedCompaction = 0;
      })
      .catch(() => {
        this.#bytesAtFailedCompaction = before.entries;
      })
      .finally(() => (this.#compacting = undefined));
  }
}
