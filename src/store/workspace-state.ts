/** A workspace: a shared base, and the parts that have changed since it was loaded. */
import type { Dialect } from '../dialect/dialect.ts';
import type { ClockSetting, User } from '../domain/records.ts';
import type { Base, NewWorkspace, WorkspaceSettings } from './base.ts';
import { createChaos, type Chaos } from './chaos-setting.ts';
import { getBaseLogName, getDialectLogName } from './contents.ts';
import { createEmptyMaps, applyPatches, type PartState } from './part-table.ts';
import { partRules, type PartMaps } from './parts.ts';

/** The data that stays the same in one generation: from a creation, load or reset to the next load or reset. */
export interface Head {
  /** Unique among all generations of the store. */
  readonly generation: number;
  /** The name of the log of its entries, such as `2.default.1`: generation, workspace, and writer with a counter. */
  readonly log: string;
  readonly seed: number;
  /** The logs of base and dialect. */
  readonly base: string;
  readonly dialect: string;
  /** The requested start of the clock; default: the clock of the base, otherwise the wall clock. */
  readonly clockStart?: number | undefined;
  /** The clock at the start of the generation. */
  readonly startClock: ClockSetting;
  /** Chaos at the start of the generation. */
  readonly startChaos: Chaos;
  /** When the base was loaded, by the workspace clock. */
  readonly loadedAt: string;
}

export interface WorkspaceState extends PartState {
  /** Equal for all states of one generation. */
  readonly head: Head;
  readonly settings: WorkspaceSettings;
  readonly base: Base;
  readonly parts: PartMaps;
  /** Cache of the users of the base, completed with the times that their scenario omits. */
  readonly datedUsers: WeakMap<object, User>;
}

/** Returns the head of a generation that the catalog has not numbered yet. */
export function createHead(
  { name, seed, dialect, base, clockStart, chaos = 'off' }: NewWorkspace,
  wallNow: number,
): Head {
  const { runtime } = base;
  const scenarioStart = base.clock === null ? undefined : Date.parse(base.clock);
  const start = clockStart ?? runtime?.clock.now ?? scenarioStart ?? wallNow;
  const scope = runtime?.draws ?? { seed, workspace: name };
  return {
    generation: 0,
    log: '',
    seed,
    base: getBaseLogName(base),
    dialect: getDialectLogName(dialect),
    clockStart,
    startClock:
      runtime?.clock.state === 'frozen'
        ? { state: 'frozen', at: start }
        : { state: 'running', offset: start - wallNow },
    startChaos: createChaos({ level: chaos }, { since: start, scope, dialect }),
    loadedAt: new Date(start).toISOString(),
  };
}

/** Returns a workspace before the first entry of its log. */
export function createFirstState(name: string, head: Head, base: Base, dialect: Dialect) {
  const settings = { name, seed: head.seed, dialect };
  const parts = startingParts.get(base) ?? applyPatches(noParts, base.parts);
  startingParts.set(base, parts);
  return { version: 0, head, settings, base, parts, datedUsers: new WeakMap() };
}

/** Returns the workspace to create at a reset: the same base and settings. */
export function planReset({ settings, base, head }: WorkspaceState): NewWorkspace {
  return { ...settings, base, clockStart: head.clockStart, chaos: head.startChaos.setting.level };
}

/** Returns the workspace to create when another base is loaded. If the base sets a clock, that clock applies. */
export function planLoad(state: WorkspaceState, base: Base): NewWorkspace {
  const hasClock = base.clock !== null || base.runtime !== null;
  return { ...planReset(state), base, ...(hasClock && { clockStart: undefined }) };
}

const noParts: PartMaps = createEmptyMaps(partRules);

/** Cached, since a base with a large snapshot is loaded again at every reset. */
const startingParts = new WeakMap<Base, PartMaps>();
