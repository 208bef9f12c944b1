/** One workspace: a shared base, and the parts that have changed since it was loaded. */
import { parts } from './parts.ts';
import type { PartMaps } from './parts.ts';
import { patchesOf } from './runtime-parts.ts';
import { emptyMaps, patched } from './part-table.ts';
import type { PartState } from './part-table.ts';
import type { ChaosLevel } from '../contract/control-words.ts';
import { chaosOf } from './chaos-setting.ts';
import type { Base, WorkspaceSettings } from './base.ts';
import type { ClockSetting, User } from '../domain/records.ts';
import type { Chaos } from './chaos-setting.ts';

export interface WorkspaceState extends PartState<typeof parts> {
  /** The same for all states of one generation, different from all others of the store. */
  readonly generation: number;
  readonly settings: WorkspaceSettings;
  readonly base: Base;
  /** Where the clock starts; default: the clock of the base, else the wall clock. */
  readonly clockStart: number | undefined;
  /** The clock as it was set when the base was loaded. */
  readonly startClock: ClockSetting;
  /** The chaos as it was set when the base was loaded. */
  readonly startChaos: Chaos;
  /** When the base was loaded, by the workspace clock. */
  readonly loadedAt: string;
  /** Users of the base with the times that their scenario left out; created when first read. */
  readonly datedUsers: WeakMap<object, User>;
}

/** What a workspace starts from, at its creation and at each load and reset. */
export interface NewState extends Pick<WorkspaceState, 'settings' | 'base' | 'clockStart'> {
  readonly chaos: ChaosLevel;
}

/** A workspace fresh from its base. */
export function freshWorkspace(
  { settings, base, clockStart, chaos }: NewState,
  wallNow: number,
): Omit<WorkspaceState, 'generation'> {
  const { runtime } = base;
  const start =
    clockStart ?? runtime?.clock.now ?? (base.clock === null ? wallNow : Date.parse(base.clock));
  return {
    version: 0,
    settings,
    base,
    clockStart,
    startClock:
      runtime?.clock.state === 'frozen'
        ? { state: 'frozen', at: start }
        : { state: 'running', offset: start - wallNow },
    startChaos: chaosOf(
      { level: chaos },
      {
        since: start,
        draws: runtime?.draws ?? { seed: settings.seed, workspace: settings.name },
        dialect: settings.dialect,
      },
    ),
    loadedAt: new Date(start).toISOString(),
    datedUsers: new WeakMap(),
    parts: startingParts(base),
  };
}

/** What a workspace starts from again at a reset. */
export function asStarted({ settings, base, clockStart, startChaos }: WorkspaceState): NewState {
  return { settings, base, clockStart, chaos: startChaos.setting.level };
}

/** Returns the start with another base, whose clock applies if it sets one. */
export function reloaded(state: WorkspaceState, base: Base): NewState {
  const hasClock = base.clock !== null || base.runtime !== null;
  const started = asStarted(state);
  return { ...started, base, clockStart: hasClock ? undefined : started.clockStart };
}

const noParts: PartMaps = emptyMaps(parts);

/** A snapshot may be large and is loaded again at every reset, so its parts are built once. */
const built = new WeakMap<Base, PartMaps>();

/** The parts that a workspace of this base starts with. */
export function startingParts(base: Base): PartMaps {
  const maps = built.get(base) ?? patched(noParts, patchesOf(base.parts));
  built.set(base, maps);
  return maps;
}
