/** Adapts the number of requests in flight to latency and failures, like TCP (RFC 5681, section 3.1). */

/** Number of requests in flight at the start of a run. */
const INITIAL_IN_FLIGHT = 4;
/** Number of responses in each comparison of latencies. */
const WINDOW_SIZE = 16;
/** Latency counts as steady up to this multiple of the best median. */
const STEADY_FACTOR = 2.5;
/** Latency also counts as steady up to this many milliseconds above the best median. */
const STEADY_TOLERANCE = 5;

export class Pace {
  readonly #max: number;
  readonly #onChange: (inFlight: number) => void;
  #inFlight: number;
  #durations: number[] = [];
  #bestMedian = Infinity;
  /** Number of pending responses to requests that were sent at the previous pace. */
  #pendingAtOldPace = 0;

  /** @param onChange receives each new number of requests in flight */
  constructor(max: number, onChange: (inFlight: number) => void) {
    this.#max = max;
    this.#onChange = onChange;
    this.#inFlight = Math.min(INITIAL_IN_FLIGHT, max);
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  /** @param durationMs time from the request to the end of the response */
  recordResponse(durationMs: number): void {
    if (this.#pendingAtOldPace > 0) this.#pendingAtOldPace -= 1;
    this.#durations.push(durationMs);
    if (this.#durations.length < WINDOW_SIZE) return;
    const median = this.#durations.toSorted((a, b) => a - b)[WINDOW_SIZE / 2] ?? 0;
    this.#durations = [];
    this.#bestMedian = Math.min(this.#bestMedian, median);
    const isSteady =
      median <= Math.max(this.#bestMedian * STEADY_FACTOR, this.#bestMedian + STEADY_TOLERANCE);
    this.#change(isSteady ? this.#inFlight * 2 : this.#inFlight - 1);
  }

  /**
   * Called instead of recordResponse after a 429, a 5xx or a broken connection. Halves the number, but only once
   * for all requests now in flight.
   */
  slowDown(): void {
    this.#durations = [];
    if (this.#pendingAtOldPace > 0) {
      this.#pendingAtOldPace -= 1;
      return;
    }
    this.#pendingAtOldPace = this.#inFlight - 1;
    this.#change(Math.floor(this.#inFlight / 2));
  }

  #change(wanted: number): void {
    const next = Math.min(this.#max, Math.max(1, wanted));
    if (next === this.#inFlight) return;
    this.#inFlight = next;
    this.#onChange(next);
  }
}
