/** PostgreSQL: one store for any number of processes, on any number of machines. */
import type { StoreHealth } from '../../contract/control-words.ts';
import type { Dialect } from '../../dialect/dialect.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Pauses } from '../../ports/pauses.ts';
import type { Base } from '../state.ts';
import { nameOf, StoreUnavailable, WorkspaceReset } from '../store.ts';
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
} from '../store.ts';
import { Turns } from '../turns.ts';
import { Watchers } from '../watchers.ts';
import { WorkspaceView } from '../workspace-view.ts';
import { Announcements } from './announcements.ts';
import type { Announcement } from './announcements.ts';
import { Beginning } from './beginning.ts';
import { CallRows } from './call-rows.ts';
import { Database } from './database.ts';
import { DatabaseSeal } from './database-seal.ts';
import type { SealOptions } from './database-seal.ts';
import { HeldStates } from './held-states.ts';
import type { Held } from './held-states.ts';
import { KeptContent } from './kept-content.ts';
import { LastUses } from './last-uses.ts';
import { Looks } from './looks.ts';
import { migrate } from './migrations.ts';
import { SealedRows } from './sealed-rows.ts';
import { SeenWorkspaces } from './seen-workspaces.ts';
import { serverAddress } from './server-address.ts';
import { WorkspaceLives } from './workspace-lives.ts';
import { sweep } from './workspace-rows.ts';
import { Tenants } from './tenants.ts';
import { refusalToOpen, troubleOf } from './trouble.ts';
import { isOther, UnitBatches } from './unit-batches.ts';

export interface PostgresOptions extends SealOptions {
  readonly clock: Clock;
  readonly tenancy: Tenancy;
  readonly pauses: Pauses;
}

/** How long, in milliseconds, a call waits for the database where it can be told what was last known. */
const SHORT_PATIENCE = 500;

/**
 * Opens the store that a database holds, and brings its tables to the form that this version knows.
 *
 * @param setting `postgres://USER:PASSWORD@HOST:PORT/DATABASE?schema=NAME`
 * @throws StoreRefused where the database can't be reached, does not let us in, or has another key
 */
export async function postgresStore(setting: string, options: PostgresOptions): Promise<Store> {
  const address = serverAddress(setting);
  const database = new Database(address, options);
  let store: PostgresStore | undefined;
  try {
    const seal = new DatabaseSeal(address, options);
    const sealing = await database.patiently(async () => {
      await migrate(database.sql, address.schema, (db) => seal.make(db));
      return seal.open(database.sql);
    });
    const sealed = new SealedRows(sealing);
    store = new PostgresStore(database, { ...options, sealed, channel: address.schema });
    await store.listen();
  } catch (error) {
    await (store ?? database).close();
    const cause = error instanceof StoreUnavailable ? error.cause : error;
    throw refusalToOpen(cause, address.shown);
  }
  // What it leaves behind, the next start sweeps away.
  sweep(database.sql).catch(() => {});
  return store;
}

class PostgresStore implements Store {
  readonly calls: CallRows;
  readonly #database: Database;
  readonly #content: KeptContent;
  readonly #states: HeldStates;
  readonly #uses: LastUses;
  readonly #looks: Looks;
  readonly #seen: SeenWorkspaces;
  readonly #batches: UnitBatches;
  readonly #beginning: Beginning;
  readonly #tenants: Tenants;
  readonly #announcements: Announcements;
  /** What is asked for of one workspace, in this process, is done in that order. */
  readonly #turns = new Turns();
  readonly #watchers = new Watchers();
  readonly #onEnd = new Set<(workspace: HeldWorkspace) => void>();
  readonly #clock: Clock;

