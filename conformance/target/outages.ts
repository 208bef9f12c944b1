/** Detects operations that always return server errors, so that a run does not repeat them. */
import type { OperationId } from '../../src/contract/words.ts';
import type { Reply } from './http-request.ts';

/** Errors in a row, and milliseconds, without a success. */
const MOST_ERRORS = 10;
const LONGEST_OUTAGE = 5000;

/** In milliseconds: how often it is looked whether an outage is over. */
const LOOKED_AGAIN = 1000;

type Operation = OperationId | null;

/** All times are in milliseconds since 1970. */
interface Outage {
  readonly since: number;
  errors: number;
  /** When a request was last sent. */
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

  answered({ request: { operation }, status, accepted }: Reply): void {
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

  /** Whether some operation has given errors and never succeeded. */
  get areAny(): boolean {
    return [...this.#outages.keys()].some((operation) => !this.#accepted.has(operation));
  }

  /** Whether the operation alone is out of order: others have succeeded meanwhile. */
  isOfOne(operation: Operation): boolean {
    const outage = this.#lasting(operation);
    if (outage === undefined) return false;
    return [...this.#accepted.values()].some((at) => at >= outage.since);
  }

  /** Returns whether the operation is unavailable: nothing has succeeded meanwhile. */
  isOfAll(operation: Operation): boolean {
    const outage = this.#lasting(operation);
    if (outage === undefined || this.isOfOne(operation)) return false;
    return this.#now() - outage.last < LOOKED_AGAIN;
  }

  #lasting(operation: Operation): Outage | undefined {
    const outage = this.#outages.get(operation);
    if (outage === undefined || outage.errors < MOST_ERRORS) return undefined;
    return this.#now() - outage.since >= LONGEST_OUTAGE ? outage : undefined;
  }
}
