import { getOrCreate } from '../../get-or-create.ts';

interface CountedRequest {
  readonly area: 'service' | 'control' | 'console';
  /** Undefined for a request that matches no operation of the service. */
  readonly operation: string | undefined;
  readonly status: number | undefined;
  readonly outcome: string | undefined;
  /** Milliseconds. */
  readonly duration: number;
}

export interface OperationTimes {
  /** For each bound of TIME_BOUNDS, the number of requests with a duration up to it and above the previous bound. */
  readonly bucketCounts: number[];
  requests: number;
  /** Milliseconds, of all requests. */
  total: number;
}

/** The bounds of the histogram, in milliseconds. */
export const TIME_BOUNDS = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000];

const NONE = 'none';

/**
 * Counts the requests of a process as plain numbers: counting is cheap, and the exporter is loaded when
 * metrics are first read. Labels contain no client input.
 */
export class Metrics {
  readonly #counts = new Map<string, { labels: Record<string, string>; requests: number }>();
  /** By operation. */
  readonly times = new Map<string, OperationTimes>();

  get counts() {
    return this.#counts.values();
  }

  count({ area, operation = NONE, status, outcome = NONE, duration }: CountedRequest): void {
    const key = `${area} ${operation} ${status} ${outcome}`;
    const count = getOrCreate(this.#counts, key, () => ({
      labels: { area, operation, status: String(status ?? NONE), outcome },
      requests: 0,
    }));
    count.requests += 1;
    if (operation !== NONE) this.#addTime(operation, duration);
  }

  #addTime(operation: string, duration: number): void {
    const times = getOrCreate(this.times, operation, () => {
      return { bucketCounts: TIME_BOUNDS.map(() => 0), requests: 0, total: 0 };
    });
    times.requests += 1;
    times.total += duration;
    const bucket = TIME_BOUNDS.findIndex((bound) => duration <= bound);
    if (bucket !== -1) times.bucketCounts[bucket] = (times.bucketCounts[bucket] ?? 0) + 1;
  }
}
