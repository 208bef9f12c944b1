import { CATALOG, catalogParts, emptyCatalog, neededLogs } from './catalog.ts';
import type { CatalogState, CreatedWorkspace, Head } from './catalog.ts';
import { Contents } from './contents.ts';
import type { Engine, Read } from './engine.ts';
import { Log } from './log.ts';
import { parts } from './parts.ts';
import { snapshotOf } from './part-table.ts';
import type { WorkspaceId } from './base.ts';
import { StoreRefused } from './store.ts';
import { Watchers } from './watchers.ts';
import { startingParts } from './workspace-state.ts';
import type { WorkspaceState } from './workspace-state.ts';

export type WorkspaceLog = Log<typeof parts, WorkspaceState>;

/** The catalog and the workspaces that are in memory, as new as this process has seen them. */
export class Workspaces {
  readonly catalog: Log<typeof catalogParts, CatalogState>;
  readonly contents: Contents;
  readonly watchers = new Watchers();
  /** Called with each generation that is over. */
  readonly onEnd = new Set<(workspace: WorkspaceId) => void>();
  readonly #engine: Engine;
  readonly #foldedAt: number;
  readonly #held = new Map<string, WorkspaceLog>();
  readonly #loading = new Map<string, Promise<WorkspaceLog>>();
  readonly #afterNumber = new Set<string>();
  #asked = new Set<string>();
  #lastRead: Promise<void> | undefined;
  #nextRead: Promise<void> | undefined;

  /** Reads the catalog, and of an engine that is not shared all workspaces, so that damage shows at once. */
  static async open(engine: Engine, foldedAt: number): Promise<Workspaces> {
    const read = async () => (await engine.read(new Map([[CATALOG, -1]]))).get(CATALOG);
    let found = await read();
    if (found === undefined) {
      await engine.save(CATALOG, snapshotOf(emptyCatalog));
      found = await read();
    }
    const workspaces = new Workspaces(engine, foldedAt, found);
    if (engine.shared === undefined) {
      await workspaces.#loadAll();
      await workspaces.#dropUnneeded();
    } else void workspaces.#dropUnneeded().catch(() => {});
    return workspaces;
  }

  private constructor(engine: Engine, foldedAt: number, found: Read | undefined) {
    this.#engine = engine;
    this.#foldedAt = foldedAt;
    this.contents = new Contents(engine);
    this.catalog = new Log(
      { name: CATALOG, table: catalogParts, engine, foldedAt, advanced() {} },
      emptyCatalog,
      found,
    );
  }

  /** Names, in the order in which they were created. */
  names(): string[] {
    return Array.from(this.catalog.durable.parts.workspaces.entries(), ([name]) => name);
  }

  /** A workspace as it was last seen; undefined for one that is unknown, or not in memory. */
  known(name: string): WorkspaceLog | undefined {
    const log = this.#held.get(name);
    return log?.durable.generation === this.#head(name)?.generation ? log : undefined;
  }

  /** The workspace as it was last seen, read where it is not in memory; undefined for an unknown one. */
  async find(name: string): Promise<WorkspaceLog | undefined> {
    const known = this.known(name);
    const head = this.#head(name);
    if (known !== undefined || head === undefined) return known;
    const { log } = head;
    const loading =
      this.#loading.get(log) ?? this.#load(name, head).finally(() => this.#loading.delete(log));
    this.#loading.set(log, loading);
    return loading;
  }

