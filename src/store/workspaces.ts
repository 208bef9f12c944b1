import { EventEmitter, once } from 'node:events';

import pLimit from 'p-limit';

import type { WorkspaceId } from './base.ts';
import { CATALOG, emptyCatalog, listNames, listNeededLogs, type CatalogState } from './catalog.ts';
import { Contents } from './contents.ts';
import type { Engine, LogContents } from './engine.ts';
import { Log } from './log.ts';
import { toSnapshot } from './part-table.ts';
import { StartError } from '../start-error.ts';
import { createFirstState, type Head, type WorkspaceState } from './workspace-state.ts';

export type WorkspaceLog = Log<WorkspaceState>;

/** The catalog and the loaded workspaces, in the state that this process has last read. */
export class Workspaces {
  readonly catalog: Log<CatalogState>;
  readonly contents: Contents;
  /** Called with each generation that has ended. */
  readonly endListeners = new Set<(workspace: WorkspaceId) => void>();
  readonly #engine: Engine;
  readonly #compactAt: number;
  readonly #changes = new EventEmitter().setMaxListeners(0);
  readonly #loaded = new Map<string, WorkspaceLog>();
  /** Workspaces whose last refresh has failed. */
  readonly #outdated = new Set<string>();
  readonly #readQueue = pLimit(1);
  /** The names of the workspaces that the next read includes. */
  #requested = new Set<string>();
  #nextRead: Promise<void> | undefined;

  /** Reads the catalog. If the engine is not shared, also reads all workspaces, to find damage at once. */
  static async open(engine: Engine, compactAt: number): Promise<Workspaces> {
    const catalog = (await engine.read(new Map([[CATALOG, -1]]))).get(CATALOG);
    if (catalog === undefined) await engine.save(CATALOG, toSnapshot(emptyCatalog));
    const workspaces = new Workspaces(engine, compactAt, catalog);
    if (workspaces.isShared) {
      void workspaces.#dropUnneeded().catch(() => {});
      return workspaces;
    }
    await workspaces.#loadAll();
    await workspaces.#dropUnneeded();
    return workspaces;
  }

  private constructor(engine: Engine, compactAt: number, catalog: LogContents | undefined) {
    this.#engine = engine;
    this.#compactAt = compactAt;
    this.contents = new Contents(engine);
    this.catalog = new Log(
      { name: CATALOG, engine, compactAt, onAdvance() {} },
      emptyCatalog,
      catalog,
    );
  }

  /** Returns a loaded workspace; undefined if the workspace is unknown or not loaded. */
  findLoaded(name: string): WorkspaceLog | undefined {
    const log = this.#loaded.get(name);
    return log?.name === this.#getHead(name)?.log ? log : undefined;
  }

  /** Returns a workspace, which is loaded if necessary; undefined for an unknown workspace. */
  async find(name: string): Promise<WorkspaceLog | undefined> {
    const head = this.#getHead(name);
    if (head === undefined) return undefined;
    return this.findLoaded(name) ?? this.#load(name, head);
  }

  get isShared(): boolean {
    return this.#engine.shared !== undefined;
  }

