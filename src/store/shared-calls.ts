/** Where replicas share the requests of their journals. The store does not read what a request says. */
import { Conflict } from './engine.ts';
import type { Engine, Entry } from './engine.ts';
import { ONLY } from './parts.ts';
import { Turns } from './turns.ts';

/**
 * One generation of a workspace: from its creation, loading or reset to the next. No two of a store
 * have the same number, and later ones have greater numbers. Who holds one never reads or writes
 * another by mistake.
 */
export interface HeldWorkspace {
  readonly name: string;
  readonly generation: number;
}

export interface SharedCall {
  /** JSON, free of secrets. */
  readonly content: unknown;
  /** About the bytes that it takes. */
  readonly weight: number;
}

/** How much of the requests of a generation is kept at least; the oldest make room. */
export interface SharedLimits {
  readonly calls: number;
  readonly weight: number;
}

/** A part of what is shared. */
export interface SharedPage {
  /** Numbers up to this one were cleared; 0 for none that is still known. */
  readonly clearedAt: number;
  readonly calls: readonly { readonly number: number; readonly content: unknown }[];
}

/** The log of the requests of a generation. */
export function journalLog({ name, generation }: HeldWorkspace): string {
  return `${name}.${generation}.${JOURNAL}`;
}

const JOURNAL = 'journal';
/** Parts of an entry. */
const CALL = 'call';
const CLEARED = 'cleared';

/** What this process knows of a journal. */
interface Journal {
  last: number;
  /** Calls before this number are not needed once there are as many as the limits say behind it. */
  mark: number;
  weightSince: number;
}

/**
 * Calls by generation, in the order in which they were appended by any replica: a log for each, whose
 * versions are the numbers of the requests. Rejects with `StoreUnavailable`.
 */
export class SharedCalls {
  readonly #engine: Engine;
  readonly #turns = new Turns();
  readonly #journals = new Map<string, Journal>();
  readonly #heard = new Set<(workspace: HeldWorkspace | undefined) => void>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** @returns the number of the last; undefined where the generation is over, which keeps nothing */
  async append(
    workspace: HeldWorkspace,
    calls: readonly SharedCall[],
    limits: SharedLimits,
  ): Promise<number | undefined> {
    const values = calls.map(({ content }) => content);
    const journal = await this.#append(workspace, CALL, values);
    if (journal === undefined) return undefined;
    const { last } = journal;
    for (const { weight } of calls) journal.weightSince += weight;
    if (last - journal.mark > limits.calls || journal.weightSince > limits.weight) {
      const { mark } = journal;
      Object.assign(journal, { mark: last, weightSince: 0 });
      await this.#dropUntil(workspace, mark);
    }
    return last;
  }

  /** The requests behind a number that are still there. */
  async after(workspace: HeldWorkspace, number: number): Promise<SharedPage> {
    const log = journalLog(workspace);
    const read = (await this.#engine.read(new Map([[log, number]]))).get(log);
    const entries = read?.entries ?? [];
    const cleared = entries.findLast(({ patches }) => patches[0]?.part === CLEARED);
    const clearedAt = cleared?.version ?? 0;
    const calls = entries
      .filter(({ version }) => version > clearedAt)
      .map(({ version, patches }) => ({ number: version, content: patches[0]?.value }));
    return { clearedAt, calls };
  }

  /** Drops all requests; numbers go on. */
  async clear(workspace: HeldWorkspace): Promise<void> {
    const journal = await this.#append(workspace, CLEARED, [true]);
    if (journal !== undefined) await this.#dropUntil(workspace, journal.last - 1);
  }

  /** Reports that calls of a generation have come or gone; undefined where that may be so of any. */
  onNews(heard: (workspace: HeldWorkspace | undefined) => void): void {
    this.#heard.add(heard);
  }

  /** Takes the name of a log that was written; undefined where any may have been. @returns whether it is one of requests */
  takes(log: string | undefined): boolean {
    const [name = '', generation, kind] = log?.split('.') ?? [];
    if (log !== undefined && kind !== JOURNAL) return false;
    this.#tell(log === undefined ? undefined : { name, generation: Number(generation) });
    return log !== undefined;
  }

  /** A generation is over. */
  forget(workspace: HeldWorkspace): void {
    this.#journals.delete(journalLog(workspace));
  }

  async #append(
    workspace: HeldWorkspace,
    part: string,
    values: readonly unknown[],
  ): Promise<Journal | undefined> {
    const log = journalLog(workspace);
    const appended = await this.#turns.next(log, async () => {
      const journal = this.#journals.get(log) ?? { last: 0, mark: 0, weightSince: 0 };
      this.#journals.set(log, journal);
      while (!(await this.#appendAfter(log, journal.last, part, values))) {
        // Other replicas have appended, or nobody yet.
        const before = journal.last;
        const read = (await this.#engine.read(new Map([[log, before]]))).get(log);
        journal.last = read?.entries.at(-1)?.version ?? read?.snapshot?.version ?? before;
        if (read !== undefined) continue;
        if (before > 0) return undefined;
        await this.#engine.save(log, { version: 0, patches: [] });
      }
      journal.last += values.length;
      return journal;
    });
    if (appended !== undefined) this.#tell(workspace);
    return appended;
  }

  /** @returns whether the log was at the version before */
  async #appendAfter(
    log: string,
    last: number,
    part: string,
    values: readonly unknown[],
  ): Promise<boolean> {
    const entries = values.map((value, at): Entry => {
      return { version: last + at + 1, patches: [{ part, key: ONLY, value }] };
    });
    try {
      await this.#engine.append(log, entries, { version: last + values.length, patches: [] });
      return true;
    } catch (error) {
      if (error instanceof Conflict) return false;
      throw error;
    }
  }

  async #dropUntil(workspace: HeldWorkspace, number: number): Promise<void> {
    await this.#engine.save(journalLog(workspace), { version: number, patches: [] });
  }

  #tell(workspace: HeldWorkspace | undefined): void {
    for (const heard of this.#heard) heard(workspace);
  }
}
