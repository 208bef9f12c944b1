import type { JournalLimits } from '../../store/journal-logs.ts';
import type { Observations } from '../client-report/observations.ts';
import { toRecordedRequest, type RecordedRequest } from './recorded-request.ts';
import type { SandboxExchange } from '../../judge/exchange.ts';

export interface NumberedRequest {
  /** From 1, unique in the journal. */
  readonly number: number;
  readonly request: RecordedRequest;
}

/** The requests of one generation of a workspace. The oldest are dropped to make room. */
export class WorkspaceJournal {
  readonly #name: string;
  readonly #limits: JournalLimits;
  /** Requests before `#first` were dropped. */
  #requests: (RecordedRequest | undefined)[] = [];
  #first = 0;
  /** The number of the request at index 0, less 1. */
  #offset = 0;
  #weight = 0;
  #state: 'open' | 'closed' = 'open';
  readonly #watchers = new Set<() => void>();
  readonly #observe: () => Observations;
  #observations: Observations;

  /** @param name the prefix of the ids of its entries, unique among journals */
  constructor(name: string, limits: JournalLimits, observe: () => Observations) {
    this.#name = name;
    this.#limits = limits;
    this.#observe = observe;
    this.#observations = observe();
  }

  /** Observations of all requests, dropped ones included. */
  get observations(): Observations {
    return this.#observations;
  }

  /** The number of the last request; 0 before the first. */
  get last(): number {
    return this.#offset + this.#requests.length;
  }

  /** Adds an exchange and observes it. @param began the result of `observations.begin` at its start */
  record(exchange: SandboxExchange, began: number): void {
    this.observations.end(exchange, this.add(toRecordedRequest(exchange)), began);
  }

  /** Adds a request under its number among replicas. Missing requests before it were dropped. */
  addAs(number: number, request: RecordedRequest): void {
    if (number <= this.last) return;
    if (number > this.last + 1) {
      this.#dropAll();
      this.#offset = number - 1;
    }
    this.add(request);
  }

  hasFollowers(): boolean {
    return this.#watchers.size > 0;
  }

  /** Adds a request, unless the journal is closed. @returns its number */
  add(request: RecordedRequest): number {
    if (this.#state === 'closed') return this.last;
    this.#requests.push(request);
    this.#weight += request.weight;
    const { requests, weight } = this.#limits;
    while (this.#requests.length - this.#first > requests || this.#weight > weight)
      this.#dropOldest();
    if (this.#watchers.size > 0) this.#notify();
    return this.last;
  }

  /** Returns the requests after a number, oldest first. */
  *listAfter(number: number): Generator<NumberedRequest> {
    let next = Math.max(number, this.#offset + this.#first);
    for (;;) {
      const request = this.#requests[next - this.#offset];
      if (request === undefined) return;
      next += 1;
      yield { number: next, request };
    }
  }

  /** Returns the requests between two numbers, newest first. */
  *listBefore(number: number, after: number): Generator<NumberedRequest> {
    const oldest = Math.max(after, this.#offset + this.#first);
    for (let at = Math.min(number - 1, this.last); at > oldest; at -= 1) {
      const request = this.#requests[at - 1 - this.#offset];
      if (request === undefined) return;
      yield { number: at, request };
    }
  }

  /**
   * Yields the requests after a number as they come in, until the journal is closed or the signal
   * aborts. A slow reader misses requests that were dropped meanwhile.
   */
  async *follow(number: number, signal: AbortSignal): AsyncGenerator<NumberedRequest> {
    let last = number;
    while (this.#state === 'open' && !signal.aborted) {
      const [next] = this.listAfter(last);
      if (next === undefined) {
        await this.#change(signal);
      } else {
        last = next.number;
        yield next;
      }
    }
  }

  getId(number: number): string {
    return `${this.#name}-${number}`;
  }

  /** Returns the number of the request with an id; 0 for an id of another journal. */
  getNumber(id: string): number {
    const isOwn = id.startsWith(`${this.#name}-`);
    const number = isOwn ? Number(id.slice(this.#name.length + 1)) : 0;
    return Number.isSafeInteger(number) && number <= this.last ? number : 0;
  }

  /** Adds requests of other replicas. */
  async update(): Promise<void> {}

  /** Drops all requests and observations, on all replicas. Numbering continues. */
  async clearAll(): Promise<void> {
    this.clear();
  }

  protected clear(): void {
    this.#observations = this.#observe();
    this.#offset = this.last;
    this.#dropAll();
  }

  close(): void {
    this.#state = 'closed';
    this.clear();
    this.#notify();
  }

  #dropAll(): void {
    this.#requests = [];
    this.#first = 0;
    this.#weight = 0;
  }

  #dropOldest(): void {
    this.#weight -= this.#requests[this.#first]?.weight ?? 0;
    this.#requests[this.#first] = undefined;
    this.#first += 1;
    // The remaining requests are moved once as many were dropped.
    if (this.#first <= this.#limits.requests) return;
    this.#requests = this.#requests.slice(this.#first);
    this.#offset += this.#first;
    this.#first = 0;
  }

  #change(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        this.#watchers.delete(done);
        signal.removeEventListener('abort', done);
        resolve();
      };
      this.#watchers.add(done);
      signal.addEventListener('abort', done, { once: true });
    });
  }

  #notify(): void {
    for (const done of this.#watchers) done();
  }
}
