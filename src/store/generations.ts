/**
 * Finds the current generation of a workspace (a reset starts the next), and runs units of work on it.
 * Records the use of workspaces and finds those that have expired.
 */
import type { Clock } from '../ports/clock.ts';
import { CATALOG, listNames, type CatalogUnit } from './catalog.ts';
import { Conflict } from './engine.ts';
import { getWorkspaceName, StoreUnavailable, UnknownWorkspace, WorkspaceReset } from './store.ts';
import { DEFAULT_WORKSPACE, type WorkspaceLimits, type WorkspaceRef } from './store.ts';
import { UnitOfWork, View } from './view.ts';
import type { WorkspaceState } from './workspace-state.ts';
import type { WorkspaceLog, Workspaces } from './workspaces.ts';

/** The number of conflicts with other processes after which a unit of work is refused. */
const MAX_TRIES = 200;
/** After this fraction of the idle timeout, the use of a workspace is written to the shared catalog again. */
const SHARED_FRACTION = 0.01;

export class Generations {
  readonly #workspaces: Workspaces;
  readonly #limits: WorkspaceLimits;
  readonly #clock: Clock;
  /** When this process last used each workspace, in milliseconds of wall time; in the order of use. */
  readonly #uses = new Map<string, number>();

  constructor(workspaces: Workspaces, workspaceLimits: WorkspaceLimits, clock: Clock) {
    this.#workspaces = workspaces;
    this.#limits = workspaceLimits;
    this.#clock = clock;
    workspaces.endListeners.add(({ name }) => {
      if (workspaces.findLoaded(name) === undefined) this.#uses.delete(name);
    });
  }

  /**
   * Returns the workspace with the changes of other processes. A `WorkspaceId` comes from `Store.open`, which
   * has already read these changes in this request.
   */
  async openCurrent(workspace: WorkspaceRef): Promise<WorkspaceLog> {
    const name = getWorkspaceName(workspace);
    if (typeof workspace === 'string' || this.#workspaces.isOutdated(name))
      await this.#workspaces.refresh(name);
    return this.openLastKnown(workspace);
  }

  /** Returns the workspace in the state that this process last read. @throws UnknownWorkspace, WorkspaceReset */
  async openLastKnown(workspace: WorkspaceRef): Promise<WorkspaceLog> {
    const name = getWorkspaceName(workspace);
    const log = await this.#workspaces.find(name);
    if (log === undefined || this.hasExpired(name)) throw new UnknownWorkspace(name);
    const { generation } = log.durable.head;
    if (typeof workspace !== 'string' && workspace.generation !== generation)
      throw new WorkspaceReset(name);
    return log;
  }

  createView({ durable }: WorkspaceLog): View {
    return new View({ state: durable }, this.#clock.now(), this.getExpiry(durable.settings.name));
  }

  async write<Result>(
    workspace: WorkspaceRef,
    work: (unit: UnitOfWork) => Promise<Result>,
  ): Promise<Result> {
    const name = getWorkspaceName(workspace);
    await this.openCurrent(workspace);
    return this.#runOnCurrent(workspace, (log) =>
      log.run(async (unit) => {
        await this.#requireCurrent(log, workspace);
        return work(new UnitOfWork(unit, this.#clock.now(), this.getExpiry(name)));
      }),
    );
  }

  /** Runs work that deletes or replaces the current generation. */
  end(name: string, work: (before: WorkspaceState) => Promise<void>): Promise<void> {
    return this.#runOnCurrent(name, (log) =>
      log.end(async () => {
        await this.#workspaces.refresh(name);
        await this.#requireCurrent(log, name);
        await work(log.durable);
      }),
    );
  }

  #runOnCurrent<Result>(
    workspace: WorkspaceRef,
    run: (log: WorkspaceLog) => Promise<Result>,
  ): Promise<Result> {
    const name = getWorkspaceName(workspace);
    return this.#retry(name, async () =>
      run(this.#workspaces.findLoaded(name) ?? (await this.openLastKnown(workspace))),
    );
  }

  /** @throws Conflict if the generation has ended, so that the work must run on the next generation */
  async #requireCurrent(log: WorkspaceLog, workspace: WorkspaceRef): Promise<void> {
    if ((await this.openLastKnown(workspace)) !== log) throw new Conflict();
  }

