/**
 * A journal that replicas share. Each hands its requests on in the background, some at a time, and
 * reads those of all when somebody wants to see them. What clients do wrong is observed by the
 * replica that they called: it takes what may not leave its memory.
 */
import type { CompiledContract } from '../../contract/validators.ts';
import type { Dialect } from '../../dialect/dialect.ts';
import type { Log } from '../../ports/log.ts';
import type { Pauses } from '../../ports/pauses.ts';
import type { Signatures } from '../../ports/signatures.ts';
import type { SharedCalls } from '../../store/shared-calls.ts';
import type { HeldWorkspace, Store } from '../../store/store.ts';
import { WorkspaceJournal } from './workspace-journal.ts';
import type { JournalLimits } from './workspace-journal.ts';
import { Observations } from '../client-report/observations.ts';
import type { Journal } from './journal.ts';
import { MOST_WEIGHT } from './journal.ts';
import { recordedRequest } from './recorded-request.ts';
import type { SandboxExchange } from '../../judge/exchange.ts';
import type { RecordedRequest } from './recorded-request.ts';
import { JournalRegistry } from './journal-registry.ts';

export interface SharedJournalOptions {
  readonly store: Store;
  readonly calls: SharedCalls;
  /** Calls that a workspace keeps. */
  readonly limit: number;
  readonly signatures: Signatures;
  readonly pauses: Pauses;
  readonly log: Log;
  /** The contract that the requests of a workspace were made under. */
  contractOf(dialect: Dialect): CompiledContract;
}

/** How long, in milliseconds, calls are gathered before they are handed on. */
const GATHERED = 10;
/** Calls of one book that wait for the database; what comes beyond them is lost. */
const MOST_WAITING = 1000;
/** Calls of one statement. */
const MOST_AT_ONCE = 200;

export function sharedJournal(options: SharedJournalOptions): Journal {
  const limits: JournalLimits = { calls: options.limit, weight: MOST_WEIGHT };
  const { store, calls, log } = options;
  const shelf = new JournalRegistry(
    store,
    (workspace) => new SharedBook(workspace, limits, options),
  );

  calls.onNews((workspace) => {
    for (const book of shelf.books(workspace)) {
      // Without subscribers, there is nothing to notify.
      if (!book.isFollowed()) continue;
      book.catchUp().catch((error: unknown) => log.warn('the journal is delayed', { err: error }));
    }
  });

  return {
    book: (workspace) => shelf.book(workspace),

    async read(workspace) {
      const book = shelf.book(workspace);
      await book.catchUp();
      return book;
    },

    async empty(workspace) {
      const book = shelf.book(workspace);
      await book.catchUp();
      await calls.clear(workspace);
      await book.catchUp();
    },
  };
}

/** A call that waits to be handed on. */
interface WaitingCall {
  readonly recorded: RecordedRequest;
  /** Tells its number; undefined where it is lost. */
  numbered(number: number | undefined): void;
}

/** The requests of one generation, as far as this replica has read them. */
class SharedBook extends WorkspaceJournal {
  readonly workspace: HeldWorkspace;
  readonly #limits: JournalLimits;
  readonly #options: SharedJournalOptions;
  readonly #closing = new AbortController();
  #waiting: WaitingCall[] = [];
  #handingOn: Promise<void> | undefined;
  #reading: Promise<void> = Promise.resolve();
  #clearedAt = 0;

  constructor(workspace: HeldWorkspace, limits: JournalLimits, options: SharedJournalOptions) {
    // Every replica names it alike: an id of one is good for all.
    super(
      `r${workspace.generation.toString(36)}`,
      limits,
      () => new Observations(options.signatures),
    );
    this.workspace = workspace;
    this.#limits = limits;
    this.#options = options;
  }

  /** Its number is known, and the request in the book, once it was handed on. */
  override keep(ended: SandboxExchange, began: number): void {
    if (this.#closing.signal.aborted || this.#waiting.length >= MOST_WAITING) return;
    const recorded = recordedRequest(ended);
    const number = new Promise<number | undefined>((numbered) => {
      this.#waiting.push({ recorded, numbered });
    });
    this.observations.ends(ended, number, began);
    this.#handingOn ??= this.#handOn();
  }

  override close(): void {
    this.#closing.abort();
    this.#loseWaiting();
    super.close();
  }

  /** Hands on what waits, then reads what all replicas have handed on until now. */
  async catchUp(): Promise<void> {
    await this.#handOnNow();
    const reading = this.#reading.then(() => this.#read());
    this.#reading = reading.catch(() => {});
    await reading;
  }

  async #handOn(): Promise<void> {
    const { pauses, log } = this.#options;
    const { signal } = this.#closing;
    try {
      await pauses.pause(GATHERED, signal);
      while (this.#waiting.length > 0) await this.#handOnSome();
    } catch (error) {
      log.warn('requests are missing in the journal', { err: error, calls: this.#waiting.length });
      this.#loseWaiting();
    } finally {
      this.#handingOn = undefined;
    }
  }

  /** Some may be on their way already: they have come before, and so have smaller numbers. */
  async #handOnNow(): Promise<void> {
    await this.#handingOn;
    if (this.#waiting.length > 0) await (this.#handingOn ??= this.#handOn());
  }

  async #handOnSome(): Promise<void> {
    const some = this.#waiting.slice(0, MOST_AT_ONCE);
    const last = await this.#options.calls.append(
      this.workspace,
      some.map(({ recorded }) => ({ content: contentOf(recorded), weight: recorded.weight })),
      this.#limits,
    );
    this.#waiting = this.#waiting.slice(some.length);
    for (const [at, { numbered }] of some.entries()) {
      numbered(last === undefined ? undefined : last - some.length + at + 1);
    }
  }

  #loseWaiting(): void {
    for (const { numbered } of this.#waiting) numbered(undefined);
    this.#waiting = [];
  }

  async #read(): Promise<void> {
    const { store, calls, contractOf } = this.#options;
    const page = await calls.after(this.workspace, this.last);
    if (page.clearedAt > this.#clearedAt) {
      this.#clearedAt = page.clearedAt;
      this.empty();
    }
    if (page.calls.length === 0) return;
    const dialect = await store.read(this.workspace, async (view) => view.settings.dialect);
    const contract = contractOf(dialect);
    for (const { number, content } of page.calls) this.put(number, callOf(content, contract));
  }
}

/** What stands for a request among replicas: all of it but its contract, which all of them have. */
type CallContent = Omit<RecordedRequest, 'contract' | 'query'> & {
  readonly query?: string | undefined;
};

function contentOf({ query, contract: _known, ...call }: RecordedRequest): CallContent {
  return { ...call, query: query?.toString() };
}

/** The content is ours: `contentOf` has written it. What JSON leaves out was undefined. */
function callOf(content: unknown, contract: CompiledContract): RecordedRequest {
  const { query, ...call } = content as CallContent;
  return {
    ...call,
    contract,
    query: query === undefined ? undefined : new URLSearchParams(query),
  };
}
