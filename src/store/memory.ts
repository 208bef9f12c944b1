import type { Clock } from '../ports/clock.ts';
import type { Base } from './state.ts';
import { UnknownWorkspace, WorkspaceExists } from './store.ts';
import type { NewWorkspace, Store, Topic, UnitOfWork, View } from './store.ts';
import { freshWorkspace } from './workspace-state.ts';
import type { WorkspaceState } from './workspace-state.ts';
import { WorkspaceUnit } from './workspace-unit.ts';
import { WorkspaceView } from './workspace-view.ts';

/** Where an engine in memory puts the states it makes, so that they outlast it. */
export interface Keeper {
  readonly states: ReadonlyMap<string, WorkspaceState>;
  /** Resolves once the state is kept. */
  keep(name: string, state: WorkspaceState): Promise<void>;
  drop(name: string): Promise<void>;
  close(): Promise<void>;
}

/** Units of work of one workspace follow one another; those of two don't wait for each other. */
interface Queue {
  last: Promise<unknown>;
}

/** Workspaces in memory: a unit of work makes a new state and swaps it in. */
export class MemoryStore implements Store {
  readonly #keeper: Keeper;
  readonly #clock: Clock;
  readonly #queues = new Map<string, Queue>();
  readonly #watchers = new Map<string, Set<() => void>>();

  constructor(keeper: Keeper, clock: Clock) {
    this.#keeper = keeper;
    this.#clock = clock;
  }

  create(workspace: NewWorkspace): Promise<void> {
    const { name, seed, dialect, base, clockStart } = workspace;
    return this.#inTurn(name, async () => {
      if (this.#keeper.states.has(name)) throw new WorkspaceExists(name);
      const state = freshWorkspace({ name, seed, dialect }, base, clockStart, this.#clock.now());
      await this.#keeper.keep(name, state);
    });
  }

  fork(from: string, name: string): Promise<void> {
    return this.#inTurn(name, async () => {
      const origin = this.#state(from);
      if (this.#keeper.states.has(name)) throw new WorkspaceExists(name);
      await this.#keeper.keep(name, { ...origin, settings: { ...origin.settings, name } });
    });
  }

  delete(name: string): Promise<void> {
    return this.#inTurn(name, async () => {
      this.#state(name);
      await this.#keeper.drop(name);
      this.#notify(name);
    });
  }

  async names(): Promise<readonly string[]> {
    return [...this.#keeper.states.keys()];
  }

  async has(name: string): Promise<boolean> {
    return this.#keeper.states.has(name);
  }

  load(name: string, base: Base): Promise<void> {
    return this.#replace(name, ({ settings, clockStart }) => {
      const start = base.clock === null ? clockStart : undefined;
      return freshWorkspace(settings, base, start, this.#clock.now());
    });
  }

  reset(name: string): Promise<void> {
    return this.#replace(name, ({ settings, base, clockStart }) =>
      freshWorkspace(settings, base, clockStart, this.#clock.now()),
    );
  }

  async read<Result>(name: string, read: (view: View) => Promise<Result>): Promise<Result> {
    return read(new WorkspaceView(this.#state(name), this.#clock.now()));
  }

  write<Result>(name: string, work: (unit: UnitOfWork) => Promise<Result>): Promise<Result> {
    return this.#inTurn(name, async () => {
      const before = this.#state(name);
      const unit = new WorkspaceUnit(before, this.#clock.now());
      const result = await work(unit);
      if (unit.result !== before) {
        await this.#keeper.keep(name, unit.result);
        this.#notify(name);
      }
      return result;
    });
  }

  async watch(name: string, _topic: Topic, signal: AbortSignal): Promise<void> {
    this.#state(name);
    if (signal.aborted) return;
    const watchers = this.#watchers.get(name) ?? new Set();
    this.#watchers.set(name, watchers);
    await new Promise<void>((resolve) => {
      const done = () => {
        watchers.delete(done);
        signal.removeEventListener('abort', done);
        resolve();
      };
      watchers.add(done);
      signal.addEventListener('abort', done, { once: true });
    });
    if (watchers.size === 0 && this.#watchers.get(name) === watchers) this.#watchers.delete(name);
  }

  async close(): Promise<void> {
    await this.#keeper.close();
  }

  #state(name: string): WorkspaceState {
    const state = this.#keeper.states.get(name);
    if (state === undefined) throw new UnknownWorkspace(name);
    return state;
  }

  #replace(name: string, next: (state: WorkspaceState) => WorkspaceState): Promise<void> {
    return this.#inTurn(name, async () => {
      await this.#keeper.keep(name, next(this.#state(name)));
      this.#notify(name);
    });
  }

  #inTurn<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const queue = this.#queues.get(name);
    const mine: Queue = queue ?? { last: Promise.resolve() };
    if (queue === undefined) this.#queues.set(name, mine);
    const result = queue === undefined ? work() : mine.last.then(work);
    const settled = result.then(ignore, ignore);
    mine.last = settled;
    void settled.then(() => {
      if (mine.last === settled) this.#queues.delete(name);
    });
    return result;
  }

  #notify(name: string): void {
    for (const done of [...(this.#watchers.get(name) ?? [])]) done();
  }
}

function ignore(): void {}
