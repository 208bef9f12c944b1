import { dialectHash } from '../contract/validators/dialect-hash.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { Base } from './base.ts';
import type { CatalogUnit, CreatedWorkspace } from './catalog-unit.ts';
import { startIn, startPatch } from './catalog.ts';
import type { Head } from './catalog.ts';
import type { Snapshot } from './engine.ts';
import { workspaceSnapshot } from './held-workspaces.ts';
import { ONLY } from './parts.ts';
import { CATALOG_TURN } from './store-core.ts';
import type { StoreCore } from './store-core.ts';
import { UnknownWorkspace, WorkspaceReset } from './store.ts';
import type { NewWorkspace, StoreStart } from './store.ts';
import { asStarted, freshWorkspace, reloaded } from './workspace-state.ts';
import type { NewState, WorkspaceState } from './workspace-state.ts';

/** How a store begins, and how its workspaces are created, replaced and deleted. */
export class Lifecycle {
  readonly #core: StoreCore;
  #start: { readonly stored: unknown; readonly start: StoreStart } | undefined;

  constructor(core: StoreCore) {
    this.#core = core;
  }

  async start(): Promise<StoreStart | undefined> {
    await this.#core.workspaces.refresh(CATALOG_TURN);
    const { catalog } = this.#core.workspaces;
    const stored = catalog.durable.parts.start.get(ONLY);
    if (stored === undefined || this.#start?.stored === stored) {
      return stored === undefined ? undefined : this.#start?.start;
    }
    const start = await startIn(catalog.durable, this.#core.contents);
    this.#start = start && { stored, start };
    return start;
  }

  async begin(start: StoreStart): Promise<StoreStart> {
    const begun = (await this.start()) ?? start;
    const { permanent } = this.#core.options.tenancy;
    const { seed, dialect } = begun;
    await this.#core.contents.save(begun.base, dialect);
    const settings = { name: permanent, seed, dialect };
    const fresh = freshWorkspace({ ...begun, settings }, this.#core.options.clock.now());
    const made = await this.#core.changeCatalog(async (unit) => {
      const isBegun = unit.parts.start.get(ONLY) !== undefined;
      // Another process has begun it meanwhile, with a start of its own.
      if (isBegun && begun === start) return undefined;
      if (!isBegun) unit.put(startPatch(start));
      const isThere = unit.parts.workspaces.get(permanent) !== undefined;
      return isThere ? undefined : this.#putNew(unit, fresh, snapshotOf(fresh));
    });
    if (made !== undefined) this.#core.workspaces.adopt(made);
    const stored = this.#core.workspaces.catalog.durable.parts.start.get(ONLY);
    if (begun === start && made !== undefined) this.#start = { stored, start };
    return (await this.start()) ?? start;
  }

  async restart(base: Base): Promise<void> {
    const { permanent } = this.#core.options.tenancy;
    const start = await this.start();
    if (start === undefined) throw new UnknownWorkspace(permanent);
    await this.#replace(permanent, (state) => reloaded(state, base), { ...start, base });
  }

  async clear(): Promise<void> {
    const gone = await this.#core.changeCatalog(async (unit) => {
      const heads = [...unit.parts.workspaces.entries()];
      if (unit.parts.start.get(ONLY) !== undefined)
        unit.put({ part: 'start', key: ONLY, value: null });
      for (const [name] of heads) unit.deleteWorkspace(name);
      return heads;
    });
    for (const [name, { log }] of gone) await this.#drop(name, log);
  }

  create({ name, seed, dialect, base, clockStart, chaos = 'off' }: NewWorkspace): Promise<void> {
    return this.#core.turns.next(name, async () => {
      await this.#core.contents.save(base, dialect);
      const settings = { name, seed, dialect };
      const { clock } = this.#core.options;
      const fresh = freshWorkspace({ settings, base, clockStart, chaos }, clock.now());
      await this.#create(name, fresh, snapshotOf(fresh));
    });
  }

  fork(from: string, name: string): Promise<void> {
    return this.#core.turns.next(name, async () => {
      await this.#core.workspaces.refresh(from);
      const { durable } = await this.#core.current(from);
      await this.#core.touch(from);
      const forked = { ...durable, settings: { ...durable.settings, name } };
      await this.#create(name, forked, workspaceSnapshot(forked));
    });
  }

  delete(name: string): Promise<void> {
    return this.#core.turns.next(name, async () => {
      await this.#core.workspaces.refresh(name);
      const log = await this.#core.current(name);
      await log.idle();
      await this.#core.changeCatalog(async (unit) => {
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

  async #create(
    name: string,
    state: Omit<WorkspaceState, 'generation'>,
    snapshot: Snapshot,
  ): Promise<void> {
    let expired: [name: string, head: Head | undefined][] = [];
    const made = await this.#core.changeCatalog((unit) => {
      expired = this.#idle(unit, name).map((each) => [each, unit.deleteWorkspace(each)]);
      unit.checkRoom(name, this.#core.options.tenancy);
      if (this.#core.engine.shared !== undefined && this.#core.use.isNews(name, undefined)) {
        unit.put(this.#core.useOf(name));
      }
      return this.#putNew(unit, state, snapshot);
    });
    this.#core.use.touch(name);
    this.#core.workspaces.adopt(made);
    for (const [each, head] of expired) {
      if (head !== undefined && each !== name) await this.#drop(each, head.log);
    }
  }

  /** Workspaces that nobody has used for too long, but those that something is done with just now. */
  #idle(unit: CatalogUnit, own: string): string[] {
    const names =
      this.#core.engine.shared === undefined
        ? this.#core.use.expired()
        : Array.from(unit.parts.workspaces.entries(), ([name]) => name);
    return names.filter(
      (name) => this.#core.hasExpired(name) && (name === own || !this.#core.turns.areTaken(name)),
    );
  }

  /** The log begins before the catalog names it: a crash between the two leaves a log that is dropped. */
  async #putNew(
    unit: CatalogUnit,
    state: Omit<WorkspaceState, 'generation'>,
    snapshot: Snapshot,
  ): Promise<CreatedWorkspace> {
    const writer =
      this.#core.engine.shared === undefined ? '' : `.${this.#core.engine.shared.writer}`;
    const made = unit.putWorkspace(state, writer);
    await this.#core.engine.save(made.log, snapshot);
    return made;
  }

  #replace(
    name: string,
    next: (before: WorkspaceState) => NewState,
    start?: StoreStart,
  ): Promise<void> {
    return this.#core.turns.next(name, async () => {
      await this.#core.workspaces.refresh(name);
      const log = await this.#core.current(name);
      await log.idle();
      const before = log.durable;
      const { settings, ...state } = next(before);
      await this.#core.contents.save(state.base, settings.dialect);
      const fresh = freshWorkspace({ settings, ...state }, this.#core.options.clock.now());
      const made = await this.#core.changeCatalog(async (unit) => {
        if (unit.parts.workspaces.get(name)?.generation !== before.generation)
          throw new WorkspaceReset(name);
        if (start !== undefined) unit.put(startPatch(start));
        return this.#putNew(unit, fresh, snapshotOf(fresh));
      });
      this.#core.workspaces.adopt(made);
      await this.#core.engine.save(log.name, null).catch(() => {});
    });
  }

  /** What can't be deleted now is not needed any more, and goes at the next start. */
  async #drop(name: string, log: string): Promise<void> {
    this.#core.use.forget(name);
    this.#core.workspaces.forget(name);
    await this.#core.engine.save(log, null).catch(() => {});
  }
}

function snapshotOf({ version }: Pick<WorkspaceState, 'version'>): Snapshot {
  return { version, patches: [] };
}
