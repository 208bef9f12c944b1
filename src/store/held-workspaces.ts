import { CATALOG, catalogAfter, catalogSnapshot, emptyCatalog, neededLogs } from './catalog.ts';
import type { CatalogState, Head } from './catalog.ts';
import type { CreatedWorkspace } from './catalog-unit.ts';
import type { Contents } from './contents.ts';
import type { Engine, Read, Snapshot } from './engine.ts';
import type { HeldWorkspace } from './held-workspace.ts';
import { Log } from './log.ts';
import { allPatches, emptyMaps, parts, patched } from './parts.ts';
import { startingParts } from './workspace-state.ts';
import type { WorkspaceState } from './workspace-state.ts';

export type WorkspaceLog = Log<WorkspaceState>;

export interface WorkspaceEvents {
  /** A later state of a workspace is durable, or the workspace is gone. */
  changed(name: string): void;
  /** A generation of a workspace is over. */
  ended(workspace: HeldWorkspace): void;
}

export interface WorkspaceOptions {
  readonly contents: Contents;
  readonly events: WorkspaceEvents;
  /** Bytes by which a log may outgrow its snapshot. */
  readonly foldedAt: number;
}

/** Of a shared engine: workspaces beyond these are read again when they are used. */
const MOST_HELD = 5000;
const NOTHING: Read = { entries: [], bytes: { entries: 0, snapshot: 0 } };

/** The catalog and the workspaces that are in memory, as new as this process has seen them. */
export class HeldWorkspaces {
  readonly catalog: Log<CatalogState>;
  readonly #engine: Engine;
  readonly #contents: Contents;
  readonly #events: WorkspaceEvents;
  readonly #foldedAt: number;
  readonly #held = new Map<string, WorkspaceLog>();
  readonly #loading = new Map<string, Promise<WorkspaceLog>>();
  readonly #behind = new Set<string>();
  #asked = new Set<string>();
  #lastRead: Promise<void> | undefined;
  #nextRead: Promise<void> | undefined;

  /** Reads the catalog, and of an engine that nobody shares all workspaces, so that damage shows at once. */
  static async open(engine: Engine, options: WorkspaceOptions): Promise<HeldWorkspaces> {
    const read = async () => (await engine.read(new Map([[CATALOG, -1]]))).get(CATALOG);
    let found = await read();
    if (found === undefined) {
      await engine.save(CATALOG, catalogSnapshot(emptyCatalog));
      found = (await read()) ?? NOTHING;
    }
    const held = new HeldWorkspaces(engine, options, found);
    if (engine.shared === undefined) {
      await held.#loadAll();
      await held.dropUnneeded();
    } else void held.dropUnneeded().catch(() => {});
    return held;
  }

  private constructor(engine: Engine, options: WorkspaceOptions, found: Read) {
    this.#engine = engine;
    this.#contents = options.contents;
    this.#events = options.events;
    this.#foldedAt = options.foldedAt;
    this.catalog = new Log(CATALOG, catalogAfter(emptyCatalog, found), found.bytes, {
      engine,
      foldedAt: options.foldedAt,
      snapshotOf: catalogSnapshot,
      advanced() {},
    });
  }

  /** A workspace as it was last seen; undefined for one that is unknown, or not in memory. */
  known(name: string): WorkspaceLog | undefined {
    const head = this.catalog.durable.parts.workspaces.get(name);
    const log = this.#held.get(name);
    return log?.durable.generation === head?.generation ? log : undefined;
  }

  /** The workspace as it was last seen, read where it is not in memory; undefined for an unknown one. */
  async find(name: string): Promise<WorkspaceLog | undefined> {
    const known = this.known(name);
    const head = this.catalog.durable.parts.workspaces.get(name);
    if (known !== undefined || head === undefined) return known;
    const { log } = head;
    const loading =
      this.#loading.get(log) ?? this.#load(name, head).finally(() => this.#loading.delete(log));
    this.#loading.set(log, loading);
    return loading;
  }

