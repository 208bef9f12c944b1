import type { StoreHealth } from '../contract/control-types.ts';
import { hashDialect } from '../contract/validators/dialect-hash.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { Clock } from '../ports/clock.ts';
import { joinSignals } from '../ports/join-signals.ts';
import type { Base, NewWorkspace, WorkspaceId } from './base.ts';
import { CATALOG, requireRoom, deleteWorkspaces, listNames, putSettings } from './catalog.ts';
import type { CatalogUnit, DeletedWorkspace } from './catalog.ts';
import type { Engine } from './engine.ts';
import { Generations } from './generations.ts';
import { getJournalLogName, JournalLogs } from './journal-logs.ts';
import { COMPACT_AT } from './log.ts';
import { toSnapshot } from './part-table.ts';
import { ONLY_KEY } from './parts.ts';
import { DEFAULT_WORKSPACE, StoreUnavailable, UnknownWorkspace, WorkspaceReset } from './store.ts';
import type {
  OpenedWorkspace,
  Store,
  StoreSettings,
  WorkspaceLimits,
  WorkspaceRef,
} from './store.ts';
import type { UnitOfWork, View } from './view.ts';
import { createFirstState, createHead, planLoad, planReset } from './workspace-state.ts';
import type { Head, WorkspaceState } from './workspace-state.ts';
import { Workspaces } from './workspaces.ts';

export interface LogStoreOptions {
  readonly clock: Clock;
  readonly workspaceLimits: WorkspaceLimits;
  /**
   * Bytes by which the entries of a log must exceed its last snapshot before a new snapshot replaces them;
   * default: 4 MiB.
   */
  readonly compactAt?: number;
}

export class LogStore implements Store {
  readonly journalLogs?: JournalLogs;
  readonly #engine: Engine;
  readonly #clock: Clock;
  readonly #limits: WorkspaceLimits;
  readonly #workspaces: Workspaces;
  readonly #generations: Generations;
  /** Number of generations that this process has tried to create. */
  #creations = 0;

  static async open(engine: Engine, options: LogStoreOptions): Promise<LogStore> {
    const workspaces = await Workspaces.open(engine, options.compactAt ?? COMPACT_AT);
    return new LogStore(engine, workspaces, options);
  }

  private constructor(
    engine: Engine,
    workspaces: Workspaces,
    { clock, workspaceLimits }: LogStoreOptions,
  ) {
    this.#engine = engine;
    this.#workspaces = workspaces;
    this.#clock = clock;
    this.#limits = workspaceLimits;
    this.#generations = new Generations(workspaces, workspaceLimits, clock);
    if (engine.shared === undefined) {
      for (const name of listNames(workspaces.catalog.durable)) this.#generations.recordUse(name);
      return;
    }
    const logs = new JournalLogs(engine);
    this.journalLogs = logs;
    this.onEnd((ended) => logs.forget(ended));
    engine.shared.onChange((log) => {
      if (logs.handleChange(log)) return;
      const [, name] = log?.split('.') ?? [];
      workspaces.handleChange(log === CATALOG ? CATALOG : name).catch(() => {});
    });
  }

  checkHealth(): Promise<StoreHealth> {
    return this.#engine.checkHealth();
  }

  onEnd(listener: (workspace: WorkspaceId) => void): void {
    this.#workspaces.endListeners.add(listener);
  }

  async close(): Promise<void> {
    await this.#workspaces.waitUntilIdle();
    await this.#engine.close();
  }

  // settings

  async readSettings(): Promise<StoreSettings | undefined> {
    await this.#workspaces.refresh();
    const { catalog, contents } = this.#workspaces;
    const stored = catalog.durable.parts.start.get(ONLY_KEY);
    if (stored === undefined) return undefined;
    const base = await contents.readBase(stored.base);
    return { ...stored, base, dialect: await contents.readDialect(stored.dialect) };
  }

