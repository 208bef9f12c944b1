import type { Clock } from '../ports/clock.ts';
import { joinSignals } from '../ports/joined-signals.ts';
import { CATALOG, CatalogUnit } from './catalog.ts';
import { Conflict } from './engine.ts';
import type { Entry } from './engine.ts';
import type { LastUse } from './last-use.ts';
import type { Log } from './log.ts';
import type { PartState, Table } from './part-table.ts';
import { nameOf, StoreUnavailable, UnknownWorkspace, WorkspaceReset } from './store.ts';
import type { OpenedWorkspace, WorkspaceRef } from './store.ts';
import { Turns } from './turns.ts';
import { UnitOfWork } from './unit-of-work.ts';
import { View } from './view.ts';
import type { WorkspaceState } from './workspace-state.ts';
import type { WorkspaceLog, Workspaces } from './workspaces.ts';

/** The turn of changes of the catalog; no workspace has this name. */
const CATALOG_TURN = '';
/** A unit of work that loses this many times against other processes is refused. */
const MOST_TRIES = 200;

/** The outcome of a unit of work, which may be returned once `settled` resolves. */
interface Attempt<Result> {
  readonly outcome: { readonly result: Result } | { readonly error: unknown };
  readonly settled: Promise<void>;
}

/** Reads and units of work on workspaces, and units of work on the catalog. */
export class UnitRunner {
  /** Units of work of one workspace run one at a time; those of two do not wait for each other. */
  readonly turns = new Turns();
  readonly #workspaces: Workspaces;
  readonly #use: LastUse;
  readonly #clock: Clock;

  constructor(workspaces: Workspaces, use: LastUse, clock: Clock) {
    this.#workspaces = workspaces;
    this.#use = use;
    this.#clock = clock;
  }

  async open(name: string): Promise<OpenedWorkspace> {
    try {
      await this.#workspaces.refresh(name);
    } catch (error) {
      // The last known state is enough to respond; reads and writes are refused.
      const isKnown = this.#workspaces.known(name) !== undefined;
      if (!(error instanceof StoreUnavailable) || !isKnown) throw error;
    }
    const { durable } = await this.current(name);
    await this.touch(name);
    const { settings, base, now, faults, chaos } = this.#view(durable);
    return { name, generation: durable.generation, settings, base, now, faults, chaos };
  }

  async read<Result>(
    workspace: WorkspaceRef,
    read: (view: View) => Promise<Result>,
  ): Promise<Result> {
    await this.#catchUp(workspace);
    return read(this.#view((await this.current(workspace)).durable));
  }

  async write<Result>(
    workspace: WorkspaceRef,
    work: (unit: UnitOfWork) => Promise<Result>,
  ): Promise<Result> {
    const name = nameOf(workspace);
    await this.#catchUp(workspace);
    return this.#atomic(name, name, async () => {
      const log = await this.current(workspace);
      const unit = new UnitOfWork(log.latest, this.#clock.now(), this.#use.expiresAt(name));
      return attempt(log, unit, work(unit));
    });
  }

  async watch(name: string, signal: AbortSignal): Promise<void> {
    // Who waits uses a workspace, but does not bring back one that has expired.
    if (this.#workspaces.known(name) !== undefined) this.#checkExpiry(name);
    const failed = new AbortController();
    const joined = joinSignals(signal, failed.signal);
    // It waits from now on: what changes while the workspace is read is not missed.
    const changed = this.#workspaces.watchers.wait(name, joined.signal).finally(joined.release);
    try {
      await this.#catchUp(name);
      await this.current(name);
    } catch (error) {
      failed.abort();
      throw error;
    }
    await changed;
    if (this.#workspaces.known(name) !== undefined) await this.touch(name);
  }

  #view(state: WorkspaceState): View {
    return new View(state, this.#clock.now(), this.#use.expiresAt(state.settings.name));
  }

  /** Reads changes of other processes, unless the generation was opened after them. */
  async #catchUp(workspace: WorkspaceRef): Promise<void> {
    const name = nameOf(workspace);
    if (typeof workspace === 'string' || this.#workspaces.isOutdated(name))
      await this.#workspaces.refresh(name);
  }

  async current(workspace: WorkspaceRef): Promise<WorkspaceLog> {
    const name = nameOf(workspace);
    const log = await this.#workspaces.find(name);
    if (log === undefined) throw new UnknownWorkspace(name);
    this.#checkExpiry(name);
    const { generation } = log.durable;
    if (typeof workspace !== 'string' && workspace.generation !== generation)
      throw new WorkspaceReset(name);
    return log;
  }

  /** Runs an attempt in its turn; again, on the newer state, where another process was faster. */
  async #atomic<Result>(
    turn: string,
    name: string,
    run: () => Promise<Attempt<Result>>,
  ): Promise<Result> {
    for (let tries = 1; ; tries += 1) {
      const { outcome, settled } = await this.turns.next(turn, run);
      try {
        await settled;
      } catch (error) {
        if (!(error instanceof Conflict)) throw error;
        if (tries === MOST_TRIES) {
          const reason = 'other processes keep changing the workspace';
          throw new StoreUnavailable(reason, { cause: error });
        }
        await this.#workspaces.refresh(name);
        continue;
      }
      if ('result' in outcome) return outcome.result;
      throw outcome.error;
    }
  }

  changeCatalog<Result>(work: (unit: CatalogUnit) => Promise<Result>): Promise<Result> {
    return this.#atomic(CATALOG_TURN, CATALOG, () => {
      const { catalog } = this.#workspaces;
      const unit = new CatalogUnit(catalog.latest);
      return attempt(catalog, unit, work(unit));
    });
  }

  async touch(name: string): Promise<void> {
    this.#use.touch(name);
    if (!this.#use.isNews(name)) return;
    await this.changeCatalog(async (unit) => unit.put('uses', name, this.#clock.now()));
  }

  /** Who waits for something to happen in a workspace uses it. */
  hasExpired(name: string): boolean {
    return !this.#workspaces.watchers.has(name) && this.#use.hasExpired(name);
  }

  #checkExpiry(name: string): void {
    if (this.hasExpired(name)) throw new UnknownWorkspace(name);
  }
}

/** Runs a unit of work on the latest state of a log and appends its entry. */
async function attempt<Rules extends Table, State extends PartState<Rules>, Result>(
  log: Log<Rules, State>,
  unit: { readonly entry: Entry | undefined; readonly result: State },
  work: Promise<Result>,
): Promise<Attempt<Result>> {
  const { latest } = log;
  try {
    const outcome = { result: await work };
    return { outcome, settled: log.append(latest, unit.entry, unit.result) };
  } catch (error) {
    return { outcome: { error }, settled: log.append(latest, undefined, latest) };
  }
}
