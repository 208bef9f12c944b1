import { EventEmitter, once } from 'node:events';

import type { Signatures } from '../../ports/signatures.ts';
import type { JournalLimits } from '../../store/journal-logs.ts';
import { Observations } from '../client-report/observations.ts';
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
  protected readonly limits: JournalLimits;
  /** The requests before the index `#first` were dropped. */
  #requests: (RecordedRequest | undefined)[] = [];
  #first = 0;
  /** The number of the request at index 0, less 1. */
  #offset = 0;
  #weight = 0;
  #isClosed = false;
  #followers = 0;
  readonly #changes = new EventEmitter().setMaxListeners(0);
  readonly #signatures: Signatures;
  #observations: Observations;

  /** @param name the prefix of the ids of its entries, unique among journals */
  constructor(name: string, limits: JournalLimits, signatures: Signatures) {
    this.#name = name;
    this.limits = limits;
    this.#signatures = signatures;
    this.#observations = new Observations(signatures);
  }

  /** Observations of all requests, including dropped requests. */
  get observations(): Observations {
    return this.#observations;
  }

  /** The number of the last request; 0 before the first. */
  get lastNumber(): number {
    return this.#offset + this.#requests.length;
  }

  /** Adds a request that has ended, and observes it. @param startOrder the result of `observations.begin` */
  record(exchange: SandboxExchange, startOrder: number): void {
    this.observations.end(exchange, this.add(toRecordedRequest(exchange)), startOrder);
  }

  /** Adds a request with the number that all replicas use. If numbers before it are missing, those requests were dropped. */
  addNumbered(number: number, request: RecordedRequest): void {
    if (number <= this.lastNumber) return;
    if (number > this.lastNumber + 1) {
      this.#dropAll();
      this.#offset = number - 1;
    }
    this.add(request);
  }

  hasFollowers(): boolean {
    return this.#followers > 0;
  }

  /** Adds a request, unless the journal is closed. @returns the number of the last request */
  add(request: RecordedRequest): number {
    if (this.#isClosed) return this.lastNumber;
    this.#requests.push(request);
    this.#weight += request.weight;
    const { requests, weight } = this.limits;
    while (this.#requests.length - this.#first > requests || this.#weight > weight)
      this.#dropOldest();
    this.#changes.emit('change');
    return this.lastNumber;
  }

  /** Returns the requests after a number, oldest first. */
  *listAfter(number: number): Generator<NumberedRequest> {
    for (let next = Math.max(number, this.#offset + this.#first) + 1; ; next += 1) {
      const request = this.#requests[next - 1 - this.#offset];
      if (request === undefined) return;
      yield { number: next, request };
    }
  }

  /** Returns the requests between two numbers, newest first. */
  *listBefore(number: number, after: number): Generator<NumberedRequest> {
    const oldest = Math.max(after, this.#offset + this.#first);
    for (let next = Math.min(number - 1, this.lastNumber); next > oldest; next -= 1) {
      const request = this.#requests[next - 1 - this.#offset];
      if (request === undefined) return;
      yield { number: next, request };
    }
  }

  /**
   * Yields new requests after a number, until the journal is closed or the signal aborts. A slow consumer
   * misses requests that were dropped meanwhile. A consumer that stops earlier must call `return`.
   */
  async *follow(number: number, signal: AbortSignal): AsyncGenerator<NumberedRequest> {
    let last = number;
    this.#followers += 1;
    try {
      // Requests of other replicas are only reported while the journal has followers.
      await this.update();
      while (!this.#isClosed && !signal.aborted) {
        const [next] = this.listAfter(last);
        if (next === undefined) {
          // Rejects only when the signal aborts.
          await once(this.#changes, 'change', { signal }).catch(() => {});
        } else {
          last = next.number;
          yield next;
        }
      }
    } finally {
      this.#followers -= 1;
    }
  }

  getId(number: number): string {
    return `${this.#name}-${number}`;
  }

  /** Returns the number of the request with an id; 0 for an unknown id. */
  getNumber(id: string): number {
    const number = Number(id.slice(id.lastIndexOf('-') + 1));
    const isKnown = Number.isInteger(number) && number <= this.lastNumber;
    return isKnown && id === this.getId(number) ? number : 0;
  }

  /** Reads the requests of all replicas, if replicas share the journal. */
  async update(): Promise<void> {}

  /** Drops all requests and observations, on all replicas. Numbering continues. */
  async clearAll(): Promise<void> {
    this.clear();
  }

  protected clear(): void {
    this.#observations = new Observations(this.#signatures);
    this.#offset = this.lastNumber;
    this.#dropAll();
  }

  close(): void {
    this.#isClosed = true;
    this.clear();
    this.#changes.emit('change');
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
    // Shifting the array for each dropped request would be slow.
    if (this.#first <= this.limits.requests) return;
    this.#requests = this.#requests.slice(this.#first);
    this.#offset += this.#first;
    this.#first = 0;
  }
}
