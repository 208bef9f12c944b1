/** Where an engine in memory puts the states it makes, so that they outlast it. */
import type { StoreHealth } from '../contract/control-words.ts';
import type { StoreStart } from './store.ts';
import type { WorkspaceState } from './workspace-state.ts';

export interface Keeper {
  /** What is kept, which is what readers see; in the order in which it was made. */
  readonly states: ReadonlyMap<string, WorkspaceState>;
  readonly start: StoreStart | undefined;
  /** The greatest number that an incarnation has had. */
  readonly incarnations: number;
  /** Whether the name is taken, be it by a workspace that is still being made. */
  isTaken(name: string): boolean;
  /** How many names are taken. */
  readonly taken: number;
  /** What the next unit of work builds on: the newest state, kept or not. */
  latest(name: string): WorkspaceState | undefined;
  /** Takes the name at once; resolves when the workspace is kept, and shows it then. */
  make(state: WorkspaceState): Promise<void>;
  /**
   * Makes `to` the newest state at once; resolves when it is kept, and shows it then. Rejects with
   * `StoreUnavailable` where it can't be kept, and where `from`, which it was built on, was not.
   */
  keep(from: WorkspaceState, to: WorkspaceState): Promise<void>;
  /** Resolves when `state`, the newest, is kept; rejects with `StoreUnavailable` where it is not. */
  settled(state: WorkspaceState): Promise<void>;
  /** Resolves when it is gone, and shows it no more then. */
  drop(name: string): Promise<void>;
  putStart(start: StoreStart): Promise<void>;
  /** Drops everything in one step. */
  clear(): Promise<void>;
  /** Never rejects. */
  health(): Promise<StoreHealth>;
  close(): Promise<void>;
}
