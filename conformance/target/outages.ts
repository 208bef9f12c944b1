/** Detects operations that always return server errors, so that a run does not repeat them. */
import type { OperationId } from '../../src/contract/types.ts';
import type { HttpResponse } from './http-request.ts';
import { isServerError } from './response-kinds.ts';

/** Minimum number of server errors in an outage. Only an accepted response ends it; other rejections do not count. */
const MIN_ERRORS = 10;
/** Minimum duration of an outage, in milliseconds. */
const MIN_DURATION = 5000;

/** Milliseconds between requests that test whether an outage is over. */
const RETEST_INTERVAL = 1000;

type Operation = OperationId | null;

/** All times are in milliseconds since 1970. */
interface ErrorSeries {
  readonly startedAt: number;
  errors: number;
  lastErrorAt: number;
}

export class Outages {
  readonly #now: () => number;
  readonly #errorSeries = new Map<Operation, ErrorSeries>();
  readonly #lastAcceptedAt = new Map<Operation, number>();

  constructor(now: () => number) {
    this.#now = now;
  }

  recordResponse(response: HttpResponse): void {
    const { operation } = response.request;
    const now = this.#now();
    if (response.accepted) {
      this.#lastAcceptedAt.set(operation, now);
      this.#errorSeries.delete(operation);
    }
    if (!isServerError(response)) return;
    const series = this.#errorSeries.get(operation) ?? {
      startedAt: now,
      errors: 0,
      lastErrorAt: now,
    };
    series.errors += 1;
    series.lastErrorAt = now;
    this.#errorSeries.set(operation, series);
  }

  /** Whether an operation has returned a server error and never succeeded. */
  get hasFailingOperation(): boolean {
    return [...this.#errorSeries.keys()].some((operation) => !this.#lastAcceptedAt.has(operation));
  }

  /** Returns whether only this operation is unavailable: another operation has succeeded since. */
  affectsOnly(operation: Operation): boolean {
    const outage = this.#findOutage(operation);
    if (outage === undefined) return false;
    return [...this.#lastAcceptedAt].some(
      ([other, acceptedAt]) => other !== operation && acceptedAt >= outage.startedAt,
    );
  }

  /** Returns whether all operations are unavailable; false after RETEST_INTERVAL, so that a request can test this. */
  affectsAll(operation: Operation): boolean {
    const outage = this.#findOutage(operation);
    if (outage === undefined || this.affectsOnly(operation)) return false;
    return this.#now() - outage.lastErrorAt < RETEST_INTERVAL;
  }

  #findOutage(operation: Operation): ErrorSeries | undefined {
    const series = this.#errorSeries.get(operation);
    if (series === undefined || series.errors < MIN_ERRORS) return undefined;
    return this.#now() - series.startedAt >= MIN_DURATION ? series : undefined;
  }
}
