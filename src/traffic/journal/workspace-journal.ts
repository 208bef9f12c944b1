import type { Observations } from '../client-report/observations.ts';
import { recordedRequest } from './recorded-request.ts';
import type { SandboxExchange } from '../../judge/exchange.ts';
import type { RecordedRequest } from './recorded-request.ts';

export interface JournalLimits {
  readonly calls: number;
  /** See `RecordedCall.weight`. */
  readonly weight: number;
}

/** A request and its place in the book. */
export interface NumberedCall {
  /** From 1; it never repeats in one book. */
  readonly number: number;
  readonly call: RecordedRequest;
}

/** The requests of one workspace between two resets; the oldest make room for the newest. */
export class WorkspaceJournal {
  readonly #name: string;
  readonly #limits: JournalLimits;
  /** Those before `#first` have made room. */
  #calls: (RecordedRequest | undefined)[] = [];
  #first = 0;
  /** The number of the request at index 0, less 1. */
  #offset = 0;
  #weight = 0;
  #state: 'open' | 'closed' = 'open';
  readonly #watchers = new Set<() => void>();
  readonly #observe: () => Observations;
  #observations: Observations;

  /**
   * @param name tells it from every other book
   * @param observe makes observations that have seen nothing
   */
  constructor(name: string, limits: JournalLimits, observe: () => Observations) {
    this.#name = name;
    this.#limits = limits;
    this.#observe = observe;
    this.#observations = observe();
  }

  /** What the requests have shown of the clients, those that have made room included. */
  get observations(): Observations {
    return this.#observations;
  }

  /** The number of the oldest call that has not made room. */
  get first(): number {
    return this.#offset + this.#first + 1;
  }

  /** The number of the newest call there was; 0 before the first. */
  get last(): number {
    return this.#offset + this.#calls.length;
  }

  /**
   * Keeps a call that has ended, and what it shows of its client.
   *
   * @param began what `observations.begins` has given when it began
   */
  keep(ended: SandboxExchange, began: number): void {
    this.observations.ends(ended, this.add(recordedRequest(ended)), began);
  }

  /** Keeps a request under the number that it has elsewhere; those before it that are missing are gone. */
  put(number: number, call: RecordedRequest): void {
    if (number <= this.last) return;
    if (number > this.last + 1) {
      this.#forgetAll();
      this.#offset = number - 1;
    }
    this.add(call);
  }

  /** Whether a reader waits for the next request. */
  isFollowed(): boolean {
    return this.#watchers.size > 0;
  }

  /**
   * Keeps a request. A closed book keeps nothing.
   *
   * @returns its number
   */
  add(call: RecordedRequest): number {
    if (this.#state === 'closed') return this.last;
    this.#calls.push(call);
    this.#weight += call.weight;
    const { calls, weight } = this.#limits;
    while (this.#calls.length - this.#first > calls || this.#weight > weight) this.#dropOldest();
    if (this.#watchers.size > 0) this.#notify();
    return this.last;
  }

  /** The requests behind a number, oldest first. */
  *after(number: number): Generator<NumberedCall> {
    let next = Math.max(number, this.#offset + this.#first);
    for (;;) {
      const call = this.#calls[next - this.#offset];
      if (call === undefined) return;
      next += 1;
      yield { number: next, call };
    }
  }

  /** The requests before a number and behind another, newest first. */
  *before(number: number, behind: number): Generator<NumberedCall> {
    const oldest = Math.max(behind, this.#offset + this.#first);
    for (let at = Math.min(number - 1, this.last); at > oldest; at -= 1) {
      const call = this.#calls[at - 1 - this.#offset];
      if (call === undefined) return;
      yield { number: at, call };
    }
  }

  /**
   * The requests behind a number as they come, until the book is closed or the signal aborts. It keeps
   * nothing for a reader: one that is slower than the book fills misses what has made room.
   */
  async *follow(number: number, signal: AbortSignal): AsyncGenerator<NumberedCall> {
    let behind = number;
    while (this.#state === 'open' && !signal.aborted) {
      const next = this.#firstAfter(behind);
      if (next === undefined) {
        await this.#change(signal);
      } else {
        behind = next.number;
        yield next;
      }
    }
  }

  /** The id of the request with a number. */
  idOf(number: number): string {
    return `${this.#name}-${number}`;
  }

  /** The number of the request with an id; 0, which leaves nothing out, for an id of another book. */
  numberOf(id: string): number {
    const isOfThis = id.startsWith(`${this.#name}-`);
    const number = isOfThis ? Number(id.slice(this.#name.length + 1)) : 0;
    return Number.isSafeInteger(number) && number <= this.last ? number : 0;
  }

  /** Drops all requests and what they have shown; numbers go on. */
  empty(): void {
    this.#observations = this.#observe();
    this.#offset = this.last;
    this.#forgetAll();
  }

  close(): void {
    this.#state = 'closed';
    this.empty();
    this.#notify();
  }

  #forgetAll(): void {
    this.#calls = [];
    this.#first = 0;
    this.#weight = 0;
  }

  #firstAfter(number: number): NumberedCall | undefined {
    for (const next of this.after(number)) return next;
    return undefined;
  }

  #dropOldest(): void {
    this.#weight -= this.#calls[this.#first]?.weight ?? 0;
    this.#calls[this.#first] = undefined;
    this.#first += 1;
    // Moving what is left up costs as many steps as were dropped before.
    if (this.#first <= this.#limits.calls) return;
    this.#calls = this.#calls.slice(this.#first);
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
