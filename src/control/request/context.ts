import type { Dialect, DialectDocument } from '../../dialect/dialect.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { Pauses } from '../../ports/pauses.ts';
import type { Signatures } from '../../ports/signatures.ts';
import type { Tokens } from '../../ports/tokens.ts';
import type { ScenarioSource } from '../../scenarios/load.ts';
import type { Base } from '../../store/base.ts';
import type { ChaosLevel } from '../../contract/control-words.ts';
import type { WorkspaceId, Store } from '../../store/store.ts';
import type { Journals } from '../../traffic/journal/journals.ts';
import type { Metrics } from '../../traffic/metrics/metrics.ts';

/** All that the control API is given: it reaches for nothing itself. */
export interface ControlServices {
  readonly store: Store;
  /** The wall clock; each workspace has its own distance from it. */
  readonly clock: Clock;
  readonly pauses: Pauses;
  readonly journals: Journals;
  readonly metrics: Metrics;
  readonly signatures: Signatures;
  readonly tokens: Tokens;
  readonly log: Log;
  readonly access: {
    /** Where the sandbox is reached through a proxy, if it is. */
    readonly publicUrl: string | undefined;
  };
  /** What the sandbox was started with, which a new workspace has unless it is given another. */
  readonly start: WorkspaceStart;
  /** The folder with the reports of a conformance run, if there is one to show. */
  readonly conformReport?: string | undefined;
  /** Where `flagbearer conform` detected the dialect of the start. */
  readonly dialectOrigin?: DialectDocument['origin'];
  /** Aborts when the sandbox stops, which ends long polls. */
  readonly closing: AbortSignal;
  /** Names a workspace whose maker does not. */
  makeName(): string;
}

export interface WorkspaceStart {
  readonly base: Base;
  /** The sources of the base: another dialect needs another base. */
  readonly sources: readonly ScenarioSource[];
  readonly dialect: Dialect;
  readonly seed: number;
  /** Milliseconds since the epoch; undefined where the base or the wall clock decides. */
  readonly clockStart: number | undefined;
  readonly chaos: ChaosLevel;
}

/** What a handler gets beside the request. */
export interface ControlContext {
  readonly services: ControlServices;
  /** The workspace that the request is about. Reads take it as it is. */
  readonly workspace: string;
  /** The generation of the workspace when the request came in; no later one is written. */
  readonly workspaceId: WorkspaceId;
  /** Where the sandbox is reached; no slash at the end. */
  readonly publicUrl: string;
  /** Aborts when the caller goes away. */
  readonly signal: AbortSignal;
}
