/** The port to the store of workspaces. */
import type { ChaosLevel, StoreHealth } from '../contract/control-types.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { Base, NewWorkspace, WorkspaceId } from './base.ts';
import type { JournalLogs } from './journal-logs.ts';
import type { UnitOfWork, View } from './view.ts';

export * from './errors.ts';
export type { UnitOfWork, View } from './view.ts';
export type { WorkspaceId } from './base.ts';

/** The facts about a workspace that every request needs first. */
export interface OpenedWorkspace
  extends WorkspaceId, Pick<View, 'settings' | 'base' | 'now' | 'faults' | 'chaos'> {}

/** A name refers to the current generation. */
export type WorkspaceRef = string | WorkspaceId;

export function getWorkspaceName(workspace: WorkspaceRef): string {
  return typeof workspace === 'string' ? workspace : workspace.name;
}

/** The workspace without path prefix, which always exists: it never expires, and does not count towards the limit. */
export const DEFAULT_WORKSPACE = 'default';

export interface WorkspaceLimits {
  readonly limit: number;
  /** Idle timeout in milliseconds of wall time; null for none. */
  readonly idleTimeout: number | null;
}

/** The settings that a store was created with. They are the defaults of new workspaces. */
export interface StoreSettings {
  /** Names, files and documents; empty for the default scenario. */
  readonly scenario: readonly (string | object)[];
  /** The state that the scenario creates. */
  readonly base: Base;
  readonly dialect: Dialect;
  readonly seed: number;
  /** Milliseconds since the epoch; undefined for the time of the base, or the wall clock. */
  readonly clockStart: number | undefined;
  readonly chaos: ChaosLevel;
}

/**
 * Workspaces, and atomic units of work on one of them. Each method rejects with `UnknownWorkspace` if the
 * workspace does not exist or has expired, with `WorkspaceReset` if the given generation has ended, and
 * with `StoreUnavailable` if the engine cannot read or write. Then nothing is written; if the outcome is
 * unknown, the error says so.
 */
export interface Store {
  /** Resolves to the settings that the store was created with; undefined for an empty store. */
  readSettings(): Promise<StoreSettings | undefined>;
  /**
   * Initializes an empty store: records its settings and creates the permanent workspace. Of several
   * simultaneous calls, one succeeds and resolves to its own settings; the others resolve to the recorded
   * settings.
   */
  initialize(start: StoreSettings): Promise<StoreSettings>;
  /** Replaces the base in the recorded settings, and loads it into the permanent workspace. */
  replaceBase(base: Base): Promise<void>;
  /** Deletes all workspaces and the settings. */
  clear(): Promise<void>;
  /** Resolves to the current state of the store. Never rejects. */
  checkHealth(): Promise<StoreHealth>;
  /**
   * Opens a workspace for a request, which counts as use. Later reads with the returned workspace include
   * every write that was committed before this call. While the engine is disconnected, resolves to the last
   * known state; reads and writes then reject.
   */
  open(name: string): Promise<OpenedWorkspace>;
  /**
   * Creates a workspace, and deletes expired workspaces. Rejects with `WorkspaceExists` if the name is in use,
   * with `WorkspaceLimit` if the limit is reached.
   */
  create(workspace: NewWorkspace): Promise<void>;
  /**
   * Creates a workspace with the current state of `from`, including keys and sessions. Counts as use of
   * `from`. Rejects like `create`.
   */
  fork(from: string, name: string): Promise<void>;
  delete(name: string): Promise<void>;
  /** Resolves to the names in the order of creation. */
  listNames(): Promise<readonly string[]>;
  /**
   * Replaces the base of a workspace and drops all changes. Rejects with `WorkspaceReset` if the base was
   * created for another dialect than the dialect of the workspace.
   */
  load(name: string, base: Base, dialect: Dialect): Promise<void>;
  /** Drops all changes since the base was loaded, including keys, sessions and clock. */
  reset(name: string): Promise<void>;
  /** Reads from one consistent state of the current or given generation. */
  read<Result>(workspace: WorkspaceRef, read: (view: View) => Promise<Result>): Promise<Result>;
  /**
   * Runs an atomic unit of work. If `work` rejects, nothing is written; if it resolves, all writes are
   * durable before this promise resolves. `work` may run more than once, so it must have no other effects, and
   * must await only methods of the unit.
   */
  write<Result>(
    workspace: WorkspaceRef,
    work: (unit: UnitOfWork) => Promise<Result>,
  ): Promise<Result>;
  /** Resolves at the next change of a workspace, or when the signal aborts. */
  watch(name: string, signal: AbortSignal): Promise<void>;
  /**
   * Reports each generation that has ended by reset, load, deletion or expiry. Expiry is detected when a
   * workspace is created.
   */
  onEnd(listener: (workspace: WorkspaceId) => void): void;
  /** Set if several processes share the store. */
  readonly journalLogs?: JournalLogs;
  close(): Promise<void>;
}
