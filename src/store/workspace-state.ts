/** One workspace as the engines of this folder hold it: a shared base and persistent changes. */
import { noChanges } from './changes.ts';
import type { Changes } from './changes.ts';
import { changesFrom } from './runtime-changes.ts';
import type { ChaosLevel } from '../contract/control-words.ts';
import { chaosOf } from './chaos-setting.ts';
import type { Base, Chaos, ClockSetting, User } from './state.ts';
import type { WorkspaceSettings } from './store.ts';

export interface WorkspaceState {
  /** No other state of the store has it, but those that units of work made of this one. */
  readonly incarnation: number;
  readonly settings: WorkspaceSettings;
  readonly base: Base;
  /** Where the clock was told to start; without it, where the base says, else at the wall clock. */
  readonly clockStart: number | undefined;
  /** The clock as it was set when the base was loaded. */
  readonly startClock: ClockSetting;
  /** The chaos as it was set when the base was loaded. */
  readonly startChaos: Chaos;
  /** The instant at which the base was loaded, by the workspace clock. */
  readonly loadedAt: string;
  /** Users of the base with the times that their scenario left out; made when first read. */
  readonly datedUsers: WeakMap<object, User>;
  readonly changes: Changes;
}

/** What a workspace is made of, anew at each loading and reset. */
export interface NewState extends Pick<WorkspaceState, 'settings' | 'base' | 'clockStart'> {
  readonly chaos: ChaosLevel;
}

/** A workspace fresh from its base. */
export function freshWorkspace(
  { settings, base, clockStart, chaos }: NewState,
  wallNow: number,
): Omit<WorkspaceState, 'incarnation'> {
  const { runtime } = base;
  const start =
    clockStart ?? runtime?.clock.now ?? (base.clock === null ? wallNow : Date.parse(base.clock));
  return {
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
    changes: runtime === null ? noChanges : changesFrom(runtime),
  };
}

/** What a workspace begins with again at a reset. */
export function asStarted({ settings, base, clockStart, startChaos }: WorkspaceState): NewState {
  return { settings, base, clockStart, chaos: startChaos.setting.level };
}

/** The same with another base. Its clock starts by what the base says, if that says anything. */
export function reloaded(state: WorkspaceState, base: Base): NewState {
  const hasClock = base.clock !== null || base.runtime !== null;
  const started = asStarted(state);
  return { ...started, base, clockStart: hasClock ? undefined : started.clockStart };
}
