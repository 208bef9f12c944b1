import type { Clock } from '../ports/clock.ts';
import type { StoreHealth } from '../contract/control-words.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { Keeper } from './keeper.ts';
import { LastUse } from './last-use.ts';
import type { Base } from './state.ts';
import {
  nameOf,
  UnknownWorkspace,
  WorkspaceExists,
  WorkspaceLimit,
  WorkspaceReset,
} from './store.ts';
import type {
  HeldWorkspace,
  NewWorkspace,
  OpenedWorkspace,
  Store,
  StoreStart,
  Tenancy,
  Topic,
  UnitOfWork,
  View,
  WorkspaceRef,
} from './store.ts';
import { Turns } from './turns.ts';
import { Watchers } from './watchers.ts';
import { asStarted, freshWorkspace, reloaded } from './workspace-state.ts';
import type { NewState, WorkspaceState } from './workspace-state.ts';
import { WorkspaceUnit } from './workspace-unit.ts';
import { WorkspaceView } from './workspace-view.ts';

/** What makes the store itself has its turns under a name that no workspace has. */
const NO_WORKSPACE = '';

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
  #incarnations: number;

  constructor(keeper: Keeper, clock: Clock, tenancy: Tenancy) {
    this.#keeper = keeper;
    this.#clock = clock;
    this.#tenancy = tenancy;
    this.#use = new LastUse(tenancy, clock);
    this.#incarnations = keeper.incarnations;
    for (const name of keeper.states.keys()) this.#use.touch(name);
  }

  async start(): Promise<StoreStart | undefined> {
    return this.#keeper.start;
  }

  begin(start: StoreStart): Promise<StoreStart> {
    return this.#turns.next(NO_WORKSPACE, async () => {
      const { permanent } = this.#tenancy;
      if (this.#keeper.start === undefined) await this.#keeper.putStart(start);
      const begun = this.#keeper.start ?? start;
      if (!this.#keeper.isTaken(permanent)) await this.create({ ...begun, name: permanent });
      return begun;
    });
  }

  async restart(base: Base): Promise<void> {
    const { permanent } = this.#tenancy;
    const start = this.#keeper.start;
    if (start === undefined) throw new UnknownWorkspace(permanent);
    await this.load(permanent, base, start.dialect);
    await this.#keeper.putStart({ ...start, base });
  }

  async clear(): Promise<void> {
    const gone = [...this.#keeper.states.values()];
    await this.#keeper.clear();
    for (const state of gone) this.#hasGone(state);
  }

  health(): Promise<StoreHealth> {
    return this.#keeper.health();
  }

  async open(name: string): Promise<OpenedWorkspace> {
    const state = this.#state(name);
    this.#use.touch(name);
    const { settings, base, now, faults, chaos } = this.#view(state);
    return { name, incarnation: state.incarnation, settings, base, now, faults, chaos };
  }

  create({ name, seed, dialect, base, clockStart, chaos = 'off' }: NewWorkspace): Promise<void> {
    const settings = { name, seed, dialect };
    return this.#make(name, () =>
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
      await this.#drop(this.#latest(name));
    });
  }

  async names(): Promise<readonly string[]> {
    return [...this.#keeper.states.keys()].filter((name) => !this.#hasExpired(name));
  }

  load(name: string, base: Base, dialect: Dialect): Promise<void> {
    return this.#replace(name, (state) => {
      if (state.settings.dialect !== dialect) throw new WorkspaceReset(name);
      return reloaded(state, base);
    });
  }

  reset(name: string): Promise<void> {
    return this.#replace(name, asStarted);
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

  async write<Result>(
    workspace: WorkspaceRef,
    work: (unit: UnitOfWork) => Promise<Result>,
  ): Promise<Result> {
    const name = nameOf(workspace);
    const { outcome, settled } = await this.#turns.next(name, async () => {
      const before = this.#latest(workspace);
      const unit = new WorkspaceUnit(before, this.#clock.now(), this.#use.expiresAt(name));
      const outcome = await outcomeOf(work(unit));
      const changes = 'result' in outcome && unit.result !== before;
      // The next unit builds on this one at once; what is told about either waits till it is kept.
      const settled = changes
        ? this.#keeper.keep(before, unit.result).then(() => this.#watchers.notify(name))
        : this.#keeper.settled(before);
      return { outcome, settled };
    });
    await settled;
    if ('result' in outcome) return outcome.result;
    throw outcome.error;
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

  /** What readers see. */
  #state(workspace: WorkspaceRef): WorkspaceState {
    return this.#checked(workspace, this.#keeper.states.get(nameOf(workspace)));
  }

  /** What the next change builds on. */
  #latest(workspace: WorkspaceRef): WorkspaceState {
    return this.#checked(workspace, this.#keeper.latest(nameOf(workspace)));
  }

  #checked(workspace: WorkspaceRef, state: WorkspaceState | undefined): WorkspaceState {
    const name = nameOf(workspace);
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
      await this.#keeper.make({ ...state, incarnation: this.#nextIncarnation() });
    });
  }

  #refuseAnother(name: string): void {
    const { taken } = this.#keeper;
    const { permanent, limit } = this.#tenancy;
    if (this.#keeper.isTaken(name)) throw new WorkspaceExists(name);
    const counted = this.#keeper.isTaken(permanent) ? taken - 1 : taken;
    if (name !== permanent && counted >= limit) throw new WorkspaceLimit(limit);
  }

  #replace(name: string, next: (before: WorkspaceState) => NewState): Promise<void> {
    return this.#turns.next(name, async () => {
      const before = this.#latest(name);
      const fresh = freshWorkspace(next(before), this.#clock.now());
      await this.#keeper.keep(before, { ...fresh, incarnation: this.#nextIncarnation() });
      this.#ends(before);
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
      const state = this.#keeper.latest(name);
      if (state !== undefined && this.#hasExpired(name)) await this.#drop(state);
    };
    const idle = this.#use.expired().filter((name) => name === own || !this.#turns.areTaken(name));
    await Promise.all(
      idle.map((name) =>
        name === own ? dropIfExpired(name) : this.#turns.next(name, () => dropIfExpired(name)),
      ),
    );
  }

  async #drop(state: WorkspaceState): Promise<void> {
    await this.#keeper.drop(state.settings.name);
    this.#hasGone(state);
  }

  #hasGone(state: WorkspaceState): void {
    const { name } = state.settings;
    this.#use.forget(name);
    this.#ends(state);
    this.#watchers.notify(name);
  }
}

type Outcome<Result> = { readonly result: Result } | { readonly error: unknown };

async function outcomeOf<Result>(work: Promise<Result>): Promise<Outcome<Result>> {
  try {
    return { result: await work };
  } catch (error) {
    return { error };
  }
}
