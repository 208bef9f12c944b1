/**
 * Journals that replicas share. Each replica publishes its requests in the background, in batches, and
 * reads the requests of all replicas when a journal is read. Client mistakes are observed only by the replica that
 * received the request, because secrets must not leave its memory.
 */
import { getCompiledContract, type CompiledContract } from '../../contract/validators.ts';
import type { SandboxExchange } from '../../judge/exchange.ts';
import type { Log } from '../../ports/log.ts';
import type { Pauses } from '../../ports/pauses.ts';
import type { JournalLogs } from '../../store/journal-logs.ts';
import type { WorkspaceId } from '../../store/store.ts';
import { Journals, MAX_WEIGHT, type JournalOptions } from './journals.ts';
import { toRecordedRequest, type RecordedRequest } from './recorded-request.ts';
import { WorkspaceJournal } from './workspace-journal.ts';

interface SharedJournalOptions extends JournalOptions {
  readonly journalLogs: JournalLogs;
  readonly pauses: Pauses;
  readonly log: Log;
}

/** Milliseconds in which requests are collected before they are published. */
const BATCH_DELAY = 10;
/** Maximum number of requests of one journal that wait to be published; further requests are dropped. */
const MAX_PENDING = 1000;
const BATCH_SIZE = 200;
const READ_FAILED =
  'the shared journal cannot be read; its followers get new requests after the next change';

export function createSharedJournals(options: SharedJournalOptions): Journals {
  const { store, journalLogs, log } = options;
  const journals = new Journals(store, (workspace) => new SharedJournal(workspace, options));
  journalLogs.onChange((workspace) => {
    for (const journal of journals.listExisting(workspace)) {
      // Without followers, there is nothing to notify.
      if (!journal.hasFollowers()) continue;
      journal.update().catch((error: unknown) => log.warn(READ_FAILED, { err: error }));
    }
  });

  return journals;
}

interface PendingRequest {
  readonly recorded: RecordedRequest;
  /** Called with the number of the request; undefined if it was dropped. */
  setNumber(number: number | undefined): void;
}

/** The requests of one generation that this replica has read. */
class SharedJournal extends WorkspaceJournal {
  readonly #workspace: WorkspaceId;
  readonly #options: SharedJournalOptions;
  readonly #closing = new AbortController();
  #pending: PendingRequest[] = [];
  /** Defined while requests are pending. */
  #publishing: Promise<void> | undefined;
  #reading: Promise<void> = Promise.resolve();
  #clearedAt = 0;

  constructor(workspace: WorkspaceId, options: SharedJournalOptions) {
    // Every replica uses the same name, so that ids of one replica are valid on all replicas.
    super(
      `r${workspace.generation.toString(36)}`,
      { requests: options.limit, weight: MAX_WEIGHT },
      options.signatures,
    );
    this.#workspace = workspace;
    this.#options = options;
  }

  /** Publishes the request in the background. Once published, it is part of the journal. */
  override record(exchange: SandboxExchange, startOrder: number): void {
    if (this.#closing.signal.aborted || this.#pending.length >= MAX_PENDING) return;
    const recorded = toRecordedRequest(exchange);
    const number = new Promise<number | undefined>((setNumber) => {
      this.#pending.push({ recorded, setNumber });
    });
    this.observations.end(exchange, number, startOrder);
    this.#publishing ??= this.#publish();
  }

  override close(): void {
    this.#closing.abort();
    this.#dropPending();
    super.close();
  }

  override async clearAll(): Promise<void> {
    // Pending requests were received before, so they are published first and cleared, too.
    await this.update();
    await this.#options.journalLogs.clear(this.#workspace);
    await this.update();
  }

  /** Waits until pending requests are published, then reads what all replicas have published. */
  override async update(): Promise<void> {
    await this.#publishing;
    const reading = this.#reading.then(() => this.#read());
    this.#reading = reading.catch(() => {});
    await reading;
  }

  async #publish(): Promise<void> {
    const { pauses, log } = this.#options;
    try {
      await pauses.pause(BATCH_DELAY, this.#closing.signal);
      while (this.#pending.length > 0) await this.#publishBatch();
    } catch (error) {
      const { length: requests } = this.#pending;
      log.warn('requests are missing in the journal', { err: error, requests });
      this.#dropPending();
    } finally {
      this.#publishing = undefined;
    }
  }

  async #publishBatch(): Promise<void> {
    const batch = this.#pending.slice(0, BATCH_SIZE);
    const last = await this.#options.journalLogs.append(
      this.#workspace,
      batch.map(({ recorded }) => ({ content: toContent(recorded), weight: recorded.weight })),
      this.limits,
    );
    this.#pending = this.#pending.slice(batch.length);
    for (const [index, { setNumber }] of batch.entries()) {
      setNumber(last === undefined ? undefined : last - batch.length + index + 1);
    }
  }

  #dropPending(): void {
    for (const { setNumber } of this.#pending) setNumber(undefined);
    this.#pending = [];
  }

  async #read(): Promise<void> {
    const { store, journalLogs } = this.#options;
    const page = await journalLogs.readAfter(this.#workspace, this.lastNumber);
    if (page.clearedAt > this.#clearedAt) {
      this.#clearedAt = page.clearedAt;
      this.clear();
    }
    if (page.requests.length === 0) return;
    const dialect = await store.read(this.#workspace, async (view) => view.settings.dialect);
    const contract = getCompiledContract(dialect);
    for (const { number, content } of page.requests) {
      this.addNumbered(number, toRequest(content, contract));
    }
  }
}

/** A request as replicas share it: without the contract, which every replica has. */
type SharedContent = Omit<RecordedRequest, 'contract' | 'query'> & {
  readonly query?: string | undefined;
};

function toContent({ query, contract: _contract, ...request }: RecordedRequest): SharedContent {
  return { ...request, query: query?.toString() };
}

/** @param content the JSON of `toContent`, which omits properties that are undefined */
function toRequest(content: unknown, contract: CompiledContract): RecordedRequest {
  const { query, ...request } = content as SharedContent;
  return {
    ...request,
    contract,
    query: query === undefined ? undefined : new URLSearchParams(query),
  };
}
