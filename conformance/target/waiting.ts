/** The waiting of a run: for a deployment that asks it to come back later, or before a second look. */

/** How the run waits; tests wait without the time. */
export type Sleep = (milliseconds: number) => Promise<void>;

/** Of one wait, in milliseconds. */
export const LONGEST_PAUSE = 5000;

/** Of so many answers it is looked how many were limits. */
const RECENT_RESPONSES = 40;
/** Up to this share of them, limits come by chance, and others may go on meanwhile. */
const MOST_BY_CHANCE = 0.25;

export class Waiting {
  readonly #ports: { readonly sleep: Sleep; now(): number };
  #left: number;
  /** Until when somebody waits already, in milliseconds since 1970. */
  #until = 0;
  readonly #recent: ('limit' | 'answer')[] = [];

  /** @param most of all waiting in the run, in milliseconds; what is waited side by side counts once */
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

  /** Whether calls are turned away now and then, rather than for their number: then one more does no harm. */
  get isByChance(): boolean {
    const limits = this.#recent.filter((how) => how === 'limit').length;
    return limits <= this.#recent.length * MOST_BY_CHANCE;
  }
}
