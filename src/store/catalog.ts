/** The log of the store itself: its workspaces, and the settings that it was created with. */
import { getBaseLogName, getDialectLogName } from './contents.ts';
import { getJournalLogName } from './journal-logs.ts';
import { createEmptyMaps, definePart } from './part-table.ts';
import type { MapsOf, PartState, Unit } from './part-table.ts';
import { ONLY_KEY } from './parts.ts';
import { WorkspaceExists, WorkspaceLimit } from './errors.ts';
import { DEFAULT_WORKSPACE, type StoreSettings, type WorkspaceLimits } from './store.ts';
import type { Head } from './workspace-state.ts';

export const CATALOG = 'catalog';

/** The settings, with the names of the logs of base and dialect instead of their contents. */
interface StoredSettings extends Omit<StoreSettings, 'base' | 'dialect'> {
  readonly base: string;
  readonly dialect: string;
}

const catalogParts = {
  /** The settings of the store. The name `start` is part of the stored format. */
  start: definePart<StoredSettings>(),
  /** By name, in the order in which they were created. */
  workspaces: definePart<Head>(),
  /** The last use of each workspace, in milliseconds of wall time, if processes share the store. */
  uses: definePart<number>(),
};

export interface CatalogState extends PartState {
  readonly parts: MapsOf<typeof catalogParts>;
}

export type CatalogUnit = Unit<CatalogState>;

export const emptyCatalog: CatalogState = { version: 0, parts: createEmptyMaps(catalogParts) };

export function listNames({ parts }: CatalogState): string[] {
  return Array.from(parts.workspaces.entries(), ([name]) => name);
}

export function listNeededLogs({ parts }: CatalogState): Set<string> {
  const needed = new Set([CATALOG]);
  const settings = parts.start.get(ONLY_KEY);
  if (settings !== undefined) needed.add(settings.base).add(settings.dialect);
  for (const [name, head] of parts.workspaces.entries()) {
    needed.add(head.log).add(head.base).add(head.dialect);
    needed.add(getJournalLogName({ name, generation: head.generation }));
  }
  return needed;
}

export function putSettings(unit: CatalogUnit, settings: StoreSettings): void {
  const { base, dialect } = settings;
  const stored: StoredSettings = {
    ...settings,
    base: getBaseLogName(base),
    dialect: getDialectLogName(dialect),
  };
  unit.put('start', ONLY_KEY, stored);
}

/** A deleted workspace whose logs still exist. */
export type DeletedWorkspace = readonly [name: string, head: Head];

export function deleteWorkspaces(
  unit: CatalogUnit,
  names: readonly string[],
): readonly DeletedWorkspace[] {
  const deleted: DeletedWorkspace[] = [];
  for (const name of names) {
    const head = unit.state.parts.workspaces.get(name);
    if (head !== undefined) deleted.push([name, head]);
    unit.put('workspaces', name, null);
    unit.put('uses', name, null);
  }
  return deleted;
}

/** Checks that a workspace can be created. @throws WorkspaceExists or WorkspaceLimit */
export function requireRoom(unit: CatalogUnit, name: string, { limit }: WorkspaceLimits): void {
  const { workspaces } = unit.state.parts;
  if (workspaces.get(name) !== undefined) throw new WorkspaceExists(name);
  if (name === DEFAULT_WORKSPACE) return;
  const count = workspaces.size - (workspaces.get(DEFAULT_WORKSPACE) === undefined ? 0 : 1);
  if (count >= limit) throw new WorkspaceLimit(limit);
}
