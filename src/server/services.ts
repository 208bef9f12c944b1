import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { Pauses } from '../ports/pauses.ts';
import type { Signatures } from '../ports/signatures.ts';
import type { Tokens } from '../ports/tokens.ts';
import type { Store } from '../store/store.ts';
import type { Journals } from '../traffic/journal/journals.ts';
import type { Metrics } from '../traffic/metrics/metrics.ts';
import type { ControlServices } from '../control/request/context.ts';

/** Who may reach the sandbox, and how (design: safety from the first day). */
export interface Access {
  /** Host names, beside those of loopback, that a Host header may have. */
  readonly allowHost: readonly string[];
  /** Whether the sandbox listens on loopback only. */
  readonly reach: 'loopback' | 'network';
  /** Origins beside loopback whose pages may use the service; `*` for all. */
  readonly cors: readonly string[];
  /** Where the sandbox is reached through a proxy, if it is. */
  readonly publicUrl: string | undefined;
  /** The token that the control API requires, if any. */
  readonly controlToken: string | undefined;
}

/** All that the application is given: it reaches for nothing itself. */
export interface Services {
  readonly store: Store;
  readonly clock: Clock;
  readonly pauses: Pauses;
  readonly journals: Journals;
  readonly metrics: Metrics;
  readonly signatures: Signatures;
  readonly tokens: Tokens;
  readonly log: Log;
  readonly access: Access;
  /** The code of every one-time password for which nothing else is fixed. */
  readonly fixedCode?: string | undefined;
  /** Aborts when the sandbox stops, which ends long polls. */
  readonly closing: AbortSignal;
  readonly control: ControlServices;
  /** Creates the id of a request. */
  makeRequestId(): string;
}
