/** Finds the current generation of a workspace, until it expires, and runs units of work on it. */
import type { Clock } from '../ports/clock.ts';
import { CATALOG, namesIn } from './catalog.ts';
import type { CatalogUnit } from './catalog.ts';
import { Conflict } from './engine.ts';
import { nameOf, StoreUnavailable, UnknownWorkspace, WorkspaceReset } from './store.ts';
import type { Tenancy, WorkspaceRef } from './store.ts';
import { UnitOfWork, View } from './view.ts';
import type { WorkspaceState } from './workspace-state.ts';
import type { WorkspaceLog, Workspaces } from './workspaces.ts';

/** Conflicts with other processes after which a unit of work is refused. */
const MAX_TRIES = 200;
/** A use is shared with other processes once the last shared one is older than this fraction of the idle timeout. */
const SHARED_FRACTION = 0.01;

export class Generations {
  readonly #workspaces: Workspaces;
  readonly #tenancy: Tenancy;
  readonly #clock: Clock;
  /** When this process last used each workspace, in milliseconds of wall time; a use moves it to the end. */
  readonly #uses = new Map<string, number>();

  constructor(workspaces: Workspaces, tenancy: Tenancy, clock: Clock) {
    this.#workspaces = workspaces;
    this.#tenancy = tenancy;
    this.#clock = clock;
    workspaces.onEnd.add(({ name }) => {
      if (workspaces.known(name) === undefined) this.#uses.delete(name);
    });
  }

  /** Returns the workspace with the changes of other processes, unless the generation was opened after them. */
  async current(workspace: WorkspaceRef): Promise<WorkspaceLog> {
    const name = nameOf(workspace);
    if (typeof workspace === 'string' || this.#workspaces.isOutdated(name))
      await this.#workspaces.refresh(name);
    return this.lastSeen(workspace);
  }

  /** Returns the workspace as this process last saw it. @throws UnknownWorkspace, WorkspaceReset */
  async lastSeen(workspace: WorkspaceRef): Promise<WorkspaceLog> {
    const name = nameOf(workspace);
    const log = await this.#workspaces.find(name);
    if (log === undefined || this.hasExpired(name)) throw new UnknownWorkspace(name);
    const { generation } = log.durable.head;
    if (typeof workspace !== 'string' && workspace.generation !== generation)
      throw new WorkspaceReset(name);
    return log;
  }

  view({ durable }: WorkspaceLog): View {
    return new View({ state: durable }, this.#clock.now(), this.expiresAt(durable.settings.name));
  }

  async write<Result>(
    workspace: WorkspaceRef,
    work: (unit: UnitOfWork) => Promise<Result>,
  ): Promise<Result> {
    const name = nameOf(workspace);
    await this.current(workspace);
    return this.#onCurrent(workspace, (log) =>
      log.run(async (unit) => {
        await this.#expectCurrent(log, workspace);
        return work(new UnitOfWork(unit, this.#clock.now(), this.expiresAt(name)));
      }),
    );
  }

  /** Runs work that ends the current generation. */
  end(name: string, work: (before: WorkspaceState) => Promise<void>): Promise<void> {
    return this.#onCurrent(name, (log) =>
      log.end(async () => {
        await this.#workspaces.refresh(name);
        await this.#expectCurrent(log, name);
        await work(log.durable);
      }),
    );
  }

  #onCurrent<Result>(
    workspace: WorkspaceRef,
    run: (log: WorkspaceLog) => Promise<Result>,
  ): Promise<Result> {
    const name = nameOf(workspace);
    return this.#retried(name, async () =>
      run(this.#workspaces.known(name) ?? (await this.lastSeen(workspace))),
    );
  }

  /** @throws Conflict if the generation has ended, and the work has to run on the next one */
  async #expectCurrent(log: WorkspaceLog, workspace: WorkspaceRef): Promise<void> {
    if ((await this.lastSeen(workspace)) !== log) throw new Conflict();
  }

  changeCatalog<Result>(work: (unit: CatalogUnit) => Promise<Result>): Promise<Result> {
    return this.#retried(CATALOG, () => this.#workspaces.catalog.run(work));
  }

  /** Repeats a unit of work on the newer state if another process was faster. */
  async #retried<Result>(name: string, run: () => Promise<Result>): Promise<Result> {
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

  /** Extends the idle time of a workspace. */
  async touch(name: string): Promise<void> {
    this.recordUse(name);
    if (this.sharesUse(name))
      await this.changeCatalog(async (unit) => unit.put('uses', name, this.#clock.now()));
  }

  recordUse(name: string): void {
    if (this.#idleTimeout(name) === null) return;
    this.#uses.delete(name);
    this.#uses.set(name, this.#clock.now());
  }

  /** Returns whether to share a use now; not every one, since expiry need not be exact. */
  sharesUse(name: string): boolean {
    const timeout = this.#idleTimeout(name);
    if (timeout === null || !this.#workspaces.isShared) return false;
    return this.#clock.now() - (this.#sharedUse(name) ?? -Infinity) > timeout * SHARED_FRACTION;
  }

  /** Returns milliseconds of wall time; null for never. */
  expiresAt(name: string): number | null {
    const timeout = this.#idleTimeout(name);
    const last = Math.max(this.#uses.get(name) ?? -Infinity, this.#sharedUse(name) ?? -Infinity);
    return timeout === null || last === -Infinity ? null : last + timeout;
  }

  /** A watched workspace is in use. */
  hasExpired(name: string): boolean {
    return this.#isIdle(name) && !this.#workspaces.isWatched(name);
  }

  /** Returns the expired workspaces, except those that are being written to. */
  expired(): string[] {
    const { catalog, isShared } = this.#workspaces;
    const names: string[] = [];
    for (const name of isShared ? namesIn(catalog.durable) : this.#uses.keys()) {
      if (this.hasExpired(name) && this.#workspaces.known(name)?.isBusy !== true) names.push(name);
      // Those that follow were used later.
      else if (!isShared && !this.#isIdle(name)) break;
    }
    return names;
  }

  #isIdle(name: string): boolean {
    return (this.expiresAt(name) ?? Infinity) <= this.#clock.now();
  }

  #sharedUse(name: string): number | undefined {
    return this.#workspaces.catalog.durable.parts.uses.get(name);
  }

  #idleTimeout(name: string): number | null {
    return name === this.#tenancy.permanent ? null : this.#tenancy.unusedFor;
  }
}