  /**
   * Makes the catalog and a workspace at least as new as this call. Calls that wait for a read share it, so
   * that many cost as much as one.
   */
  async refresh(name: string = CATALOG): Promise<void> {
    if (this.#engine.shared === undefined) return;
    this.#afterNumber.delete(name);
    this.#asked.add(name);
    try {
      await (this.#nextRead ??= this.#readRequested());
    } catch (error) {
      this.#afterNumber.add(name);
      throw error;
    }
  }

  /** Another process has changed a workspace, or any where none is named. */
  markOutdated(name: string | undefined): void {
    const names = name === undefined ? this.#held.keys() : [name];
    for (const each of names) if (this.#held.has(each)) this.#afterNumber.add(each);
  }

  /** Whether there are changes of others that this process has not seen. */
  isOutdated(name: string): boolean {
    return this.#afterNumber.has(name);
  }

  /** Takes a workspace whose head is durable in the catalog. */
  adopt({ log, state }: CreatedWorkspace): void {
    const { name } = state.settings;
    const before = this.#held.get(name);
    // Another request has loaded it already.
    if (before?.durable.generation === state.generation) return;
    this.#held.set(name, this.#logOf(log, state));
    this.#end(name, before);
  }

  /** A workspace is no longer in the catalog. */
  forget(name: string): void {
    const log = this.#held.get(name);
    this.#held.delete(name);
    this.#afterNumber.delete(name);
    this.#end(name, log);
  }

  async idle(): Promise<void> {
    await Promise.all([this.catalog, ...this.#held.values()].map((log) => log.idle()));
  }

  /** @throws StoreRefused with a line for each damaged file */
  async #loadAll(): Promise<void> {
    const lines = new Set<string>();
    for (const name of this.names()) {
      try {
        await this.find(name);
      } catch (error) {
        if (!(error instanceof StoreRefused)) throw error;
        for (const line of error.lines) lines.add(line);
      }
    }
    const [first, ...others] = lines;
    if (first !== undefined) throw new StoreRefused(first, ...others);
  }

  /** Deletes what a crash has left: logs that the catalog does not need. */
  async #dropUnneeded(): Promise<void> {
    const logs = await this.#engine.logs();
    await this.refresh();
    const needed = neededLogs(this.catalog.durable);
    for (const log of logs) if (!needed.has(log)) await this.#engine.save(log, null);
  }

  async #readRequested(): Promise<void> {
    await this.#lastRead?.catch(() => {});
    this.#lastRead = this.#nextRead;
    this.#nextRead = undefined;
    const held = [...this.#asked].flatMap((name) => this.known(name) ?? []);
    this.#asked = new Set();
    const versions = [this.catalog, ...held].map((log) => [log.name, log.durable.version] as const);
    const found = await this.#engine.read(new Map(versions));
    const news = found.get(CATALOG);
    if (news !== undefined) {
      this.catalog.advance(news);
      this.#forgetEnded(news);
    }
    for (const log of held) {
      const read = found.get(log.name);
      if (read !== undefined) log.advance(read);
    }
  }

  /** Forgets the workspaces that other processes have replaced or deleted. */
  #forgetEnded({ snapshot, entries }: Read): void {
    const changed = entries.flatMap(({ patches }) => patches.map(({ key }) => key));
    const names = snapshot === undefined ? new Set(changed) : [...this.#held.keys()];
    for (const name of names) if (this.known(name) === undefined) this.forget(name);
  }

  #head(name: string): Head | undefined {
    return this.catalog.durable.parts.workspaces.get(name);
  }

  async #load(name: string, { seed, log, ...head }: Head): Promise<WorkspaceLog> {
    const base = await this.contents.base(head.base);
    const dialect = await this.contents.dialect(head.dialect);
    const { generation, clockStart, startClock, startChaos, loadedAt } = head;
    const start: WorkspaceState = {
      ...{ version: 0, generation, clockStart, startClock, startChaos, loadedAt, base },
      settings: { name, seed, dialect },
      datedUsers: new WeakMap(),
      parts: startingParts(base),
    };
    const read = (await this.#engine.read(new Map([[log, 0]]))).get(log);
    const held = this.#held.get(name);
    if (held?.durable.generation === generation) return held;
    const loaded = this.#logOf(log, start, read);
    if (this.#head(name)?.log !== log) return loaded;
    this.#held.set(name, loaded);
    return loaded;
  }

  #logOf(log: string, start: WorkspaceState, read?: Read): WorkspaceLog {
    const advanced = () => this.watchers.notify(start.settings.name);
    const options = { engine: this.#engine, foldedAt: this.#foldedAt, advanced };
    return new Log({ name: log, table: parts, ...options }, start, read);
  }

  #end(name: string, log: WorkspaceLog | undefined): void {
    if (log !== undefined)
      for (const ended of this.onEnd) ended({ name, generation: log.durable.generation });
    this.watchers.notify(name);
  }
}
