/** Waits for a deployment that asks to retry later, or before a repetition. */

/** How the run waits; tests wait without the time. */
export type Sleep = (milliseconds: number) => Promise<void>;

/** Of one wait, in milliseconds. */
const LONGEST_PAUSE = 5000;

/** Number of recent responses among which limits are counted. */
const RECENT_RESPONSES = 40;
/** Up to this share of them, limits come by chance, and others may go on meanwhile. */
const MAX_RANDOM_SHARE = 0.25;

export class Waiting {
  readonly #ports: { readonly sleep: Sleep; now(): number };
  #left: number;
  /** End of the current wait, in milliseconds since 1970. */
  #until = 0;
  readonly #recent: ('limit' | 'answer')[] = [];

  /** @param most limit of all waiting in the run, in milliseconds; concurrent waits count once */
  constructor(most: number, ports: { readonly sleep: Sleep; now(): number }) {
    this.#left = most;
    this.#ports = ports;
  }

  /** Milliseconds that the run may wait yet. */
  get left(): number {
    return this.#left;
  }

  /** @returns whether it waited: not where that is too long, or longer than is left */
  async wait(milliseconds: number): Promise<boolean> {
    const from = this.#ports.now();
    const added = Math.max(0, from + milliseconds - Math.max(from, this.#until));
    if (milliseconds > LONGEST_PAUSE || added > this.#left) return false;
    this.#left -= added;
    this.#until = Math.max(this.#until, from + milliseconds);
    await this.#ports.sleep(milliseconds);
    return true;
  }

  answered(how: 'limit' | 'answer'): void {
    this.#recent.push(how);
    if (this.#recent.length > RECENT_RESPONSES) this.#recent.shift();
  }

  /**
   * Returns whether requests are rejected at random rather than for their rate: then more requests do no
   * harm.
   */
  get isByChance(): boolean {
    const limits = this.#recent.filter((how) => how === 'limit').length;
    return limits <= this.#recent.length * MAX_RANDOM_SHARE;
  }
}
