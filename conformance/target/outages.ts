/** Detects operations that always return server errors, so that a run does not repeat them. */
import type { OperationId } from '../../src/contract/types.ts';
import type { HttpResponse } from './http-request.ts';
import { isServerError } from './response-kinds.ts';

/** Minimum number of consecutive server errors in an outage. */
const MIN_ERRORS = 10;
/** Minimum duration of an outage, in milliseconds. */
const MIN_DURATION = 5000;

/** Milliseconds between requests that test whether an outage is over. */
const RETEST_INTERVAL = 1000;

type Operation = OperationId | null;

/** All times are in milliseconds since 1970. */
interface Outage {
  readonly startedAt: number;
  errors: number;
  lastErrorAt: number;
}

export class Outages {
  readonly #now: () => number;
  readonly #outages = new Map<Operation, Outage>();
  readonly #accepted = new Map<Operation, number>();

  /** @param now milliseconds since 1970 */
  constructor(now: () => number) {
    this.#now = now;
  }

  recordResponse(response: HttpResponse): void {
    const { operation } = response.request;
    const now = this.#now();
    if (response.accepted) {
      this.#accepted.set(operation, now);
      this.#outages.delete(operation);
    }
    if (!isServerError(response)) return;
    const outage = this.#outages.get(operation) ?? {
      startedAt: now,
      errors: 0,
      lastErrorAt: now,
    };
    outage.errors += 1;
    outage.lastErrorAt = now;
    this.#outages.set(operation, outage);
  }

  /** Whether any operation has returned errors and never succeeded. */
  get hasOutage(): boolean {
    return [...this.#outages.keys()].some((operation) => !this.#accepted.has(operation));
  }

  /** Returns whether only this operation is unavailable: another operation has succeeded since. */
  affectsOne(operation: Operation): boolean {
    const outage = this.#findOutage(operation);
    if (outage === undefined) return false;
    return [...this.#accepted].some(
      ([accepted, instant]) => accepted !== operation && instant >= outage.startedAt,
    );
  }

  /** Returns whether all operations are unavailable; false when the next request may test this again. */
  affectsAll(operation: Operation): boolean {
    const outage = this.#findOutage(operation);
    if (outage === undefined || this.affectsOne(operation)) return false;
    return this.#now() - outage.lastErrorAt < RETEST_INTERVAL;
  }

  #findOutage(operation: Operation): Outage | undefined {
    const outage = this.#outages.get(operation);
    if (outage === undefined || outage.errors < MIN_ERRORS) return undefined;
    return this.#now() - outage.startedAt >= MIN_DURATION ? outage : undefined;
  }
}