  changeCatalog<Result>(work: (unit: CatalogUnit) => Promise<Result>): Promise<Result> {
    return this.#retry(CATALOG, () => this.#workspaces.catalog.run(work));
  }

  /** Repeats a unit of work on the newer state if another process was faster. */
  async #retry<Result>(name: string, run: () => Promise<Result>): Promise<Result> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await run();
      } catch (error) {
        if (!(error instanceof Conflict)) throw error;
        if (tries === MAX_TRIES) {
          const reason = 'other processes keep changing the workspace';
          throw new StoreUnavailable(reason, { cause: error });
        }
      }
      await this.#workspaces.refresh(name);
    }
  }

  /** Restarts the idle timeout of a workspace. Other processes see this only if the store is available. */
  async touch(name: string): Promise<void> {
    this.recordUse(name);
    if (!this.shouldShareUse(name)) return;
    try {
      await this.changeCatalog(async (unit) => {
        const exists = unit.state.parts.workspaces.get(name) !== undefined;
        if (exists) unit.put('uses', name, this.#clock.now());
      });
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
    }
  }

  /** Restarts the idle timeout of a workspace in this process. */
  recordUse(name: string): void {
    if (this.#getIdleTimeout(name) === null) return;
    this.#uses.delete(name);
    this.#uses.set(name, this.#clock.now());
  }

  /** Returns whether to write a use to the shared catalog. Not every use is written: expiry need not be exact. */
  shouldShareUse(name: string): boolean {
    const timeout = this.#getIdleTimeout(name);
    if (timeout === null || !this.#workspaces.isShared) return false;
    return this.#clock.now() - (this.#getSharedUse(name) ?? -Infinity) > timeout * SHARED_FRACTION;
  }

  /** Returns when a workspace expires, in milliseconds of wall time; null for never. */
  getExpiry(name: string): number | null {
    const timeout = this.#getIdleTimeout(name);
    const ownUse = this.#uses.get(name) ?? -Infinity;
    const lastUse = Math.max(ownUse, this.#getSharedUse(name) ?? -Infinity);
    return timeout === null || lastUse === -Infinity ? null : lastUse + timeout;
  }

  /** Returns whether a workspace has expired. A workspace with a waiting request has not. */
  hasExpired(name: string): boolean {
    return this.#isIdle(name) && !this.#workspaces.isWatched(name);
  }

  /** Returns the expired workspaces, except those that are being written to. */
  listExpired(): string[] {
    const { catalog, isShared } = this.#workspaces;
    const candidates = isShared ? listNames(catalog.durable) : this.#listIdle();
    const isBusy = (name: string) => this.#workspaces.findLoaded(name)?.isBusy === true;
    return candidates.filter((name) => this.hasExpired(name) && !isBusy(name));
  }

  /** Returns the idle workspaces of this process: `#uses` is in the order of use, so they are the first. */
  #listIdle(): string[] {
    const names = [...this.#uses.keys()];
    const firstInUse = names.findIndex((name) => !this.#isIdle(name));
    return firstInUse === -1 ? names : names.slice(0, firstInUse);
  }

  #isIdle(name: string): boolean {
    return (this.getExpiry(name) ?? Infinity) <= this.#clock.now();
  }

  #getSharedUse(name: string): number | undefined {
    return this.#workspaces.catalog.durable.parts.uses.get(name);
  }

  #getIdleTimeout(name: string): number | null {
    return name === DEFAULT_WORKSPACE ? null : this.#limits.idleTimeout;
  }
}
