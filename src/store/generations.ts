/** Finds the current generation of a workspace, and runs units of work on it, one at a time. */
import type { Clock } from '../ports/clock.ts';
import { CATALOG } from './catalog.ts';
import type { CatalogUnit } from './catalog.ts';
import { Conflict } from './engine.ts';
import type { LastUse } from './last-use.ts';
import type { Attempt } from './log.ts';
import { Unit } from './part-table.ts';
import { nameOf, StoreUnavailable, UnknownWorkspace, WorkspaceReset } from './store.ts';
import type { WorkspaceRef } from './store.ts';
import { UnitOfWork, View } from './view.ts';
import type { WorkspaceState } from './workspace-state.ts';
import type { WorkspaceLog, Workspaces } from './workspaces.ts';

/** Conflicts with other processes after which a unit of work is refused. */
const MAX_TRIES = 200;

export class Generations {
  readonly #workspaces: Workspaces;
  readonly #use: LastUse;
  readonly #clock: Clock;

  constructor(workspaces: Workspaces, use: LastUse, clock: Clock) {
    this.#workspaces = workspaces;
    this.#use = use;
    this.#clock = clock;
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

  async read<Result>(
    workspace: WorkspaceRef,
    read: (view: View) => Promise<Result>,
  ): Promise<Result> {
    return read(this.view(await this.current(workspace)));
  }

  async write<Result>(
    workspace: WorkspaceRef,
    work: (unit: UnitOfWork) => Promise<Result>,
  ): Promise<Result> {
    const name = nameOf(workspace);
    await this.current(workspace);
    const find = () => this.lastSeen(workspace);
    return this.#retried(name, () =>
      this.#inTurn(workspace, find, async (log) => {
        const unit = new Unit(log.latest);
        const view = new UnitOfWork(unit, this.#clock.now(), this.#use.expiresAt(name));
        return log.attempt(unit, work(view));
      }),
    );
  }

  view({ durable }: WorkspaceLog): View {
    const expiresAt = this.#use.expiresAt(durable.settings.name);
    return new View({ state: durable }, this.#clock.now(), expiresAt);
  }

  /** Runs work that ends the current generation, once its writes are durable. */
  end(name: string, work: (before: WorkspaceState) => Promise<void>): Promise<void> {
    const find = () => this.current(name);
    return this.#inTurn(name, find, async (log) => {
      await log.idle();
      await work(log.durable);
    });
  }

  /** Runs work on a workspace, one at a time per workspace. @param find finds the current generation */
  async #inTurn<Result>(
    workspace: WorkspaceRef,
    find: () => Promise<WorkspaceLog>,
    work: (log: WorkspaceLog) => Promise<Result>,
  ): Promise<Result> {
    for (;;) {
      const log = this.#workspaces.known(nameOf(workspace)) ?? (await find());
      const done = await log.inTurn(async () =>
        (await find()) === log ? { result: await work(log) } : undefined,
      );
      // Otherwise the generation has ended.
      if (done !== undefined) return done.result;
    }
  }

  changeCatalog<Result>(work: (unit: CatalogUnit) => Promise<Result>): Promise<Result> {
    const { catalog } = this.#workspaces;
    return this.#retried(CATALOG, () =>
      catalog.inTurn(async () => {
        const unit = new Unit(catalog.latest);
        return catalog.attempt(unit, work(unit));
      }),
    );
  }

  /** Runs a unit of work; repeats it on the newer state if another process was faster. */
  async #retried<Result>(name: string, run: () => Promise<Attempt<Result>>): Promise<Result> {
    for (let tries = 1; ; tries += 1) {
      const { outcome, durable } = await run();
      try {
        await durable;
      } catch (error) {
        if (!(error instanceof Conflict)) throw error;
        if (tries === MAX_TRIES) {
          const reason = 'other processes keep changing the workspace';
          throw new StoreUnavailable(reason, { cause: error });
        }
        await this.#workspaces.refresh(name);
        continue;
      }
      if (outcome.status === 'rejected') throw outcome.reason;
      return outcome.value;
    }
  }

  /** Extends the idle time of a workspace. */
  async touch(name: string): Promise<void> {
    this.#use.touch(name);
    if (!this.#use.isNews(name)) return;
    await this.changeCatalog(async (unit) => unit.put('uses', name, this.#clock.now()));
  }

  /** A watched workspace is in use. */
  hasExpired(name: string): boolean {
    return !this.#workspaces.isWatched(name) && this.#use.hasExpired(name);
  }
}