  /** Reads the changes of other processes to the catalog and a workspace. Simultaneous calls share a read. */
  async refresh(name: string = CATALOG): Promise<void> {
    if (!this.isShared) return;
    this.#outdated.delete(name);
    this.#requested.add(name);
    try {
      await (this.#nextRead ??= this.#readQueue(() => this.#readRequested()));
    } catch (error) {
      this.#outdated.add(name);
      throw error;
    }
  }

  isOutdated(name: string): boolean {
    return this.#outdated.has(name);
  }

  /** Handles a change by another process; without name, any workspace may have changed. */
  async handleChange(name: string | undefined): Promise<void> {
    // A changed workspace is read when it is used.
    if (name === undefined || name === CATALOG) await this.refresh();
    const events = name === undefined ? this.#changes.eventNames() : [getChangeEvent(name)];
    for (const event of events) this.#changes.emit(event);
  }

  /** Resolves at the next change of a workspace, or when the signal aborts. */
  async waitForChange(name: string, signal: AbortSignal): Promise<void> {
    // Rejects only when the signal aborts.
    await once(this.#changes, getChangeEvent(name), { signal }).catch(() => {});
  }

  isWatched(name: string): boolean {
    return this.#changes.listenerCount(getChangeEvent(name)) > 0;
  }

  /** Adds a workspace whose head is durable in the catalog. */
  adopt(state: WorkspaceState): void {
    const { name } = state.settings;
    const before = this.#loaded.get(name);
    const { log } = state.head;
    // Another request has already loaded the new generation, or has ended it.
    if (before?.name === log || this.#getHead(name)?.log !== log) return;
    this.#loaded.set(name, this.#createLog(state));
    this.#end(name, before);
  }

  /** Forgets a workspace that is no longer in the catalog. */
  forget(name: string): void {
    const log = this.#loaded.get(name);
    this.#loaded.delete(name);
    this.#outdated.delete(name);
    this.#end(name, log);
  }

  async waitUntilIdle(): Promise<void> {
    await Promise.all([this.catalog, ...this.#loaded.values()].map((log) => log.waitUntilIdle()));
  }

  /** @throws StartError with a line for each damaged file */
  async #loadAll(): Promise<void> {
    const lines = new Set<string>();
    for (const name of listNames(this.catalog.durable)) {
      try {
        await this.find(name);
      } catch (error) {
        if (!(error instanceof StartError)) throw error;
        for (const line of error.lines) lines.add(line);
      }
    }
    const [first, ...others] = lines;
    if (first !== undefined) throw new StartError(first, ...others);
  }

  /** Deletes logs that the catalog does not need, left by a crash. */
  async #dropUnneeded(): Promise<void> {
    const logs = await this.#engine.listLogs();
    await this.refresh();
    const needed = listNeededLogs(this.catalog.durable);
    for (const log of logs) if (!needed.has(log)) await this.#engine.save(log, null);
  }

  async #readRequested(): Promise<void> {
    this.#nextRead = undefined;
    const logs = [...this.#requested].flatMap((name) => this.findLoaded(name) ?? []);
    this.#requested = new Set();
    const versions = [this.catalog, ...logs].map((log) => [log.name, log.durable.version] as const);
    const found = await this.#engine.read(new Map(versions));
    const newerCatalog = found.get(CATALOG);
    if (newerCatalog !== undefined) {
      this.catalog.advance(newerCatalog);
      this.#forgetEnded(newerCatalog);
    }
    for (const log of logs) {
      const newer = found.get(log.name);
      if (newer !== undefined) log.advance(newer);
    }
  }

  /** Forgets the workspaces that other processes have replaced or deleted. */
  #forgetEnded({ snapshot, entries }: LogContents): void {
    const changed = entries.flatMap(({ patches }) => patches.map(({ key }) => key));
    const names = snapshot === undefined ? new Set(changed) : [...this.#loaded.keys()];
    for (const name of names) if (this.findLoaded(name) === undefined) this.forget(name);
  }

  #getHead(name: string): Head | undefined {
    return this.catalog.durable.parts.workspaces.get(name);
  }

  async #load(name: string, head: Head): Promise<WorkspaceLog> {
    const base = await this.contents.readBase(head.base);
    const dialect = await this.contents.readDialect(head.dialect);
    const stored = (await this.#engine.read(new Map([[head.log, 0]]))).get(head.log);
    // Another request may have loaded the workspace in the meantime.
    const loaded = this.#loaded.get(name);
    if (loaded?.name === head.log) return loaded;
    const log = this.#createLog(createFirstState(name, head, base, dialect), stored);
    if (this.#getHead(name)?.log === head.log) this.#loaded.set(name, log);
    return log;
  }

  #createLog(start: WorkspaceState, stored?: LogContents): WorkspaceLog {
    const onAdvance = () => void this.#changes.emit(getChangeEvent(start.settings.name));
    const options = { engine: this.#engine, compactAt: this.#compactAt, onAdvance };
    return new Log({ name: start.head.log, ...options }, start, stored);
  }

  #end(name: string, log: WorkspaceLog | undefined): void {
    if (log !== undefined) {
      const { generation } = log.durable.head;
      for (const listener of this.endListeners) listener({ name, generation });
    }
    this.#changes.emit(getChangeEvent(name));
  }
}

/** Returns the event of a workspace; never `error`, which emitters treat differently. */
function getChangeEvent(name: string): string {
  return `changed ${name}`;
}
