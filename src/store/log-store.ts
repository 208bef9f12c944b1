import type { StoreHealth } from '../contract/control-words.ts';
import { dialectHash } from '../contract/validators/dialect-hash.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { Clock } from '../ports/clock.ts';
import type { Base } from './base.ts';
import { CATALOG } from './catalog.ts';
import type { CatalogUnit } from './catalog.ts';
import type { CreatedWorkspace, Head } from './catalog.ts';
import type { Engine } from './engine.ts';
import { LastUse } from './last-use.ts';
import { FOLDED_AT } from './log.ts';
import { ONLY } from './parts.ts';
import { snapshotOf } from './part-table.ts';
import { journalLog, JournalLogs } from './journal-logs.ts';
import type { WorkspaceId } from './base.ts';
import { UnknownWorkspace, WorkspaceReset } from './store.ts';
import type {
  NewWorkspace,
  OpenedWorkspace,
  Store,
  StoreStart,
  Tenancy,
  WorkspaceRef,
} from './store.ts';
import { asStarted, freshWorkspace, reloaded } from './workspace-state.ts';
import type { NewState, WorkspaceState } from './workspace-state.ts';
import type { UnitOfWork } from './unit-of-work.ts';
import { UnitRunner } from './unit-runner.ts';
import type { View } from './view.ts';
import { Workspaces } from './workspaces.ts';

export interface LogStoreOptions {
  readonly clock: Clock;
  readonly tenancy: Tenancy;
  /** Bytes by which a log may outgrow its snapshot before it is folded; 4 MiB if not given. */
  readonly foldedAt?: number;
}

/** The store over any engine. */
export class LogStore implements Store {
  readonly journalLogs?: JournalLogs;
  readonly #engine: Engine;
  readonly #clock: Clock;
  readonly #tenancy: Tenancy;
  readonly #workspaces: Workspaces;
  readonly #use: LastUse;
  readonly #units: UnitRunner;

  static async open(engine: Engine, options: LogStoreOptions): Promise<LogStore> {
    const workspaces = await Workspaces.open(engine, options.foldedAt ?? FOLDED_AT);
    return new LogStore(engine, workspaces, options);
  }

