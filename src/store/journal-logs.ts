/** The journals that replicas share. */
import pLimit from 'p-limit';
import type { LimitFunction } from 'p-limit';

import type { WorkspaceId } from './base.ts';
import { Conflict, type Engine, type LogEntry } from './engine.ts';
import { ONLY_KEY } from './parts.ts';

export interface JournalRequest {
  /** JSON without secrets. */
  readonly content: unknown;
  /** Approximate size in bytes. */
  readonly weight: number;
}

/** The maximum size of a journal; the oldest requests are dropped first. */
export interface JournalLimits {
  readonly requests: number;
  /** Approximate size in bytes. */
  readonly weight: number;
}

export interface JournalPage {
  /** Requests up to this number were cleared; 0 for none. */
  readonly clearedAt: number;
  readonly requests: readonly { readonly number: number; readonly content: unknown }[];
}

export function getJournalLogName({ name, generation }: WorkspaceId): string {
  return `${generation}.${name}.${JOURNAL}`;
}

const JOURNAL = 'journal';
/** The parts of a journal log. */
const REQUEST = 'request';
const CLEARED = 'cleared';

/**
 * The state of a journal in this process. When the requests after the mark fill a journal, those before the
 * mark are dropped, and the mark moves to the end.
 */
interface Journal {
  readonly queue: LimitFunction;
  /** The number of the last request. */
  last: number;
  mark: number;
  weightSinceMark: number;
}

/**
 * The requests of each generation in the order in which replicas appended them. Each generation has a
 * log; the version of an entry is the number of its request. Methods reject with `StoreUnavailable`.
 */
export class JournalLogs {
  readonly #engine: Engine;
  readonly #journals = new Map<string, Journal>();
  #notify: (workspace: WorkspaceId | undefined) => void = () => {};

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** @returns the number of the last request; undefined if the generation has ended: then nothing is stored */
  async append(
    workspace: WorkspaceId,
    requests: readonly JournalRequest[],
    limits: JournalLimits,
  ): Promise<number | undefined> {
    const contents = requests.map(({ content }) => content);
    const journal = await this.#append(workspace, REQUEST, contents);
    if (journal === undefined) return undefined;
    const { last, mark: previousMark } = journal;
    for (const { weight } of requests) journal.weightSinceMark += weight;
    if (last - previousMark > limits.requests || journal.weightSinceMark > limits.weight) {
      Object.assign(journal, { mark: last, weightSinceMark: 0 });
      await this.#dropUntil(workspace, previousMark);
    }
    return last;
  }

  async readAfter(workspace: WorkspaceId, number: number): Promise<JournalPage> {
    const entries = (await this.#readAfter(getJournalLogName(workspace), number))?.entries ?? [];
    const cleared = entries.findLast(({ patches }) => patches[0]?.part === CLEARED);
    const clearedAt = cleared?.version ?? 0;
    const requests = entries
      .filter(({ version }) => version > clearedAt)
      .map(({ version, patches }) => ({ number: version, content: patches[0]?.value }));
    return { clearedAt, requests };
  }

  /** Drops all requests. Numbering continues. */
  async clear(workspace: WorkspaceId): Promise<void> {
    const journal = await this.#append(workspace, CLEARED, [true]);
    if (journal !== undefined) await this.#dropUntil(workspace, journal.last - 1);
  }

  /** Reports each changed journal; undefined if any journal may have changed. */
  onChange(listener: (workspace: WorkspaceId | undefined) => void): void {
    this.#notify = listener;
  }

  /** Handles a change of a log, or of any log (undefined), by another process. @returns whether it is a journal */
  handleChange(log: string | undefined): boolean {
    const [generation, name = '', kind] = log?.split('.') ?? [];
    if (log !== undefined && kind !== JOURNAL) return false;
    this.#notify(log === undefined ? undefined : { name, generation: Number(generation) });
    return log !== undefined;
  }

  forget(workspace: WorkspaceId): void {
    this.#journals.delete(getJournalLogName(workspace));
  }

  async #append(
    workspace: WorkspaceId,
    part: string,
    values: readonly unknown[],
  ): Promise<Journal | undefined> {
    const log = getJournalLogName(workspace);
    const journal: Journal = this.#journals.get(log) ?? {
      queue: pLimit(1),
      last: 0,
      mark: 0,
      weightSinceMark: 0,
    };
    this.#journals.set(log, journal);
    const isAppended = await journal.queue(() => this.#appendAtEnd(log, journal, part, values));
    if (!isAppended) return undefined;
    this.#notify(workspace);
    return journal;
  }

  /** Appends after the last entry of any replica. @returns false if the log was deleted */
  async #appendAtEnd(
    log: string,
    journal: Journal,
    part: string,
    values: readonly unknown[],
  ): Promise<boolean> {
    for (;;) {
      const { last } = journal;
      const next = last + values.length;
      const entries = values.map((value, index): LogEntry => {
        return { version: last + index + 1, patches: [{ part, key: ONLY_KEY, value }] };
      });
      try {
        await this.#engine.append(log, entries, { version: next, patches: [] });
        journal.last = next;
        return true;
      } catch (error) {
        if (!(error instanceof Conflict)) throw error;
      }
      const newer = await this.#readAfter(log, last);
      // Without newer entries, the log was deleted with its generation, or it does not exist yet.
      if (newer !== undefined) {
        journal.last = newer.entries.at(-1)?.version ?? newer.snapshot?.version ?? last;
      } else if (last > 0) {
        return false;
      } else {
        await this.#engine.save(log, { version: 0, patches: [] });
      }
    }
  }

  async #readAfter(log: string, number: number) {
    return (await this.#engine.read(new Map([[log, number]]))).get(log);
  }

  async #dropUntil(workspace: WorkspaceId, number: number): Promise<void> {
    await this.#engine.save(getJournalLogName(workspace), { version: number, patches: [] });
  }
}
