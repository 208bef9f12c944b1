import type { StoreHealth } from '../contract/control-words.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { joinSignals } from '../ports/joined-signals.ts';
import type { Base } from './base.ts';
import { CATALOG } from './catalog.ts';
import { Contents } from './contents.ts';
import type { Engine } from './engine.ts';
import { HeldWorkspaces } from './held-workspaces.ts';
import { Lifecycle } from './lifecycle.ts';
import { FOLDED_AT } from './log.ts';
import type { SharedCalls } from './shared-calls.ts';
import { CATALOG_TURN, outcomeOf, StoreCore } from './store-core.ts';
import type { LogStoreOptions } from './store-core.ts';
import { nameOf, StoreUnavailable } from './store.ts';
import type {
  HeldWorkspace,
  NewWorkspace,
  OpenedWorkspace,
  Store,
  StoreStart,
  Topic,
  UnitOfWork,
  View,
  WorkspaceRef,
} from './store.ts';
import { Watchers } from './watchers.ts';
import { WorkspaceUnit } from './workspace-unit.ts';

/** The store over any engine. */
export class LogStore implements Store {
  readonly calls?: SharedCalls;
  readonly #core: StoreCore;
  readonly #lifecycle: Lifecycle;
  readonly #onEnd: Set<(workspace: HeldWorkspace) => void>;

  static async open(engine: Engine, options: LogStoreOptions): Promise<LogStore> {
    const contents = new Contents(engine);
    const watchers = new Watchers();
    const onEnd = new Set<(workspace: HeldWorkspace) => void>();
    const workspaces = await HeldWorkspaces.open(engine, {
      contents,
      foldedAt: options.foldedAt ?? FOLDED_AT,
      events: {
        changed: (name) => watchers.notify(name),
        ended: (workspace) => {
          for (const ended of onEnd) ended(workspace);
        },
      },
    });
    return new LogStore(new StoreCore({ engine, options, contents, watchers, workspaces }), onEnd);
  }

  private constructor(core: StoreCore, onEnd: Set<(workspace: HeldWorkspace) => void>) {
    this.#core = core;
    this.#lifecycle = new Lifecycle(core);
    this.#onEnd = onEnd;
    const { shared } = core.engine;
    if (shared === undefined) {
      for (const { durable } of core.workspaces.held) core.use.touch(durable.settings.name);
      return;
    }
    this.calls = shared.calls;
    shared.onNews((log) => void this.#heard(log).catch(() => {}));
  }

  start(): Promise<StoreStart | undefined> {
    return this.#lifecycle.start();
  }

  begin(start: StoreStart): Promise<StoreStart> {
    return this.#lifecycle.begin(start);
  }

  restart(base: Base): Promise<void> {
    return this.#lifecycle.restart(base);
  }

  clear(): Promise<void> {
    return this.#lifecycle.clear();
  }

  create(workspace: NewWorkspace): Promise<void> {
    return this.#lifecycle.create(workspace);
  }

  fork(from: string, name: string): Promise<void> {
    return this.#lifecycle.fork(from, name);
  }

  delete(name: string): Promise<void> {
    return this.#lifecycle.delete(name);
  }

  load(name: string, base: Base, dialect: Dialect): Promise<void> {
    return this.#lifecycle.load(name, base, dialect);
  }

  reset(name: string): Promise<void> {
    return this.#lifecycle.reset(name);
  }

  health(): Promise<StoreHealth> {
    return this.#core.engine.health();
  }

  async open(name: string): Promise<OpenedWorkspace> {
    try {
      await this.#core.workspaces.refresh(name);
    } catch (error) {
      // What was last known is enough to tell how to respond; reads and writes are refused.
      if (!(error instanceof StoreUnavailable) || this.#core.workspaces.known(name) === undefined)
        throw error;
    }
    const { durable } = await this.#core.current(name);
    await this.#core.touch(name);
    const { settings, base, now, faults, chaos } = this.#core.view(durable);
    return { name, generation: durable.generation, settings, base, now, faults, chaos };
  }

  async names(): Promise<readonly string[]> {
    await this.#core.workspaces.refresh(CATALOG_TURN);
    const { workspaces } = this.#core.workspaces.catalog.durable.parts;
    return Array.from(workspaces.entries(), ([name]) => name).filter(
      (name) => !this.#core.hasExpired(name),
    );
  }

  async read<Result>(
    workspace: WorkspaceRef,
    read: (view: View) => Promise<Result>,
  ): Promise<Result> {
    return read(this.#core.view((await this.#core.fresh(workspace)).durable));
  }

  async write<Result>(
    workspace: WorkspaceRef,
    work: (unit: UnitOfWork) => Promise<Result>,
  ): Promise<Result> {
    const name = nameOf(workspace);
    if (this.#core.isStale(workspace)) await this.#core.workspaces.refresh(name);
    return this.#core.atomic(name, name, async () => {
      const log =
        this.#core.checked(workspace, this.#core.workspaces.known(name)) ??
        (await this.#core.current(workspace));
      const { latest } = log;
      const unit = new WorkspaceUnit(
        latest,
        this.#core.options.clock.now(),
        this.#core.expiresAt(name),
      );
      const outcome = await outcomeOf(work(unit));
      const { entry } = unit;
      const isChange = 'result' in outcome && entry !== undefined;
      return {
        outcome,
        settled: isChange ? log.append(latest, entry, unit.result) : log.settled(latest),
      };
    });
  }

  async watch(name: string, _topic: Topic, signal: AbortSignal): Promise<void> {
    // Who waits uses a workspace, but does not bring back one that has expired.
    this.#core.checked(name, this.#core.workspaces.known(name));
    const failed = new AbortController();
    const joined = joinSignals(signal, failed.signal);
    // It waits from now on: what changes while the workspace is read is not missed.
    const changed = this.#core.watchers.wait(name, joined.signal).finally(joined.release);
    try {
      await this.#core.fresh(name);
    } catch (error) {
      failed.abort();
      throw error;
    }
    await changed;
    if (this.#core.workspaces.known(name) !== undefined) await this.#core.touch(name);
  }

  onEnd(ended: (workspace: HeldWorkspace) => void): void {
    this.#onEnd.add(ended);
  }

  async close(): Promise<void> {
    const logs = [this.#core.workspaces.catalog, ...this.#core.workspaces.held];
    await Promise.all(logs.map((log) => log.idle()));
    await this.#core.engine.close();
  }

  async #heard(log: string | undefined): Promise<void> {
    const [name] = log?.split('.', 1) ?? [];
    this.#core.workspaces.fallBehind(name);
    // Those who wait look again, and what has ended is found out now. All else is read when it is used.
    if (name === undefined || name === CATALOG) await this.#core.workspaces.refresh(CATALOG_TURN);
    else if (this.#core.watchers.has(name)) await this.#core.workspaces.refresh(name);
    if (name === undefined)
      for (const each of this.#core.watchers.names()) this.#core.watchers.notify(each);
  }
}
