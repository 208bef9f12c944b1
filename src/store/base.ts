/** What workspaces start from. */
import type { Dialect } from '../dialect/dialect.ts';
import type { DrawScope } from '../ports/draws.ts';
import type { RuntimeParts } from './parts.ts';
import type { Client, SeededUser } from '../domain/records.ts';

/**
 * One generation of a workspace: from its creation, load or reset to the next. Each generation of a
 * store has a different number, later ones greater numbers, so that no request reads or writes another.
 */
export interface WorkspaceId {
  readonly name: string;
  readonly generation: number;
}

/** Fixed when a workspace is created. */
export interface WorkspaceSettings {
  readonly name: string;
  readonly seed: number;
  readonly dialect: Dialect;
}

/**
 * A loaded scenario, frozen and indexed once. Any number of workspaces share one base; it depends
 * on nothing of theirs but the rule that tells wallets apart.
 */
export interface Base {
  /** Names the content. */
  readonly hash: string;
  readonly name: string;
  readonly description: string;
  /** Where the workspace clock starts, if the scenario sets it. */
  readonly clock: string | null;
  readonly clients: ReadonlyMap<string, Client>;
  /** By id, in the order of the scenario. */
  readonly users: ReadonlyMap<string, SeededUser>;
  readonly userIds: readonly string[];
  readonly userIdByKey: ReadonlyMap<string, string>;
  /** By identity, as `domain/identity.ts` writes it. */
  readonly userIdByIdentity: ReadonlyMap<string, string>;
  readonly userIdByTransaction: ReadonlyMap<string, string>;
  /** Entries that the parts of a workspace start with. */
  readonly parts: RuntimeParts;
  /** What a snapshot contains beside users and parts; null if the scenario is not a snapshot. */
  readonly runtime: Omit<Runtime, 'parts'> | null;
}

/** The state of a workspace beside its users and clients: with it, the same requests get the same responses. */
export interface Runtime {
  /** Seed and workspace that everything random is drawn from. */
  readonly draws: DrawScope;
  readonly clock: RuntimeClock;
  readonly parts: RuntimeParts;
}

/** The instant that the clock shows, from which it runs on when it is taken up again. */
export interface RuntimeClock {
  readonly state: 'running' | 'frozen';
  /** Milliseconds since the epoch. */
  readonly now: number;
}