  async initialize(settings: StoreSettings): Promise<StoreSettings> {
    const stored = (await this.readSettings()) ?? (await this.#recordSettings(settings));
    const name = DEFAULT_WORKSPACE;
    const firstState = await this.#prepareGeneration({ ...stored, name });
    const created = await this.#generations.changeCatalog(async (unit) => {
      const exists = unit.state.parts.workspaces.get(name) !== undefined;
      return exists ? undefined : this.#register(unit, name, firstState);
    });
    if (created !== undefined) this.#workspaces.adopt(created);
    return stored;
  }

  /** Records settings, unless another process has recorded its own. Resolves to the recorded settings. */
  async #recordSettings(settings: StoreSettings): Promise<StoreSettings> {
    await this.#workspaces.contents.save(settings.base, settings.dialect);
    const isRecorded = await this.#generations.changeCatalog(async (unit) => {
      if (unit.state.parts.start.get(ONLY_KEY) !== undefined) return false;
      putSettings(unit, settings);
      return true;
    });
    return isRecorded ? settings : ((await this.readSettings()) ?? settings);
  }

  async replaceBase(base: Base): Promise<void> {
    const settings = await this.readSettings();
    if (settings === undefined) throw new UnknownWorkspace(DEFAULT_WORKSPACE);
    await this.#replace(DEFAULT_WORKSPACE, (state) => planLoad(state, base), { ...settings, base });
  }

  async clear(): Promise<void> {
    const deleted = await this.#generations.changeCatalog(async (unit) => {
      unit.put('start', ONLY_KEY, null);
      return deleteWorkspaces(unit, listNames(unit.state));
    });
    await this.#drop(deleted);
  }

  // creation, replacement and deletion of workspaces

  async listNames(): Promise<readonly string[]> {
    await this.#workspaces.refresh();
    return listNames(this.#workspaces.catalog.durable).filter(
      (name) => !this.#generations.hasExpired(name),
    );
  }

  async create(workspace: NewWorkspace): Promise<void> {
    await this.#create(workspace.name, await this.#prepareGeneration(workspace));
  }

  async fork(from: string, name: string): Promise<void> {
    const { durable } = await this.#generations.openCurrent(from);
    await this.#generations.touch(from);
    await this.#create(name, { ...durable, settings: { ...durable.settings, name } });
  }

  async delete(name: string): Promise<void> {
    await this.#generations.end(name, async () => {
      const deleted = await this.#generations.changeCatalog(async (unit) =>
        deleteWorkspaces(unit, [name]),
      );
      if (deleted.length === 0) throw new UnknownWorkspace(name);
      await this.#drop(deleted);
    });
  }

  load(name: string, base: Base, dialect: Dialect): Promise<void> {
    return this.#replace(name, (state) => {
      if (hashDialect(state.settings.dialect) !== hashDialect(dialect))
        throw new WorkspaceReset(name);
      return planLoad(state, base);
    });
  }

  reset(name: string): Promise<void> {
    return this.#replace(name, planReset);
  }

  /** Saves base and dialect durably, and returns the first state of a generation. */
  async #prepareGeneration(workspace: NewWorkspace): Promise<WorkspaceState> {
    const { name, base, dialect } = workspace;
    await this.#workspaces.contents.save(base, dialect);
    return createFirstState(name, createHead(workspace, this.#clock.now()), base, dialect);
  }

  async #create(name: string, first: WorkspaceState): Promise<void> {
    const { created, deleted } = await this.#generations.changeCatalog(async (unit) => {
      const deleted = deleteWorkspaces(unit, this.#generations.listExpired());
      requireRoom(unit, name, this.#limits);
      if (this.#generations.shouldShareUse(name)) unit.put('uses', name, this.#clock.now());
      return { created: await this.#register(unit, name, first), deleted };
    });
    await this.#drop(deleted);
    this.#generations.recordUse(name);
    this.#workspaces.adopt(created);
  }

  /**
   * Creates the log of a generation, and names it in the catalog. After a crash between these two steps, the
   * next start drops the log.
   */
  async #register(unit: CatalogUnit, name: string, first: WorkspaceState): Promise<WorkspaceState> {
    const { shared } = this.#engine;
    // The version of the catalog is unique to this generation.
    const generation = unit.before.version + 1;
    // The counter avoids the log of a failed creation with the same generation.
    this.#creations += 1;
    const log = `${generation}.${name}.${shared?.writer ?? ''}${this.#creations}`;
    const state = { ...first, head: { ...first.head, generation, log } };
    unit.put('workspaces', name, state.head);
    // Version 0 has only the parts of the base, which are saved with the base. A fork can have a later version.
    const { version } = state;
    await this.#engine.save(log, version === 0 ? { version, patches: [] } : toSnapshot(state));
    return state;
  }

  async #replace(
    name: string,
    getReplacement: (before: WorkspaceState) => NewWorkspace,
    settings?: StoreSettings,
  ): Promise<void> {
    await this.#generations.end(name, async (before) => {
      const firstState = await this.#prepareGeneration(getReplacement(before));
      const created = await this.#generations.changeCatalog(async (unit) => {
        const { workspaces } = unit.state.parts;
        if (workspaces.get(name)?.log !== before.head.log) throw new WorkspaceReset(name);
        if (settings !== undefined) putSettings(unit, settings);
        return this.#register(unit, name, firstState);
      });
      this.#workspaces.adopt(created);
      await this.#deleteLogs(name, before.head);
    });
  }

  async #drop(deleted: readonly DeletedWorkspace[]): Promise<void> {
    for (const [name, head] of deleted) {
      this.#workspaces.forget(name);
      await this.#deleteLogs(name, head);
    }
  }

  /** Deletes the log and the journal of a generation. If that fails, the next start deletes them. */
  async #deleteLogs(name: string, { generation, log }: Head): Promise<void> {
    const logs = [log];
    if (this.journalLogs !== undefined) logs.push(getJournalLogName({ name, generation }));
    for (const logName of logs) await this.#engine.save(logName, null).catch(() => {});
  }

  // reads and units of work

  async open(name: string): Promise<OpenedWorkspace> {
    try {
      await this.#workspaces.refresh(name);
    } catch (error) {
      // The last known state is enough to open the workspace; reads and writes are refused.
      const isKnown = this.#workspaces.findLoaded(name) !== undefined;
      if (!(error instanceof StoreUnavailable) || !isKnown) throw error;
    }
    const log = await this.#generations.openLastKnown(name);
    await this.#generations.touch(name);
    const { settings, base, now, faults, chaos } = this.#generations.createView(log);
    const { generation } = log.durable.head;
    return { name, generation, settings, base, now, faults, chaos };
  }

  async read<Result>(
    workspace: WorkspaceRef,
    read: (view: View) => Promise<Result>,
  ): Promise<Result> {
    return read(this.#generations.createView(await this.#generations.openCurrent(workspace)));
  }

  write<Result>(
    workspace: WorkspaceRef,
    work: (unit: UnitOfWork) => Promise<Result>,
  ): Promise<Result> {
    return this.#generations.write(workspace, work);
  }

  async watch(name: string, signal: AbortSignal): Promise<void> {
    // A watch counts as use, but does not bring back an expired workspace.
    const isKnown = this.#workspaces.findLoaded(name) !== undefined;
    if (isKnown && this.#generations.hasExpired(name)) throw new UnknownWorkspace(name);
    const watch = joinSignals(signal);
    // Waits before the read, so that no change is missed.
    const changed = this.#workspaces.waitForChange(name, watch.signal).finally(() => watch.abort());
    try {
      await this.#generations.openCurrent(name);
    } catch (error) {
      watch.abort();
      throw error;
    }
    await changed;
    if (this.#workspaces.findLoaded(name) !== undefined) await this.#generations.touch(name);
  }
}
