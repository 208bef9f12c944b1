/** A document that is written as a whole: of lowdb, all that is needed here. */
export interface Database<Data> {
  data: Data;
  /** Resolves when `data` is there for good. */
  write(): Promise<void>;
}

/** One write of the newest state, and all who wait for it. */
interface Round {
  readonly done: Promise<void>;
  resolve(): void;
  reject(reason: unknown): void;
}

/**
 * A state that is written as a whole, however often it changes. While it is being written, changes
 * gather, and the next write holds them all: many share one.
 *
 * A change builds on the one before it, kept or not. So when a write fails, all that came since the
 * last one that succeeded is undone, and all who wait for any of it are told.
 */
export class GroupCommit<State> {
  readonly #database: Database<State>;
  #kept: State;
  #latest: State;
  #running: Round | undefined;
  #gathering: Round | undefined;

  /** @param database its data is written already; nobody else writes it */
  constructor(database: Database<State>) {
    this.#database = database;
    this.#kept = database.data;
    this.#latest = database.data;
  }

  /** What is there for good. */
  get kept(): State {
    return this.#kept;
  }

  /** What the next change builds on. */
  get latest(): State {
    return this.#latest;
  }

  /** Resolves when the state, or a later one, is there for good; rejects when it is undone. */
  advance(to: State): Promise<void> {
    this.#latest = to;
    this.#gathering ??= newRound();
    const { done } = this.#gathering;
    if (this.#running === undefined) void this.#writeAll();
    return done;
  }

  /** Resolves when what is the latest now is there for good; rejects when it is undone. */
  settled(): Promise<void> {
    return (this.#gathering ?? this.#running)?.done ?? Promise.resolve();
  }

  async #writeAll(): Promise<void> {
    for (;;) {
      const round = this.#gathering;
      if (round === undefined) return;
      this.#gathering = undefined;
      this.#running = round;
      const state = this.#latest;
      this.#database.data = state;
      try {
        await this.#database.write();
        this.#kept = state;
        round.resolve();
      } catch (error) {
        this.#latest = this.#kept;
        this.#database.data = this.#kept;
        round.reject(error);
        // What has gathered meanwhile was built on what is undone.
        this.#takeGathering()?.reject(error);
      } finally {
        this.#running = undefined;
      }
    }
  }

  #takeGathering(): Round | undefined {
    const gathering = this.#gathering;
    this.#gathering = undefined;
    return gathering;
  }
}

function newRound(): Round {
  let resolve = (): void => {};
  let reject: Round['reject'] = () => {};
  const done = new Promise<void>((kept, failed) => {
    resolve = kept;
    reject = failed;
  });
  // Whoever waits has a promise of its own; that nobody does is no mistake.
  done.catch(() => {});
  return { done, resolve, reject };
}