  /**
   * Makes what is known of a workspace at least as new as this moment. One read serves all who ask
   * before it begins, so that a crowd costs as much as one.
   */
  async refresh(name: string): Promise<void> {
    if (this.#engine.shared === undefined) return;
    this.#behind.delete(name);
    this.#asked.add(name);
    try {
      await (this.#nextRead ??= this.#readAsked());
    } catch (error) {
      this.#behind.add(name);
      throw error;
    }
  }

  /** Another process has changed a workspace, or any where none is named. */
  fallBehind(name: string | undefined): void {
    if (name !== undefined) {
      if (this.#held.has(name)) this.#behind.add(name);
    } else for (const each of this.#held.keys()) this.#behind.add(each);
  }

  /** Whether there are changes of others that this process has not seen. */
  isBehind(name: string): boolean {
    return this.#behind.has(name);
  }

  /** Takes a workspace whose head is durable in the catalog. */
  adopt({ log, state }: CreatedWorkspace): void {
    const { name } = state.settings;
    const before = this.#held.get(name);
    // Somebody has used it already.
    if (before?.durable.generation === state.generation) return;
    this.#held.set(name, this.#logOf(log, state, NOTHING));
    if (before !== undefined) this.#ends(before);
    this.#events.changed(name);
  }

  /** A workspace is no longer in the catalog. */
  forget(name: string): void {
    const log = this.#held.get(name);
    this.#held.delete(name);
    this.#behind.delete(name);
    if (log !== undefined) this.#ends(log);
    this.#events.changed(name);
  }

  get held(): Iterable<WorkspaceLog> {
    return this.#held.values();
  }

  /** Deletes what a crash has left: logs that the catalog does not need. */
  async dropUnneeded(): Promise<void> {
    const logs = await this.#engine.logs();
    await this.refresh(CATALOG);
    const needed = neededLogs(this.catalog.durable);
    for (const log of logs) if (!needed.has(log)) await this.#engine.save(log, null);
  }

  async #readAsked(): Promise<void> {
    await this.#lastRead?.catch(() => {});
    this.#lastRead = this.#nextRead;
    this.#nextRead = undefined;
    const asked = this.#asked;
    this.#asked = new Set();
    await this.#read(asked);
  }

  async #read(names: ReadonlySet<string>): Promise<void> {
    const held = [...names].flatMap((name) => this.known(name) ?? []);
    const versions = [this.catalog, ...held].map((log) => [log.name, log.durable.version] as const);
    const found = await this.#engine.read(new Map(versions));
    const news = found.get(CATALOG);
    if (news !== undefined) this.#advanceCatalog(news);
    for (const log of held) {
      const read = found.get(log.name);
      if (read !== undefined) log.advance(stateAfter(log.durable, read), read);
    }
  }

  #advanceCatalog(news: Read): void {
    const before = this.catalog.durable;
    this.catalog.advance(catalogAfter(before, news), news);
    const { workspaces } = this.catalog.durable.parts;
    const names =
      news.snapshot === undefined
        ? new Set(
            news.entries.flatMap(({ patches }) =>
              patches.flatMap(({ part, key }) => (part === 'workspaces' ? [key] : [])),
            ),
          )
        : [...this.#held.keys()];
    for (const name of names) {
      const log = this.#held.get(name);
      if (log?.durable.generation === workspaces.get(name)?.generation && log !== undefined)
        continue;
      this.forget(name);
    }
  }

  async #load(name: string, head: Head): Promise<WorkspaceLog> {
    const fresh = await this.#fresh(name, head);
    const found = await this.#engine.read(new Map([[head.log, 0]]));
    return this.#hold(head.log, fresh, found.get(head.log) ?? NOTHING);
  }

  async #loadAll(): Promise<void> {
    const heads = [...this.catalog.durable.parts.workspaces.entries()];
    const found = await this.#engine.read(new Map(heads.map(([, { log }]) => [log, 0])));
    for (const [name, head] of heads) {
      this.#hold(head.log, await this.#fresh(name, head), found.get(head.log) ?? NOTHING);
    }
  }

  async #fresh(name: string, { seed, clockStart, ...head }: Head): Promise<WorkspaceState> {
    const base = await this.#contents.base(head.base);
    const dialect = await this.#contents.dialect(head.dialect);
    const { generation, startClock, startChaos, loadedAt } = head;
    return {
      ...{ version: 0, generation, startClock, startChaos, loadedAt, base },
      settings: { name, seed, dialect },
      clockStart: clockStart ?? undefined,
      datedUsers: new WeakMap(),
      parts: startingParts(base),
    };
  }

  #hold(logName: string, fresh: WorkspaceState, read: Read): WorkspaceLog {
    const { name } = fresh.settings;
    const held = this.#held.get(name);
    if (held?.durable.generation === fresh.generation) return held;
    const log = this.#logOf(logName, stateAfter(fresh, read), read);
    if (this.catalog.durable.parts.workspaces.get(name)?.log !== logName) return log;
    this.#held.set(name, log);
    if (this.#engine.shared !== undefined && this.#held.size > MOST_HELD) {
      for (const oldest of this.#held.keys()) {
        this.#held.delete(oldest);
        break;
      }
    }
    return log;
  }

  #logOf(log: string, state: WorkspaceState, { bytes }: Read): WorkspaceLog {
    const { name } = state.settings;
    return new Log(log, state, bytes, {
      engine: this.#engine,
      foldedAt: this.#foldedAt,
      snapshotOf: workspaceSnapshot,
      advanced: () => this.#events.changed(name),
    });
  }

  #ends({ durable }: WorkspaceLog): void {
    this.#events.ended({ name: durable.settings.name, generation: durable.generation });
  }
}

export function workspaceSnapshot({ version, parts: maps }: WorkspaceState): Snapshot {
  return { version, patches: { [Symbol.iterator]: () => allPatches(parts, maps) } };
}

function stateAfter(before: WorkspaceState, { snapshot, entries }: Read): WorkspaceState {
  if (snapshot === undefined && entries.length === 0) return before;
  const from = snapshot === undefined ? before.parts : patched(parts, NO_PARTS, snapshot.patches);
  const patches = entries.flatMap((entry) => entry.patches);
  const version = entries.at(-1)?.version ?? snapshot?.version ?? before.version;
  return { ...before, version, parts: patched(parts, from, patches) };
}

const NO_PARTS = emptyMaps(parts);
