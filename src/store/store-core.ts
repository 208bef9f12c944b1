import { CatalogUnit } from './catalog-unit.ts';
import type { Contents } from './contents.ts';
import { Conflict } from './engine.ts';
import type { Engine, Patch } from './engine.ts';
import type { HeldWorkspaces, WorkspaceLog } from './held-workspaces.ts';
import { LastUse } from './last-use.ts';
import { nameOf, StoreUnavailable, UnknownWorkspace, WorkspaceReset } from './store.ts';
import type { WorkspaceRef } from './store.ts';
import type { StoreOptions } from './store-options.ts';
import { Turns } from './turns.ts';
import type { Watchers } from './watchers.ts';
import type { WorkspaceState } from './workspace-state.ts';
import { WorkspaceView } from './workspace-view.ts';

/** The turn of what changes the catalog; no workspace has this name. */
export const CATALOG_TURN = '';
/** A unit of work that loses this often against other processes is refused. */
const MOST_TRIES = 200;

export type LogStoreOptions = Pick<StoreOptions, 'clock' | 'tenancy' | 'foldedAt'>;

/** What a unit of work has come to, and the moment from which that can be told. */
interface Attempt<Result> {
  readonly outcome: Outcome<Result>;
  readonly settled: Promise<void>;
}
type Outcome<Result> = { readonly result: Result } | { readonly error: unknown };

interface CoreParts {
  readonly engine: Engine;
  readonly options: LogStoreOptions;
  readonly contents: Contents;
  readonly watchers: Watchers;
  readonly workspaces: HeldWorkspaces;
}

/** What all methods of a store need: workspaces as new as they must be, turns, conflicts, idle expiry. */
export class StoreCore {
  readonly engine: Engine;
  readonly options: LogStoreOptions;
  readonly contents: Contents;
  readonly watchers: Watchers;
  readonly workspaces: HeldWorkspaces;
  readonly use: LastUse;
  /** Units of work of one workspace follow one another; those of two don't wait for each other. */
  readonly turns = new Turns();

  constructor({ engine, options, contents, watchers, workspaces }: CoreParts) {
    this.engine = engine;
    this.options = options;
    this.contents = contents;
    this.watchers = watchers;
    this.workspaces = workspaces;
    this.use = new LastUse(options.tenancy, options.clock);
  }

  view(state: WorkspaceState): WorkspaceView {
    return new WorkspaceView(state, this.options.clock.now(), this.expiresAt(state.settings.name));
  }

  /** The workspace with all that was acknowledged before whoever asks began. */
  async fresh(workspace: WorkspaceRef): Promise<WorkspaceLog> {
    const name = nameOf(workspace);
    if (this.isStale(workspace)) await this.workspaces.refresh(name);
    return this.current(workspace);
  }

  /** Who holds a workspace has refreshed it. */
  isStale(workspace: WorkspaceRef): boolean {
    if (this.engine.shared === undefined) return false;
    return typeof workspace === 'string' || this.workspaces.isBehind(workspace.name);
  }

  async current(workspace: WorkspaceRef): Promise<WorkspaceLog> {
    const name = nameOf(workspace);
    const log = this.checked(workspace, await this.workspaces.find(name));
    if (log === undefined) throw new UnknownWorkspace(name);
    return log;
  }

  checked(workspace: WorkspaceRef, log: WorkspaceLog | undefined): WorkspaceLog | undefined {
    if (log === undefined) return undefined;
    const name = nameOf(workspace);
    if (this.hasExpired(name)) throw new UnknownWorkspace(name);
    const isOther =
      typeof workspace !== 'string' && workspace.generation !== log.durable.generation;
    if (isOther) throw new WorkspaceReset(name);
    return log;
  }

  /** Runs an attempt in its turn; again, on the newer state, where another process was faster. */
  async atomic<Result>(
    turn: string,
    name: string,
    attempt: () => Promise<Attempt<Result>>,
  ): Promise<Result> {
    for (let tries = 1; ; tries += 1) {
      const { outcome, settled } = await this.turns.next(turn, attempt);
      try {
        await settled;
      } catch (error) {
        if (!(error instanceof Conflict)) throw error;
        if (tries === MOST_TRIES) {
          throw new StoreUnavailable('other processes keep changing the workspace', {
            cause: error,
          });
        }
        await this.workspaces.refresh(name);
        continue;
      }
      if ('result' in outcome) return outcome.result;
      throw outcome.error;
    }
  }

  changeCatalog<Result>(work: (unit: CatalogUnit) => Promise<Result>): Promise<Result> {
    return this.atomic(CATALOG_TURN, CATALOG_TURN, async () => {
      const { catalog } = this.workspaces;
      const { latest } = catalog;
      const unit = new CatalogUnit(latest);
      const outcome = await outcomeOf(work(unit));
      const { entry } = unit;
      const isChange = 'result' in outcome && entry !== undefined;
      return {
        outcome,
        settled: isChange ? catalog.append(latest, entry, unit.result) : catalog.settled(latest),
      };
    });
  }

  expiresAt(name: string): number | null {
    return this.use.expiresAt(name, this.#sharedUse(name));
  }

  /** Who waits for something to happen in a workspace uses it. */
  hasExpired(name: string): boolean {
    return !this.watchers.has(name) && this.use.hasExpired(name, this.#sharedUse(name));
  }

  #sharedUse(name: string): number | undefined {
    return this.workspaces.catalog.durable.parts.uses.get(name);
  }

  async touch(name: string): Promise<void> {
    this.use.touch(name);
    if (this.engine.shared === undefined || !this.use.isNews(name, this.#sharedUse(name))) return;
    await this.changeCatalog(async (unit) => unit.put(this.useOf(name)));
  }

  useOf(name: string): Patch {
    return { part: 'uses', key: name, value: this.options.clock.now() };
  }
}

export async function outcomeOf<Result>(work: Promise<Result>): Promise<Outcome<Result>> {
  try {
    return { result: await work };
  } catch (error) {
    return { error };
  }
}
