import type { Clock } from '../ports/clock.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { LastUse } from './last-use.ts';
import type { Base } from './state.ts';
import { UnknownWorkspace, WorkspaceExists, WorkspaceLimit, WorkspaceReset } from './store.ts';
import type {
  HeldWorkspace,
  NewWorkspace,
  OpenedWorkspace,
  Store,
  Tenancy,
  Topic,
  UnitOfWork,
  View,
  WorkspaceRef,
} from './store.ts';
import { Turns } from './turns.ts';
import { Watchers } from './watchers.ts';
import { freshWorkspace } from './workspace-state.ts';
import type { NewState, WorkspaceState } from './workspace-state.ts';
import { WorkspaceUnit } from './workspace-unit.ts';
import { WorkspaceView } from './workspace-view.ts';

/** Where an engine in memory puts the states it makes, so that they outlast it. */
export interface Keeper {
  readonly states: ReadonlyMap<string, WorkspaceState>;
  /** Shows the state at once; resolves when it is kept. */
  keep(name: string, state: WorkspaceState): Promise<void>;
  /** Shows it no more at once; resolves when it is gone. */
  drop(name: string): Promise<void>;
  close(): Promise<void>;
}

/** Workspaces in memory: a unit of work makes a new state and swaps it in. */
export class MemoryStore implements Store {
  readonly #keeper: Keeper;
  readonly #clock: Clock;
  readonly #tenancy: Tenancy;
  readonly #use: LastUse;
  /** Units of work of one workspace follow one another; those of two don't wait for each other. */
  readonly #turns = new Turns();
  readonly #watchers = new Watchers();
  readonly #onEnd = new Set<(workspace: HeldWorkspace) => void>();
  #incarnations = 0;

  constructor(keeper: Keeper, clock: Clock, tenancy: Tenancy) {
    this.#keeper = keeper;
    this.#clock = clock;
    this.#tenancy = tenancy;
    this.#use = new LastUse(tenancy, clock);
    for (const name of keeper.states.keys()) this.#use.touch(name);
  }

  async open(name: string): Promise<OpenedWorkspace> {
    const state = this.#state(name);
    this.#use.touch(name);
    const { settings, base, now, faults, chaos } = this.#view(state);
    return { name, incarnation: state.incarnation, settings, base, now, faults, chaos };
  }

  create({ base, clockStart, chaos = 'off', ...settings }: NewWorkspace): Promise<void> {
    return this.#make(settings.name, () =>
      freshWorkspace({ settings, base, clockStart, chaos }, this.#clock.now()),
    );
  }

