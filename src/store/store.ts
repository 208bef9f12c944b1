/** The port to whatever holds workspaces. No engine type leaves this folder. */
import type { ChaosLevel, StoreHealth } from '../contract/control-words.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { Base, WorkspaceId, WorkspaceSettings } from './base.ts';
import type { JournalLogs } from './journal-logs.ts';
import type { UnitOfWork } from './unit-of-work.ts';
import type { View } from './view.ts';

export type { UnitOfWork } from './unit-of-work.ts';
export type { View } from './view.ts';
export type { WorkspaceId } from './base.ts';

export interface NewWorkspace extends WorkspaceSettings {
  readonly base: Base;
  /** Where its clock starts, in milliseconds; without it, where the base says, else now. */
  readonly clockStart?: number | undefined;
  /** The chaos that it starts with, and has again after a reset; off, if not given. */
  readonly chaos?: ChaosLevel | undefined;
}

/** What a request needs of its workspace before it reads or writes anything. */
export interface OpenedWorkspace
  extends WorkspaceId, Pick<View, 'settings' | 'base' | 'now' | 'faults' | 'chaos'> {}

/** By its name alone: whatever stands under it at that moment. */
export type WorkspaceRef = string | WorkspaceId;

export function nameOf(workspace: WorkspaceRef): string {
  return typeof workspace === 'string' ? workspace : workspace.name;
}

/** How many workspaces there may be, and for how long without being used. */
export interface Tenancy {
  /** The workspace that always is: it never expires, and does not count. */
  readonly permanent: string;
  readonly limit: number;
  /** Milliseconds of wall time; null for ever. */
  readonly unusedFor: number | null;
}

/** What a store was made with. A new workspace takes from it what its maker leaves out. */
export interface StoreStart {
  /** Names, files and documents as they were given; none stands for the default scenario. */
  readonly scenario: readonly (string | object)[];
  readonly base: Base;
  readonly dialect: Dialect;
  readonly seed: number;
  /** Milliseconds since the epoch; undefined where the base or the wall clock decides. */
  readonly clockStart: number | undefined;
  /** The chaos of the workspaces that are made of it. */
  readonly chaos: ChaosLevel;
}

/**
 * Workspaces, and atomic units of work on one of them. Each method rejects with
 * `UnknownWorkspace` where the workspace it names does not exist or has expired, with
 * `WorkspaceReset` where the generation that it holds is no more, and with `StoreUnavailable`
 * where the engine can't keep or read what it is asked to: nothing has changed then, or the error says
 * that nobody knows.
 */
export interface Store {
  /** What the store was made with; undefined for one that holds nothing yet. */
  start(): Promise<StoreStart | undefined>;
  /**
   * Makes the permanent workspace of a store that holds nothing, and records what it was made with.
   * Of several that begin one at the same time, one does, and all get what that one has recorded.
   */
  begin(start: StoreStart): Promise<StoreStart>;
  /** Records another base as that of the start, and loads it into the permanent workspace. */
  restart(base: Base): Promise<void>;
  /** Drops everything, what the store was made with included. */
  clear(): Promise<void>;
  /** Whether it can be written to now. Never rejects. */
  health(): Promise<StoreHealth>;
  /**
   * Holds a workspace for a request, which counts as its use. What is read of what it gives back is at
   * least as new as this moment. An engine that has lost touch may hold what it last knew of it: so
   * much is enough to tell how to answer, and each read and write of it is then refused.
   */
  open(name: string): Promise<OpenedWorkspace>;
  /**
   * Makes a workspace, and drops those that have expired. Rejects with `WorkspaceExists` where the
   * name is taken, with `WorkspaceLimit` where there are too many.
   */
  create(workspace: NewWorkspace): Promise<void>;
  /**
   * Makes a workspace that starts as `from` is now, keys and sessions included. That counts as a
   * use of `from`. Rejects as `create` does.
   */
  fork(from: string, name: string): Promise<void>;
  delete(name: string): Promise<void>;
  /** Names, in the order in which they were made. */
  names(): Promise<readonly string[]>;
  /**
   * Puts another base under a workspace and drops all that changed. Rejects with `WorkspaceReset`
   * where the workspace has not the dialect that the base was made for.
   */
  load(name: string, base: Base, dialect: Dialect): Promise<void>;
  /** Drops all that changed since the base was loaded, keys, sessions and clock included. */
  reset(name: string): Promise<void>;
  /** Reads from one consistent state: the present one, or that of a workspace that is held. */
  read<Result>(workspace: WorkspaceRef, read: (view: View) => Promise<Result>): Promise<Result>;
  /**
   * One atomic unit of work. When `work` rejects, nothing of it stays; when it resolves, all of it
   * does before this promise resolves. An engine may run `work` more than once, so it awaits
   * nothing but the unit.
   */
  write<Result>(
    workspace: WorkspaceRef,
    work: (unit: UnitOfWork) => Promise<Result>,
  ): Promise<Result>;
  /** Resolves at the next change of a workspace, or when the signal aborts. */
  watch(name: string, signal: AbortSignal): Promise<void>;
  /**
   * Tells each generation that is over: by a reset, a loading, a deletion or its expiry, which is
   * found out when a workspace is made. For what stands beside the store and belongs to one.
   */
  onEnd(ended: (workspace: WorkspaceId) => void): void;
  /** Where several processes share the store: what their journals share. */
  readonly journalLogs?: JournalLogs;
  close(): Promise<void>;
}

export class UnknownWorkspace extends Error {
  override readonly name = 'UnknownWorkspace';
  readonly workspace: string;
  constructor(workspace: string) {
    super(`Unknown workspace "${workspace}".`);
    this.workspace = workspace;
  }
}

export class WorkspaceExists extends Error {
  override readonly name = 'WorkspaceExists';
  readonly workspace: string;
  constructor(workspace: string) {
    super(`The workspace "${workspace}" already exists.`);
    this.workspace = workspace;
  }
}

export class WorkspaceReset extends Error {
  override readonly name = 'WorkspaceReset';
  readonly workspace: string;
  constructor(workspace: string) {
    super(
      `The workspace "${workspace}" was reset, loaded or created again during the request; nothing was written. Send the request again.`,
    );
    this.workspace = workspace;
  }
}

export class WorkspaceLimit extends Error {
  override readonly name = 'WorkspaceLimit';
  readonly limit: number;
  constructor(limit: number) {
    super(`The limit of ${limit} workspaces is reached.`);
    this.limit = limit;
  }
}

/** The engine cannot read or write: the disk is full, or the database is unreachable. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
  /**
   * @param reason shown to clients: a clause without full stop, paths and addresses
   * @param options.outcome `unknown` if the connection broke during the commit
   */
  constructor(
    reason: string,
    {
      outcome = 'unchanged',
      ...options
    }: ErrorOptions & { outcome?: 'unchanged' | 'unknown' } = {},
  ) {
    const kept = outcome === 'unknown' ? 'The change may have been saved' : 'Nothing was changed';
    super(`The store is unavailable: ${reason}. ${kept}; send the request again.`, options);
  }
}

/** A store cannot be opened: damaged, in use, or of another version. One line per problem. */
export class StoreRefused extends Error {
  override readonly name = 'StoreRefused';
  readonly lines: readonly [string, ...string[]];
  constructor(...lines: readonly [string, ...string[]]) {
    super(lines.join('\n'));
    this.lines = lines;
  }
}
