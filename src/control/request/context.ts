import type { ClientReport } from '../../contract/client-report.gen.ts';
import type { DialectDocument } from '../../dialect/dialect.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { Pauses } from '../../ports/pauses.ts';
import type { Signatures } from '../../ports/signatures.ts';
import type { Tokens } from '../../ports/tokens.ts';
import type { ScenarioSource } from '../../scenarios/load.ts';
import type { Store, StoreSettings, WorkspaceId } from '../../store/store.ts';
import type { Journals } from '../../traffic/journal/journals.ts';
import type { Metrics } from '../../traffic/metrics/metrics.ts';

export interface ControlServices {
  readonly store: Store;
  /** The wall clock; each workspace clock has its own offset. */
  readonly clock: Clock;
  readonly pauses: Pauses;
  readonly journals: Journals;
  readonly metrics: Metrics;
  readonly signatures: Signatures;
  readonly tokens: Tokens;
  readonly log: Log;
  readonly access: {
    /** The URL at which clients reach the sandbox (`--public-url`), if it is set. */
    readonly publicUrl: string | undefined;
  };
  /** The settings of a new workspace if the request does not override them. */
  readonly workspaceDefaults: WorkspaceDefaults;
  /** The folder with the reports of a conformance run; undefined if no report is to be shown. */
  readonly conformReport?: string | undefined;
  /** Receives the client report of each workspace that is deleted, reset or loaded, if it had requests. */
  readonly earlierReports?: ClientReport[] | undefined;
  /** The deployment from which `flagbearer conform` detected the dialect. */
  readonly dialectOrigin?: DialectDocument['origin'];
  /** Aborts when the sandbox stops, which ends long polls. */
  readonly closing: AbortSignal;
  /** Returns a name for a workspace that is created without a name. */
  createName(): string;
}

export interface WorkspaceDefaults extends Omit<StoreSettings, 'scenario'> {
  /** The sources of the scenarios. A workspace with another dialect loads them again. */
  readonly sources: readonly ScenarioSource[];
}

export interface ControlContext {
  readonly services: ControlServices;
  /** The workspace of the request. A read or write by name uses the current generation. */
  readonly workspaceName: string;
  /** The generation at the start of the request. A read or write by this id fails after a later reset. */
  readonly workspaceId: WorkspaceId;
  /** The URL of the sandbox, without a slash at the end. */
  readonly publicUrl: string;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
}