  fork(from: string, name: string): Promise<void> {
    return this.#make(name, () => {
      const origin = this.#state(from);
      this.#use.touch(from);
      return { ...origin, settings: { ...origin.settings, name } };
    });
  }

  delete(name: string): Promise<void> {
    return this.#turns.next(name, async () => {
      this.#state(name);
      await this.#drop(name);
    });
  }

  async names(): Promise<readonly string[]> {
    return [...this.#keeper.states.keys()].filter((name) => !this.#hasExpired(name));
  }

  async has(name: string): Promise<boolean> {
    return this.#keeper.states.has(name) && !this.#hasExpired(name);
  }

  load(name: string, base: Base, dialect: Dialect): Promise<void> {
    return this.#replace(name, ({ settings, clockStart, chaos }) => {
      if (settings.dialect !== dialect) throw new WorkspaceReset(name);
      const hasClock = base.clock !== null || base.runtime !== null;
      return { settings, base, clockStart: hasClock ? undefined : clockStart, chaos };
    });
  }

  reset(name: string): Promise<void> {
    return this.#replace(name, (state) => state);
  }

  async read<Result>(
    workspace: WorkspaceRef,
    read: (view: View) => Promise<Result>,
  ): Promise<Result> {
    return read(this.#view(this.#state(workspace)));
  }

  async keptView(workspace: HeldWorkspace): Promise<View> {
    return this.#view(this.#state(workspace));
  }

  write<Result>(
    workspace: WorkspaceRef,
    work: (unit: UnitOfWork) => Promise<Result>,
  ): Promise<Result> {
    const name = nameOf(workspace);
    return this.#turns.next(name, async () => {
      const before = this.#state(workspace);
      const unit = new WorkspaceUnit(before, this.#clock.now(), this.#use.expiresAt(name));
      const result = await work(unit);
      if (unit.result !== before) {
        await this.#keeper.keep(name, unit.result);
        this.#watchers.notify(name);
      }
      return result;
    });
  }

  async watch(name: string, _topic: Topic, signal: AbortSignal): Promise<void> {
    this.#state(name);
    await this.#watchers.wait(name, signal);
    if (this.#keeper.states.has(name)) this.#use.touch(name);
  }

  onEnd(ended: (workspace: HeldWorkspace) => void): void {
    this.#onEnd.add(ended);
  }

  async close(): Promise<void> {
    await this.#keeper.close();
  }

  #view(state: WorkspaceState): WorkspaceView {
    const expiresAt = this.#use.expiresAt(state.settings.name);
    return new WorkspaceView(state, this.#clock.now(), expiresAt);
  }

  #state(workspace: WorkspaceRef): WorkspaceState {
    const name = nameOf(workspace);
    const state = this.#keeper.states.get(name);
    if (state === undefined || this.#hasExpired(name)) throw new UnknownWorkspace(name);
    const isOther = typeof workspace !== 'string' && workspace.incarnation !== state.incarnation;
    if (isOther) throw new WorkspaceReset(name);
    return state;
  }

  #make(name: string, first: () => Omit<WorkspaceState, 'incarnation'>): Promise<void> {
    return this.#turns.next(name, async () => {
      await this.#dropExpired(name);
      // From here to the keeping nothing is awaited, so that the limit holds.
      const state = first();
      this.#refuseAnother(name);
      this.#use.touch(name);
      await this.#keeper.keep(name, { ...state, incarnation: this.#nextIncarnation() });
    });
  }

  #refuseAnother(name: string): void {
    const { states } = this.#keeper;
    const { permanent, limit } = this.#tenancy;
    if (states.has(name)) throw new WorkspaceExists(name);
    const counted = states.has(permanent) ? states.size - 1 : states.size;
    if (name !== permanent && counted >= limit) throw new WorkspaceLimit(limit);
  }

  #replace(name: string, next: (before: NewState) => NewState): Promise<void> {
    return this.#turns.next(name, async () => {
      const before = this.#state(name);
      const { level: chaos } = before.startChaos.setting;
      const fresh = freshWorkspace(next({ ...before, chaos }), this.#clock.now());
      const kept = this.#keeper.keep(name, { ...fresh, incarnation: this.#nextIncarnation() });
      this.#ends(before);
      await kept;
      this.#watchers.notify(name);
    });
  }

  #ends({ settings: { name }, incarnation }: WorkspaceState): void {
    for (const ended of this.#onEnd) ended({ name, incarnation });
  }

  #nextIncarnation(): number {
    this.#incarnations += 1;
    return this.#incarnations;
  }

  /** Who waits for something to happen in a workspace uses it. */
  #hasExpired(name: string): boolean {
    return !this.#watchers.has(name) && this.#use.hasExpired(name);
  }

  /** @param own the workspace whose turn it is */
  async #dropExpired(own: string): Promise<void> {
    const dropIfExpired = async (name: string): Promise<void> => {
      if (this.#keeper.states.has(name) && this.#hasExpired(name)) await this.#drop(name);
    };
    const idle = this.#use.expired().filter((name) => name === own || !this.#turns.areTaken(name));
    await Promise.all(
      idle.map((name) =>
        name === own ? dropIfExpired(name) : this.#turns.next(name, () => dropIfExpired(name)),
      ),
    );
  }

  async #drop(name: string): Promise<void> {
    const before = this.#keeper.states.get(name);
    this.#use.forget(name);
    const dropped = this.#keeper.drop(name);
    if (before !== undefined) this.#ends(before);
    this.#watchers.notify(name);
    await dropped;
  }
}

function nameOf(workspace: WorkspaceRef): string {
  return typeof workspace === 'string' ? workspace : workspace.name;
}
