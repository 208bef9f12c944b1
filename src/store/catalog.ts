/** The log of the store itself: which workspaces there are, and what the store was created with. */
import { baseLog, dialectLog } from './contents.ts';
import type { Contents } from './contents.ts';
import { allPatches, emptyMaps, ONLY, part, patched } from './parts.ts';
import type { MapsOf } from './parts.ts';
import type { Patch, Read, Snapshot } from './engine.ts';
import type { StoreStart } from './store.ts';
import type { WorkspaceState } from './workspace-state.ts';

export const CATALOG = 'catalog';

/** What a workspace is before its log begins. Base and dialect are named by their logs. */
export interface Head extends Pick<
  WorkspaceState,
  'generation' | 'startClock' | 'startChaos' | 'loadedAt'
> {
  /** The log of its entries: its name, its generation, and who created it where several processes can. */
  readonly log: string;
  readonly seed: number;
  readonly base: string;
  readonly dialect: string;
  readonly clockStart: number | null;
}

interface StoredStart extends Pick<StoreStart, 'scenario' | 'seed' | 'chaos'> {
  readonly base: string;
  readonly dialect: string;
  readonly clockStart: number | null;
}

export const catalogParts = {
  start: part<StoredStart>(),
  /** By name, in the order in which they were created. */
  workspaces: part<Head>(),
  /** When each was last used, in milliseconds of wall time. Only where processes share the store. */
  uses: part<number>(),
};

export interface CatalogState {
  readonly version: number;
  readonly parts: MapsOf<typeof catalogParts>;
}

export const emptyCatalog: CatalogState = { version: 0, parts: emptyMaps(catalogParts) };

export function catalogAfter(before: CatalogState, { snapshot, entries }: Read): CatalogState {
  const from =
    snapshot === undefined
      ? before.parts
      : patched(catalogParts, emptyCatalog.parts, snapshot.patches);
  const patches = entries.flatMap((entry) => entry.patches);
  const version = entries.at(-1)?.version ?? snapshot?.version ?? before.version;
  return { version, parts: patched(catalogParts, from, patches) };
}

export function catalogSnapshot({ version, parts }: CatalogState): Snapshot {
  return { version, patches: { [Symbol.iterator]: () => allPatches(catalogParts, parts) } };
}

/** The logs that a catalog needs. */
export function neededLogs({ parts }: CatalogState): Set<string> {
  const start = parts.start.get(ONLY);
  const needed = new Set([CATALOG, ...(start === undefined ? [] : [start.base, start.dialect])]);
  for (const [, { log, base, dialect }] of parts.workspaces.entries()) {
    for (const each of [log, base, dialect]) needed.add(each);
  }
  return needed;
}

export function headOf(log: string, state: WorkspaceState): Head {
  const { generation, settings, base, clockStart, startClock, startChaos, loadedAt } = state;
  return {
    log,
    generation,
    seed: settings.seed,
    base: baseLog(base),
    dialect: dialectLog(settings.dialect),
    clockStart: clockStart ?? null,
    startClock,
    startChaos,
    loadedAt,
  };
}

export function startPatch({ base, dialect, clockStart, ...start }: StoreStart): Patch {
  const value: StoredStart = {
    ...start,
    base: baseLog(base),
    dialect: dialectLog(dialect),
    clockStart: clockStart ?? null,
  };
  return { part: 'start', key: ONLY, value };
}

export async function startIn(
  { parts }: CatalogState,
  contents: Contents,
): Promise<StoreStart | undefined> {
  const stored = parts.start.get(ONLY);
  if (stored === undefined) return undefined;
  return {
    ...stored,
    base: await contents.base(stored.base),
    dialect: await contents.dialect(stored.dialect),
    clockStart: stored.clockStart ?? undefined,
  };
}
