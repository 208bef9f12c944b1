/** Waits if a deployment asks to retry later, or before a repetition. */

/** Waits; tests replace it to save time. */
export type Sleep = (milliseconds: number) => Promise<void>;

/** Maximum duration of one wait, in milliseconds. */
const MAX_PAUSE = 5000;

/** Number of recent responses that are inspected for rate limits. */
const RECENT_RESPONSES = 40;
/** Maximum share of limited responses that counts as random; then other requests need not wait. */
const MAX_RANDOM_SHARE = 0.25;

export class Waiting {
  readonly #ports: { readonly sleep: Sleep; now(): number };
  #remaining: number;
  /** End of the current wait, in milliseconds since 1970. */
  #until = 0;
  readonly #recent: ('limit' | 'response')[] = [];

  /** Creates it with the maximum of all waits in ms; concurrent waits count once. */
  constructor(most: number, ports: { readonly sleep: Sleep; now(): number }) {
    this.#remaining = most;
    this.#ports = ports;
  }

  /** Remaining time to wait, in milliseconds. */
  get remaining(): number {
    return this.#remaining;
  }

  /** Returns false if the wait is too long or exceeds the remaining time. */
  async wait(milliseconds: number): Promise<boolean> {
    const from = this.#ports.now();
    const added = Math.max(0, from + milliseconds - Math.max(from, this.#until));
    if (milliseconds > MAX_PAUSE || added > this.#remaining) return false;
    this.#remaining -= added;
    this.#until = Math.max(this.#until, from + milliseconds);
    await this.#ports.sleep(milliseconds);
    return true;
  }

  recordResponse(kind: 'limit' | 'response'): void {
    this.#recent.push(kind);
    if (this.#recent.length > RECENT_RESPONSES) this.#recent.shift();
  }

  /** Whether requests are rejected at random, so that further ones do no harm. */
  get isByChance(): boolean {
    const limits = this.#recent.filter((kind) => kind === 'limit').length;
    return limits <= this.#recent.length * MAX_RANDOM_SHARE;
  }
}