  constructor(
    database: Database,
    {
      clock,
      tenancy,
      pauses,
      channel,
      sealed,
    }: Pick<PostgresOptions, 'clock' | 'tenancy' | 'pauses'> & {
      readonly channel: string;
      readonly sealed: SealedRows;
    },
  ) {
    this.#database = database;
    this.#clock = clock;
    this.#content = new KeptContent(database, sealed);
    this.#uses = new LastUses(tenancy, clock);
    this.#looks = new Looks(database);
    this.#states = new HeldStates(
      { content: this.#content, sealed },
      {
        moved: (name) => this.#watchers.notify(name),
        ended: (workspace) => {
          for (const ended of this.#onEnd) ended(workspace);
        },
      },
    );
    const parts = { states: this.#states, uses: this.#uses, channel, sealed };
    this.#seen = new SeenWorkspaces(database, { ...parts, looks: this.#looks });
    this.#batches = new UnitBatches(database, { ...parts, turns: this.#turns });
    const lives = new WorkspaceLives(database, { ...parts, tenancy });
    const made = { ...parts, content: this.#content, lives };
    this.#beginning = new Beginning(database, { ...made, tenancy });
    this.#tenants = new Tenants(database, made);
    this.calls = new CallRows(database, { channel, sealed });
    this.#announcements = new Announcements(() => database.ownClient(), { channel, pauses });
  }

  listen(): Promise<void> {
    return this.#announcements.listen(
      (announcement) => this.#heard(announcement),
      () => {
        for (const name of this.#watchers.names()) this.#watchers.notify(name);
        this.calls.tell(undefined);
      },
    );
  }

  start(): Promise<StoreStart | undefined> {
    return this.#beginning.start();
  }

  begin(start: StoreStart): Promise<StoreStart> {
    return this.#beginning.begin(start);
  }

  restart(base: Base): Promise<void> {
    return this.#beginning.restart(base);
  }

  clear(): Promise<void> {
    return this.#beginning.clear();
  }

  async health(): Promise<StoreHealth> {
    try {
      await this.#database.checkWritable();
      return { engine: 'postgres', status: 'ok' };
    } catch (error) {
      const reason = troubleOf(error)?.reason ?? 'the database does not answer as it should';
      return { engine: 'postgres', status: 'unavailable', reason };
    }
  }

  /** While the database is away, what was last known is good enough to tell how to answer. */
  async open(name: string): Promise<OpenedWorkspace> {
    const known = this.#states.lastKnown(name);
    try {
      const held = await this.#seen.current(name, known && SHORT_PATIENCE);
      if (this.#uses.isNews(held)) await this.#tenants.touch(name);
      const opened = this.#opened(held);
      this.#seen.note(opened, held.version);
      return opened;
    } catch (error) {
      if (known === undefined || !(error instanceof StoreUnavailable)) throw error;
      return this.#opened(known);
    }
  }

  create(workspace: NewWorkspace): Promise<void> {
    return this.#tenants.create(workspace);
  }

  fork(from: string, name: string): Promise<void> {
    return this.#tenants.fork(from, name);
  }

  delete(name: string): Promise<void> {
    return this.#turns.next(name, () => this.#tenants.delete(name));
  }

  names(): Promise<readonly string[]> {
    return this.#tenants.names();
  }

  load(name: string, base: Base, dialect: Dialect): Promise<void> {
    return this.#turns.next(name, () => this.#tenants.load(name, base, dialect));
  }

  reset(name: string): Promise<void> {
    return this.#turns.next(name, () => this.#tenants.reset(name));
  }

  async read<Result>(
    workspace: WorkspaceRef,
    read: (view: View) => Promise<Result>,
  ): Promise<Result> {
    const held = this.#seen.asSeenBy(workspace) ?? (await this.#seen.current(nameOf(workspace)));
    if (isOther(workspace, held)) throw new WorkspaceReset(nameOf(workspace));
    return read(new WorkspaceView(held.state, this.#clock.now(), this.#uses.expiresAt(held)));
  }

  write<Result>(
    workspace: WorkspaceRef,
    work: (unit: UnitOfWork) => Promise<Result>,
  ): Promise<Result> {
    return this.#batches.run(nameOf(workspace), workspace, work);
  }

  async watch(name: string, _topic: Topic, signal: AbortSignal): Promise<void> {
    const failed = new AbortController();
    // It waits from now on: what changes while the workspace is looked for is not missed.
    const changed = this.#watchers.wait(name, AbortSignal.any([signal, failed.signal]));
    try {
      await this.#use(name);
    } catch (error) {
      failed.abort();
      throw error;
    }
    await changed;
    // Whoever waits for something to happen in a workspace uses it until then.
    await this.#use(name).catch(() => {});
  }

  onEnd(ended: (workspace: HeldWorkspace) => void): void {
    this.#onEnd.add(ended);
  }

  async close(): Promise<void> {
    await this.#announcements.close();
    await this.#database.close();
  }

  async #use(name: string): Promise<void> {
    const held = await this.#seen.current(name);
    if (this.#uses.isNews(held)) await this.#tenants.touch(name);
  }

  #opened({ state, ...rest }: Held): OpenedWorkspace {
    const { name } = state.settings;
    const view = new WorkspaceView(
      state,
      this.#clock.now(),
      this.#uses.expiresAt({ state, ...rest }),
    );
    const { settings, base, now, faults, chaos } = view;
    return { name, incarnation: state.incarnation, settings, base, now, faults, chaos };
  }

  #heard(announcement: Announcement): void {
    const { name, incarnation, version = 0, ended, journal } = announcement;
    if (journal !== undefined) {
      this.calls.tell({ name, incarnation: journal });
      return;
    }
    if (ended !== undefined) this.#states.end({ name, incarnation: ended });
    const known = this.#states.lastKnown(name);
    if (known === undefined) {
      this.#watchers.notify(name);
      return;
    }
    const isKnown = known.state.incarnation === incarnation && known.version >= version;
    if (isKnown) return;
    this.#seen.fallBehind(name);
    this.#watchers.notify(name);
  }
}