  private constructor(engine: Engine, workspaces: Workspaces, { clock, tenancy }: LogStoreOptions) {
    this.#engine = engine;
    this.#workspaces = workspaces;
    this.#clock = clock;
    this.#tenancy = tenancy;
    const { catalog } = workspaces;
    this.#use = new LastUse(tenancy, clock, engine.shared && catalog);
    this.#units = new UnitRunner(workspaces, this.#use, clock);
    const { shared } = engine;
    if (shared === undefined) {
      for (const name of workspaces.names()) this.#use.touch(name);
    } else {
      const logs = new JournalLogs(engine);
      this.journalLogs = logs;
      workspaces.onEnd.add((ended) => logs.forget(ended));
      shared.onNews((log) => void this.#heard(log).catch(() => {}));
    }
  }

  health(): Promise<StoreHealth> {
    return this.#engine.health();
  }

  onEnd(ended: (workspace: WorkspaceId) => void): void {
    this.#workspaces.onEnd.add(ended);
  }

  async close(): Promise<void> {
    await this.#workspaces.idle();
    await this.#engine.close();
  }

  // what the store was created with

  async start(): Promise<StoreStart | undefined> {
    await this.#workspaces.refresh();
    const stored = this.#workspaces.catalog.durable.parts.start.get(ONLY);
    if (stored === undefined) return undefined;
    const base = await this.#workspaces.contents.base(stored.base);
    return { ...stored, base, dialect: await this.#workspaces.contents.dialect(stored.dialect) };
  }

  async begin(start: StoreStart): Promise<StoreStart> {
    const before = await this.start();
    const { base, dialect, seed, ...begun } = before ?? start;
    const settings = { name: this.#tenancy.permanent, seed, dialect };
    const fresh = await this.#fresh({ ...begun, base, settings });
    const created = await this.#units.changeCatalog(async (unit) => {
      const isBegun = unit.parts.start.get(ONLY) !== undefined;
      // Another process has initialized the store meanwhile, with its own start.
      if (isBegun && before === undefined) return undefined;
      if (!isBegun) unit.putStart(start);
      const isThere = unit.parts.workspaces.get(settings.name) !== undefined;
      return isThere ? undefined : this.#putNew(unit, fresh);
    });
    if (created !== undefined) this.#workspaces.adopt(created);
    return (await this.start()) ?? start;
  }

  async restart(base: Base): Promise<void> {
    const { permanent } = this.#tenancy;
    const start = await this.start();
    if (start === undefined) throw new UnknownWorkspace(permanent);
    await this.#replace(permanent, (state) => reloaded(state, base), { ...start, base });
  }

  async clear(): Promise<void> {
    const gone = await this.#units.changeCatalog(async (unit) => {
      unit.put('start', ONLY, null);
      const heads = [...unit.parts.workspaces.entries()];
      for (const [name] of heads) unit.deleteWorkspace(name);
      return heads;
    });
    for (const [name, { log }] of gone) await this.#drop(name, log);
  }

  // workspaces: they are created, replaced and deleted

  async names(): Promise<readonly string[]> {
    await this.#workspaces.refresh();
    return this.#workspaces.names().filter((name) => !this.#units.hasExpired(name));
  }

  create({ name, seed, dialect, chaos = 'off', ...start }: NewWorkspace): Promise<void> {
    return this.#units.turns.next(name, async () => {
      const settings = { name, seed, dialect };
      await this.#create(
        name,
        await this.#fresh({ clockStart: undefined, ...start, settings, chaos }),
      );
    });
  }

  fork(from: string, name: string): Promise<void> {
    return this.#units.turns.next(name, async () => {
      await this.#workspaces.refresh(from);
      const { durable } = await this.#units.current(from);
      await this.#units.touch(from);
      await this.#create(name, { ...durable, settings: { ...durable.settings, name } });
    });
  }

  delete(name: string): Promise<void> {
    return this.#units.turns.next(name, async () => {
      await this.#workspaces.refresh(name);
      const log = await this.#units.current(name);
      await log.idle();
      await this.#units.changeCatalog(async (unit) => {
        if (unit.deleteWorkspace(name) === undefined) throw new UnknownWorkspace(name);
      });
      await this.#drop(name, log.name);
    });
  }

  load(name: string, base: Base, dialect: Dialect): Promise<void> {
    return this.#replace(name, (state) => {
      if (dialectHash(state.settings.dialect) !== dialectHash(dialect))
        throw new WorkspaceReset(name);
      return reloaded(state, base);
    });
  }

  reset(name: string): Promise<void> {
    return this.#replace(name, asStarted);
  }

  /** A workspace that begins now, its base and dialect durable. */
  async #fresh(state: NewState): Promise<Omit<WorkspaceState, 'generation'>> {
    await this.#workspaces.contents.save(state.base, state.settings.dialect);
    return freshWorkspace(state, this.#clock.now());
  }

  async #create(name: string, state: Omit<WorkspaceState, 'generation'>): Promise<void> {
    let expired: readonly (readonly [name: string, head: Head | undefined])[] = [];
    const created = await this.#units.changeCatalog((unit) => {
      expired = this.#expired(unit, name).map((each) => [each, unit.deleteWorkspace(each)]);
      unit.checkRoom(name, this.#tenancy);
      if (this.#use.isNews(name)) unit.put('uses', name, this.#clock.now());
      return this.#putNew(unit, state);
    });
    this.#use.touch(name);
    this.#workspaces.adopt(created);
    for (const [each, head] of expired) {
      if (head !== undefined && each !== name) await this.#drop(each, head.log);
    }
  }

  /** Workspaces that expired, but those that something is done with just now. */
  #expired(unit: CatalogUnit, own: string): string[] {
    const names =
      this.#engine.shared === undefined
        ? this.#use.expired()
        : Array.from(unit.parts.workspaces.entries(), ([name]) => name);
    return names.filter(
      (name) => this.#units.hasExpired(name) && (name === own || !this.#units.turns.areTaken(name)),
    );
  }

  /** The log begins before the catalog names it: a crash between the two leaves a log that is dropped. */
  async #putNew(
    unit: CatalogUnit,
    state: Omit<WorkspaceState, 'generation'>,
  ): Promise<CreatedWorkspace> {
    const { shared } = this.#engine;
    const created = unit.putWorkspace(state, shared === undefined ? '' : `.${shared.writer}`);
    // A fork starts with the parts of its origin; other workspaces with those of the base.
    const { version } = state;
    await this.#engine.save(
      created.log,
      version === 0 ? { version, patches: [] } : snapshotOf(state),
    );
    return created;
  }

  #replace(
    name: string,
    next: (before: WorkspaceState) => NewState,
    start?: StoreStart,
  ): Promise<void> {
    return this.#units.turns.next(name, async () => {
      await this.#workspaces.refresh(name);
      const log = await this.#units.current(name);
      await log.idle();
      const before = log.durable;
      const fresh = await this.#fresh(next(before));
      const created = await this.#units.changeCatalog(async (unit) => {
        if (unit.parts.workspaces.get(name)?.generation !== before.generation)
          throw new WorkspaceReset(name);
        if (start !== undefined) unit.putStart(start);
        return this.#putNew(unit, fresh);
      });
      this.#workspaces.adopt(created);
      await this.#deleteLog(log.name);
    });
  }

  async #drop(name: string, log: string): Promise<void> {
    this.#use.forget(name);
    this.#workspaces.forget(name);
    await this.#deleteLog(log);
  }

  /** With its journal. What can't be deleted now is not needed any more, and goes at the next start. */
  async #deleteLog(log: string): Promise<void> {
    const [name = '', generation] = log.split('.');
    const journal = journalLog({ name, generation: Number(generation) });
    const logs = this.#engine.shared === undefined ? [log] : [log, journal];
    for (const each of logs) await this.#engine.save(each, null).catch(() => {});
  }

  // reads and units of work

  open(name: string): Promise<OpenedWorkspace> {
    return this.#units.open(name);
  }

  read<Result>(workspace: WorkspaceRef, read: (view: View) => Promise<Result>): Promise<Result> {
    return this.#units.read(workspace, read);
  }

  write<Result>(
    workspace: WorkspaceRef,
    work: (unit: UnitOfWork) => Promise<Result>,
  ): Promise<Result> {
    return this.#units.write(workspace, work);
  }

  watch(name: string, signal: AbortSignal): Promise<void> {
    return this.#units.watch(name, signal);
  }

  /** Another process has written a log, or any where none is named. */
  async #heard(log: string | undefined): Promise<void> {
    if (this.journalLogs?.reportChange(log) === true) return;
    const [name] = log?.split('.', 1) ?? [];
    this.#workspaces.markOutdated(name);
    // Those who wait look again, and what has ended is found out now. All else is read when it is used.
    if (name === undefined || name === CATALOG) await this.#workspaces.refresh();
    else if (this.#workspaces.watchers.has(name)) await this.#workspaces.refresh(name);
    if (name === undefined) this.#workspaces.watchers.notify(undefined);
  }
}
