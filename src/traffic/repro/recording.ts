/**
 * What a replay needs beside the calls of a book: the state that they began in, and what was done to
 * the workspace between them through the control API. Bounded, like the book.
 */
import type { RecordedAct } from '../../contract/repro.gen.ts';
import type { View } from '../../store/store.ts';

/** The state of the workspace at an instant at which no call was under way. */
export interface Checkpoint {
  readonly view: View;
  /** The number of the last call before it. */
  readonly behind: number;
  /** How many acts there were before it. */
  readonly acts: number;
}

/** A call of the control API that changed the workspace. */
export interface Act {
  /** The number of the last call of the service that had ended before it. */
  readonly after: number;
  /** By the clock of the workspace, in milliseconds. */
  readonly at: number;
  readonly operation: string;
  readonly method: RecordedAct['method'];
  /** Under the control API. */
  readonly path: string;
  /** JSON. */
  readonly body?: NonNullable<RecordedAct['body']>;
  readonly status: number;
}

/** Calls between two checkpoints, at least; a view shares what has not changed with the next one. */
const STRIDE = 100;
const MOST_ACTS = 1000;

export class Recording {
  #checkpoints: readonly Checkpoint[] = [];
  #acts: readonly Act[] = [];
  /** Acts that have made room. */
  #dropped = 0;
  #underWay = 0;

  begins(): void {
    this.#underWay += 1;
  }

  ends(): void {
    this.#underWay -= 1;
  }

  /** Whether the state is to be kept now: with a call under way it would be neither before nor after. */
  isDue(last: number): boolean {
    const newest = this.#checkpoints.at(-1);
    return this.#underWay === 0 && (newest === undefined || last - newest.behind >= STRIDE);
  }

  keep(view: View, behind: number): void {
    const acts = this.#dropped + this.#acts.length;
    this.#checkpoints = [...this.#checkpoints, { view, behind, acts }];
  }

  act(act: Act): void {
    if (this.#checkpoints.length === 0) return;
    this.#acts = [...this.#acts, act];
    if (this.#acts.length <= MOST_ACTS) return;
    this.#acts = this.#acts.slice(1);
    this.#dropped += 1;
  }

  /**
   * The earliest state from which everything that followed is known.
   *
   * @param first the number of the oldest call that the book has
   */
  start(
    first: number,
  ): { readonly checkpoint: Checkpoint; readonly acts: readonly Act[] } | undefined {
    this.#checkpoints = this.#checkpoints.filter(
      ({ behind, acts }) => behind >= first - 1 && acts >= this.#dropped,
    );
    const [checkpoint] = this.#checkpoints;
    if (checkpoint === undefined) return undefined;
    return { checkpoint, acts: this.#acts.slice(checkpoint.acts - this.#dropped) };
  }
}
