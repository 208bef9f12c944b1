import { Conflict } from './engine.ts';
import type { Engine, Entry, Read, Snapshot } from './engine.ts';

interface Versioned {
  readonly version: number;
}

/** One append of all entries that were waiting, and all who wait for it. */
interface Round<State> {
  readonly entries: Entry[];
  to: State;
  readonly done: Promise<void>;
  resolve(): void;
  reject(reason: unknown): void;
}

/** A log is folded into a snapshot when it has outgrown the last one by this many bytes. */
export const FOLDED_AT = 4 * 2 ** 20;

export interface LogOptions<State> {
  readonly engine: Engine;
  readonly foldedAt: number;
  snapshotOf(state: State): Snapshot;
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
export class Log<State extends Versioned> {
  readonly name: string;
  readonly #options: LogOptions<State>;
  #durable: State;
  #latest: State;
  #bytes: Read['bytes'];
  #running: Round<State> | undefined;
  #gathering: Round<State> | undefined;
  #folding: Promise<void> | undefined;
  /** Bytes of the log when the last fold failed. */
  #unfolded = 0;

  constructor(name: string, state: State, bytes: Read['bytes'], options: LogOptions<State>) {
    this.name = name;
    this.#options = options;
    this.#durable = state;
    this.#latest = state;
    this.#bytes = bytes;
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
   * Makes a state the latest. Resolves when it is durable.
   *
   * @param from what the state was built on
   * @throws Conflict where that is no longer the latest, or another process was faster
   * @throws StoreUnavailable where it can't be written
   */
  append(from: State, entry: Entry, to: State): Promise<void> {
    if (this.#latest !== from) return Promise.reject(new Conflict());
    this.#latest = to;
    this.#gathering ??= newRound(to);
    this.#gathering.entries.push(entry);
    this.#gathering.to = to;
    const { done } = this.#gathering;
    if (this.#running === undefined) void this.#appendAll();
    return done;
  }

  /** Resolves when a state, the latest, is durable; rejects as `append` does. */
  settled(from: State): Promise<void> {
    if (this.#latest !== from) return Promise.reject(new Conflict());
    return (this.#gathering ?? this.#running)?.done ?? DONE;
  }

  /** Takes a state that was read, if it is newer. */
  advance(to: State, { snapshot, bytes }: Read): void {
    if (to.version <= this.#durable.version) return;
    this.#durable = to;
    if (to.version > this.#latest.version) this.#latest = to;
    const entries = (snapshot === undefined ? this.#bytes.entries : 0) + bytes.entries;
    this.#bytes = {
      entries,
      snapshot: snapshot === undefined ? this.#bytes.snapshot : bytes.snapshot,
    };
    this.#options.advanced();
  }

  /** Resolves when nothing is being written. */
  async idle(): Promise<void> {
    await this.settled(this.#latest).catch(() => {});
    await this.#folding;
  }

  async #appendAll(): Promise<void> {
    const { engine, snapshotOf, advanced } = this.#options;
    for (;;) {
      const round = this.#gathering;
      if (round === undefined) return;
      this.#gathering = undefined;
      this.#running = round;
      try {
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
    const { engine, snapshotOf, foldedAt } = this.#options;
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

const DONE = Promise.resolve();

function newRound<State>(to: State): Round<State> {
  let resolve = (): void => {};
  let reject: Round<State>['reject'] = () => {};
  const done = new Promise<void>((kept, failed) => {
    resolve = kept;
    reject = failed;
  });
  // Who waits has a promise of its own; that nobody does is no error.
  done.catch(() => {});
  return { entries: [], to, done, resolve, reject };
}
