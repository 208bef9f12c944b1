/** The log of the store itself: which workspaces exist, and what the store was created with. */
import { baseLog, dialectLog } from './contents.ts';
import type { Entry, Patch } from './engine.ts';
import { ONLY } from './parts.ts';
import { emptyMaps, part, patched } from './part-table.ts';
import type { PartState } from './part-table.ts';
import { journalLog } from './journal-logs.ts';
import { WorkspaceExists, WorkspaceLimit } from './store.ts';
import type { StoreStart, Tenancy } from './store.ts';
import type { WorkspaceState } from './workspace-state.ts';

export const CATALOG = 'catalog';

/** What a workspace is before its log begins. */
export interface Head extends Pick<
  WorkspaceState,
  'generation' | 'startClock' | 'startChaos' | 'loadedAt'
> {
  /** The log of its entries: its name, its generation, and who created it where several processes can. */
  readonly log: string;
  readonly seed: number;
  readonly clockStart?: number | undefined;
  /** The logs of base and dialect. */
  readonly base: string;
  readonly dialect: string;
}

/** Base and dialect are named by their logs. */
interface StoredStart extends Omit<StoreStart, 'base' | 'dialect'> {
  readonly base: string;
  readonly dialect: string;
}

export const catalogParts = {
  start: part<StoredStart>(),
  /** By name, in the order in which they were created. */
  workspaces: part<Head>(),
  /** When each was last used, in milliseconds of wall time. Only where processes share the store. */
  uses: part<number>(),
};

export type CatalogState = PartState<typeof catalogParts>;

export const emptyCatalog: CatalogState = { version: 0, parts: emptyMaps(catalogParts) };

/** The logs that a catalog needs. */
export function neededLogs({ parts }: CatalogState): Set<string> {
  const start = parts.start.get(ONLY);
  const needed = new Set([CATALOG, ...(start === undefined ? [] : [start.base, start.dialect])]);
  for (const [name, { generation, log, base, dialect }] of parts.workspaces.entries()) {
    for (const each of [log, base, dialect, journalLog({ name, generation })]) needed.add(each);
  }
  return needed;
}

/** A workspace that is in the catalog. */
export interface CreatedWorkspace {
  readonly log: string;
  readonly state: WorkspaceState;
}

/** A unit of work on the catalog. */
export class CatalogUnit {
  readonly #before: CatalogState;
  readonly #patches: Patch[] = [];
  parts: CatalogState['parts'];

  constructor(before: CatalogState) {
    this.#before = before;
    this.parts = before.parts;
  }

  get result(): CatalogState {
    return { version: this.#before.version + 1, parts: this.parts };
  }

  get entry(): Entry | undefined {
    if (this.#patches.length === 0) return undefined;
    return { version: this.#before.version + 1, patches: this.#patches };
  }

  put(part: keyof typeof catalogParts, key: string, value: unknown): void {
    this.#patches.push({ part, key, value });
    this.parts = patched(this.parts, [{ part, key, value }]);
  }

  putStart(start: StoreStart): void {
    const { base, dialect } = start;
    this.put('start', ONLY, { ...start, base: baseLog(base), dialect: dialectLog(dialect) });
  }

  /** Adds or replaces a workspace. The version of the catalog is its generation. */
  putWorkspace(fresh: Omit<WorkspaceState, 'generation'>, writer: string): CreatedWorkspace {
    const { settings, base, clockStart, startClock, startChaos, loadedAt } = fresh;
    const { name, seed, dialect } = settings;
    const generation = this.#before.version + 1;
    const log = `${name}.${generation}${writer}`;
    const logs = { log, base: baseLog(base), dialect: dialectLog(dialect) };
    const head = { generation, seed, clockStart, startClock, startChaos, loadedAt, ...logs };
    this.put('workspaces', name, head satisfies Head);
    return { log, state: { ...fresh, generation } };
  }

  /** @returns its head; undefined for an unknown workspace */
  deleteWorkspace(name: string): Head | undefined {
    const head = this.parts.workspaces.get(name);
    if (head !== undefined) this.put('workspaces', name, null);
    if (this.parts.uses.get(name) !== undefined) this.put('uses', name, null);
    return head;
  }

  /** @throws WorkspaceExists or WorkspaceLimit where no workspace of the name can be created */
  checkRoom(name: string, { permanent, limit }: Tenancy): void {
    const { workspaces } = this.parts;
    if (workspaces.get(name) !== undefined) throw new WorkspaceExists(name);
    const counted = workspaces.get(permanent) === undefined ? workspaces.size : workspaces.size - 1;
    if (name !== permanent && counted >= limit) throw new WorkspaceLimit(limit);
  }
}
