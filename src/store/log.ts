import { Conflict } from './engine.ts';
import type { Engine, Entry, Read } from './engine.ts';
import { snapshotOf, stateAfter } from './part-table.ts';
import type { PartState, Table } from './part-table.ts';

/** One append of all entries that were waiting, and all who wait for it. */
interface Round<State> {
  readonly entries: Entry[];
  to: State;
  readonly done: Promise<void>;
  resolve(): void;
  reject(reason: unknown): void;
}

const MEGABYTE = 2 ** 20;
/** A log is folded into a snapshot when it has outgrown the last one by this many bytes. */
export const FOLDED_AT = 4 * MEGABYTE;
/** A log that is longer than two snapshots and this many bytes waits for the snapshot to come. */
const MOST_UNFOLDED = 12 * MEGABYTE;

export interface LogOptions<Rules extends Table> {
  readonly name: string;
  readonly table: Rules;
  readonly engine: Engine;
  readonly foldedAt: number;
  /** Reports that a later state is durable. */
  advanced(): void;
}

/**
 * A log and the state that it has come to. While one append is under way entries gather, and the next
 * append has them all (group commit).
 *
 * Each entry builds on the one before, durable or not. When an append fails, all entries since the last
 * durable one are undone, and everyone who waits for them is rejected.
 */
export class Log<Rules extends Table, State extends PartState<Rules>> {
  readonly name: string;
  readonly #options: LogOptions<Rules>;
  #durable: State;
  #latest: State;
  #bytes: Read['bytes'];
  #running: Round<State> | undefined;
  #gathering: Round<State> | undefined;
  #folding: Promise<void> | undefined;
  /** Bytes of the log when the last fold failed. */
  #unfolded = 0;

  /** @param start what the log begins with, and what was read of it since */
  constructor(options: LogOptions<Rules>, start: State, read: Read = NOTHING) {
    this.name = options.name;
    this.#options = options;
    this.#durable = stateAfter(options.table, start, read);
    this.#latest = this.#durable;
    this.#bytes = read.bytes;
  }

  /** What readers see. */
  get durable(): State {
    return this.#durable;
  }

  /** What the next unit of work builds on. */
  get latest(): State {
    return this.#latest;
  }

  /**
   * Makes `to` the latest state; without an entry, the latest state stays. Resolves when the latest state
   * is durable.
   *
   * @param from the state that `to` was built on
   * @throws Conflict if that is no longer the latest, or another process has appended
   * @throws StoreUnavailable if it cannot be written
   */
  append(from: State, entry: Entry | undefined, to: State): Promise<void> {
    if (this.#latest !== from) return Promise.reject(new Conflict());
    if (entry === undefined) return (this.#gathering ?? this.#running)?.done ?? DONE;
    this.#latest = to;
    this.#gathering ??= newRound(to);
    this.#gathering.entries.push(entry);
    this.#gathering.to = to;
    const { done } = this.#gathering;
    if (this.#running === undefined) void this.#appendAll();
    return done;
  }

  /** Takes what was read after the durable state. */
  advance(read: Read): void {
    const to = stateAfter(this.#options.table, this.#durable, read);
    if (to.version <= this.#durable.version) return;
    this.#durable = to;
    if (to.version > this.#latest.version) this.#latest = to;
    const { bytes, snapshot } = read;
    this.#bytes =
      snapshot === undefined
        ? { ...this.#bytes, entries: this.#bytes.entries + bytes.entries }
        : bytes;
    this.#options.advanced();
  }

  /** Resolves when nothing is being written. */
  async idle(): Promise<void> {
    await (this.#gathering ?? this.#running)?.done.catch(() => {});
    await this.#folding;
  }

  async #appendAll(): Promise<void> {
    const { engine, advanced } = this.#options;
    for (;;) {
      const round = this.#gathering;
      if (round === undefined) return;
      this.#gathering = undefined;
      this.#running = round;
      try {
        if (this.#bytes.entries > 2 * this.#bytes.snapshot + MOST_UNFOLDED) await this.#folding;
        const bytes = await engine.append(this.name, round.entries, snapshotOf(round.to));
        this.#bytes = { ...this.#bytes, entries: this.#bytes.entries + bytes };
        if (round.to.version > this.#durable.version) this.#durable = round.to;
        this.#foldIfLarge();
        advanced();
        round.resolve();
      } catch (error) {
        this.#latest = this.#durable;
        const built = this.#gathering;
        this.#gathering = undefined;
        round.reject(error);
        (built as Round<State> | undefined)?.reject(error);
      } finally {
        this.#running = undefined;
      }
    }
  }

  /** Writes the snapshot beside the appends that follow. After a failure the log grows by as much again. */
  #foldIfLarge(): void {
    const { engine, foldedAt } = this.#options;
    const { entries: folded, snapshot: last } = this.#bytes;
    if (this.#folding !== undefined || folded <= Math.max(last, this.#unfolded) + foldedAt) return;
    this.#folding = engine
      .save(this.name, snapshotOf(this.#durable))
      .then((snapshot) => {
        this.#bytes = { snapshot, entries: this.#bytes.entries - folded };
        this.#unfolded = 0;
      })
      .catch(() => {
        this.#unfolded = folded;
      })
      .finally(() => (this.#folding = undefined));
  }
}

const NOTHING: Read = { entries: [], bytes: { entries: 0, snapshot: 0 } };
const DONE = Promise.resolve();

function newRound<State>(to: State): Round<State> {
  let resolve = (): void => {};
  let reject: Round<State>['reject'] = () => {};
  const done = new Promise<void>((kept, failed) => {
    resolve = kept;
    reject = failed;
  });
  // Callers await their own promise; it is no error if there are none.
  done.catch(() => {});
  return { entries: [], to, done, resolve, reject };
}
