/** Adapts the number of requests in flight to latency and failures, like TCP (RFC 5681, section 3.1). */

/** Number of requests in flight at the start of a run. */
const FIRST = 4;
/** Number of responses in each comparison of latencies. */
const WINDOW = 16;
/** Latency is steady up to this multiple of the best median, or up to TOLERANCE milliseconds more. */
const STEADY = 2.5;
const TOLERANCE = 5;

export class Pace {
  readonly #most: number;
  readonly #changed: (inFlight: number) => void;
  #inFlight: number;
  #durations: number[] = [];
  #best = Infinity;
  /** Number of pending responses to requests that were sent at the previous pace. */
  #stillOut = 0;

  /** Creates it with a maximum, and a listener for each new number. */
  constructor(most: number, changed: (inFlight: number) => void) {
    this.#most = most;
    this.#changed = changed;
    this.#inFlight = Math.min(FIRST, most);
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  /** @param durationMs time from the request to the end of the response */
  recordResponse(durationMs: number): void {
    if (this.#stillOut > 0) this.#stillOut -= 1;
    this.#durations.push(durationMs);
    if (this.#durations.length < WINDOW) return;
    const median = this.#durations.toSorted((a, b) => a - b)[WINDOW / 2] ?? 0;
    this.#durations = [];
    this.#best = Math.min(this.#best, median);
    const isSteady = median <= Math.max(this.#best * STEADY, this.#best + TOLERANCE);
    this.#set(isSteady ? this.#inFlight * 2 : this.#inFlight - 1);
  }

  /** Halves the number after a 429, a 5xx or a broken connection, once for all requests in flight. */
  slowDown(): void {
    this.#durations = [];
    if (this.#stillOut > 0) {
      this.#stillOut -= 1;
      return;
    }
    this.#stillOut = this.#inFlight - 1;
    this.#set(Math.floor(this.#inFlight / 2));
  }

  #set(wanted: number): void {
    const next = Math.min(this.#most, Math.max(1, wanted));
    if (next === this.#inFlight) return;
    this.#inFlight = next;
    this.#changed(next);
  }
}
