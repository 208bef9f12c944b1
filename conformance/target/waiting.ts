/** Waits if a deployment asks to retry later, or before a repetition. */

/** Pauses; tests replace this function to save time. */
export type Sleep = (milliseconds: number) => Promise<void>;

/** Maximum duration of one wait, in milliseconds. */
const MAX_PAUSE = 5000;

/** Number of recent responses that are inspected for rate limits. */
const RECENT_RESPONSES = 40;
/** If at most this share of the recent responses is a rate limit, only the limited request waits. */
const MAX_RANDOM_SHARE = 0.25;

export class Waiting {
  readonly #ports: { readonly sleep: Sleep; now(): number };
  #remaining: number;
  /** End of the current wait, in milliseconds since 1970. */
  #until = 0;
  readonly #recentResponses: ('limit' | 'response')[] = [];

  /** @param maxTotal maximum of all waits in milliseconds; concurrent waits count once */
  constructor(maxTotal: number, ports: { readonly sleep: Sleep; now(): number }) {
    this.#remaining = maxTotal;
    this.#ports = ports;
  }

  /** Remaining time to wait, in milliseconds. */
  get remaining(): number {
    return this.#remaining;
  }

  /** Waits and returns true; returns false at once if the wait is too long or exceeds the remaining time. */
  async wait(milliseconds: number): Promise<boolean> {
    const startedAt = this.#ports.now();
    const endsAt = startedAt + milliseconds;
    const addedTime = Math.max(0, endsAt - Math.max(startedAt, this.#until));
    if (milliseconds > MAX_PAUSE || addedTime > this.#remaining) return false;
    this.#remaining -= addedTime;
    this.#until = Math.max(this.#until, endsAt);
    await this.#ports.sleep(milliseconds);
    return true;
  }

  recordResponse(kind: 'limit' | 'response'): void {
    this.#recentResponses.push(kind);
    if (this.#recentResponses.length > RECENT_RESPONSES) this.#recentResponses.shift();
  }

  /** Whether so few recent responses are rate limits that only the limited request must wait. */
  get areLimitsRandom(): boolean {
    const limits = this.#recentResponses.filter((kind) => kind === 'limit').length;
    return limits <= this.#recentResponses.length * MAX_RANDOM_SHARE;
  }
}
