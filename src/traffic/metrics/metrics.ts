/**
 * Counts the requests of a process as plain numbers: counting is cheap, and the exporter is loaded when
 * metrics are first read. Labels contain no client input.
 */

/** A request that has ended, as metrics count it. */
export interface CountedRequest {
  readonly area: 'service' | 'control' | 'console';
  /** Undefined for one that fits no operation of the service. */
  readonly operation: string | undefined;
  /** Undefined for a request without a response. */
  readonly status: number | undefined;
  readonly outcome: string | undefined;
  /** Milliseconds. */
  readonly duration: number;
}

/** Requests with the same labels. */
export interface RequestCount {
  readonly labels: {
    readonly area: string;
    readonly operation: string;
    readonly status: string;
    readonly outcome: string;
  };
  readonly requests: number;
}

/** How long the requests of an operation took. */
export interface OperationTimes {
  readonly operation: string;
  /** For each of TIME_BOUNDS, the requests that took as long at most and longer than the one before it. */
  readonly within: readonly number[];
  readonly requests: number;
  /** Milliseconds, of all requests. */
  readonly total: number;
}

export interface Metrics {
  count(request: CountedRequest): void;
  readonly counts: readonly RequestCount[];
  readonly times: readonly OperationTimes[];
}

/** Milliseconds, in which the clock counts. */
export const TIME_BOUNDS = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000];

const NONE = 'none';

/** Counts that begin at zero. */
export function newMetrics(): Metrics {
  const counts = new Map<string, { labels: RequestCount['labels']; requests: number }>();
  const times = new Map<string, { within: number[]; requests: number; total: number }>();

  return {
    count({ area, operation = NONE, status, outcome = NONE, duration }) {
      const key = `${area} ${operation} ${status} ${outcome}`;
      let count = counts.get(key);
      if (count === undefined) {
        count = {
          labels: { area, operation, status: String(status ?? NONE), outcome },
          requests: 0,
        };
        counts.set(key, count);
      }
      count.requests += 1;
      if (operation !== NONE) addTime(operation, duration);
    },
    get counts() {
      return [...counts.values()];
    },
    get times() {
      return [...times].map(([operation, taken]) => ({ operation, ...taken }));
    },
  };

  function addTime(operation: string, duration: number): void {
    let taken = times.get(operation);
    if (taken === undefined) {
      taken = { within: TIME_BOUNDS.map(() => 0), requests: 0, total: 0 };
      times.set(operation, taken);
    }
    taken.requests += 1;
    taken.total += duration;
    const at = TIME_BOUNDS.findIndex((bound) => duration <= bound);
    if (at !== -1) taken.within[at] = (taken.within[at] ?? 0) + 1;
  }
}
