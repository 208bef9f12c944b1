/** Detects operations that always return server errors, so that a run does not repeat them. */
import type { OperationId } from '../../src/contract/types.ts';
import type { HttpResponse } from './http-request.ts';

/** Minimum consecutive server errors of an outage, and minimum duration in milliseconds. */
const MIN_ERRORS = 10;
const MIN_DURATION = 5000;

/** Milliseconds between requests that test whether an outage is over. */
const RETEST_INTERVAL = 1000;

type Operation = OperationId | null;

/** All times are in milliseconds since 1970. */
interface Outage {
  readonly since: number;
  errors: number;
  last: number;
}

export class Outages {
  readonly #now: () => number;
  readonly #outages = new Map<Operation, Outage>();
  readonly #accepted = new Map<Operation, number>();

  /** @param now milliseconds since 1970 */
  constructor(now: () => number) {
    this.#now = now;
  }

  recordResponse({ request: { operation }, status, accepted }: HttpResponse): void {
    const now = this.#now();
    if (accepted) {
      this.#accepted.set(operation, now);
      this.#outages.delete(operation);
    }
    if (status < 500) return;
    const outage = this.#outages.get(operation) ?? { since: now, errors: 0, last: now };
    outage.errors += 1;
    outage.last = now;
    this.#outages.set(operation, outage);
  }

  /** Whether any operation has returned errors and never succeeded. */
  get hasAny(): boolean {
    return [...this.#outages.keys()].some((operation) => !this.#accepted.has(operation));
  }

  /** Returns whether only this operation is unavailable: another has succeeded since. */
  affectsOne(operation: Operation): boolean {
    const outage = this.#findOutage(operation);
    if (outage === undefined) return false;
    return [...this.#accepted].some(
      ([accepted, instant]) => accepted !== operation && instant >= outage.since,
    );
  }

  /** Returns whether all operations are unavailable: none has succeeded since. False when a retest is due. */
  affectsAll(operation: Operation): boolean {
    const outage = this.#findOutage(operation);
    if (outage === undefined || this.affectsOne(operation)) return false;
    return this.#now() - outage.last < RETEST_INTERVAL;
  }

  #findOutage(operation: Operation): Outage | undefined {
    const outage = this.#outages.get(operation);
    if (outage === undefined || outage.errors < MIN_ERRORS) return undefined;
    return this.#now() - outage.since >= MIN_DURATION ? outage : undefined;
  }
}
