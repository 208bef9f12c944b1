/** Defines the outcome of a run as plain data. */
import type { DialectDocument } from '../src/dialect/dialect.ts';
import type { OperationId } from '../src/contract/types.ts';

/**
 * The result of a check.
 *
 * - `pass`: tested and correct.
 * - `fail`: a MUST of the interface is violated, or a path, name or status of the given dialect is wrong.
 * - `warn`: a SHOULD of the interface is violated.
 * - `observed`: the interface leaves the behaviour open; the reason describes it.
 * - `not-tested`: the check could not run; the reason says why and how to fix it.
 * - `error`: an internal error, or an unusable account, client application or OTP source.
 */
export type Verdict = 'pass' | 'fail' | 'warn' | 'observed' | 'not-tested' | 'error';

/**
 * The cause of a result.
 *
 * - `contract`: the deployment violates the interface (fail, warn), or its response prevents the check
 * (not-tested).
 * - `dialect`: the deployment differs from the given dialect (fail, observed), or a key could not be
 * detected (not-tested).
 * - `environment`: network, rate limits, an account that differs from its declaration (not-tested, error).
 * - `settings`: a setting is missing (not-tested).
 * - `budget`: the limit of requests, one-time passwords or time of the run is reached (not-tested).
 * - `flagbearer`: an internal error of flagbearer (error).
 */
export type Cause = 'contract' | 'dialect' | 'environment' | 'settings' | 'budget' | 'flagbearer';

export type Level = 'MUST' | 'SHOULD' | 'OPEN';

/** A request and its response, with every secret masked. */
export interface Exchange {
  readonly request: SentRequest;
  readonly response: ReceivedResponse | null;
  /** Why there was no response. */
  readonly networkError?: string;
}

export interface SentRequest {
  readonly operation?: OperationId;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body as sent; truncated if it is long. */
  readonly body?: string;
}

export interface ReceivedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly durationMs: number;
}

/** A check or an open point, as `--list` shows it without a run. */
export interface ListedCheck {
  /** Such as `4.2.request.missing-refused`, or `…/operationId` if a rule has several operations. */
  readonly id: string;
  /** Id of the rule in openapi/requirements.yaml. */
  readonly requirement: string;
  readonly clause: string;
  readonly level: Level;
  readonly operation: OperationId | null;
  readonly title: string;
}

export interface CheckResult extends ListedCheck {
  readonly verdict: Verdict;
  readonly cause?: Cause;
  /** Explains the verdict; empty for a `pass` without an observation. */
  readonly reason: string;
  readonly durationMs: number;
  readonly evidence: readonly Exchange[];
}

/** The requests, sends and new users of a run, with their limits. */
export interface Budget {
  readonly requests: { readonly used: number; readonly limit: number };
  readonly otpSends: { readonly used: number; readonly limit: number };
  readonly usersCreated: number;
}

/** A point that the interface leaves open, and that the run could not detect. */
export interface OpenQuestion {
  readonly key: string;
  readonly clause: string;
  readonly question: string;
  /** What the run tried and observed, as text. */
  readonly evidence: string;
}

/** Whether a valid request of an operation succeeded in this run. */
export interface OperationCoverage {
  readonly operation: OperationId;
  /** `skipped`: excluded by `skip` or `only`. */
  readonly coverage: 'covered' | 'not-covered' | 'skipped';
  readonly reason?: string;
  readonly fix?: string;
}

export interface InputProblem {
  /** Name in the configuration: `otpSource`, `secondClient`, `accounts[failed-tx]`. */
  readonly input: string;
  readonly reason: string;
  readonly fix?: string;
}

export interface DiscoveredDialect {
  /** The dialect with `unknown` and `evidence`; `values` contains every detected key. */
  readonly document: DialectDocument;
  readonly openQuestions: readonly OpenQuestion[];
}

/** The reason why a run ended before its checks were complete. */
export type Stop =
  /** The first requests got no response: host name, connection, TLS, timeout, or a gateway. */
  | { readonly kind: 'unreachable'; readonly message: string }
  /** The deployment responded at first, then stopped. */
  | { readonly kind: 'stoppedResponding'; readonly message: string }
  /** The target responds, but is not this service. */
  | { readonly kind: 'otherService'; readonly message: string }
  | { readonly kind: 'credentialsRefused'; readonly message: string }
  | { readonly kind: 'interrupted'; readonly message: string };

export interface RunOutcome {
  readonly startedAt: string;
  readonly durationMs: number;
  readonly seed: number;
  readonly stop: Stop | null;
  /** All eight operations, in the order of the contract. */
  readonly operations: readonly OperationCoverage[];
  readonly unusableInputs: readonly InputProblem[];
  /** Results in the order of the interface. */
  readonly results: readonly CheckResult[];
  readonly budget: Budget;
  readonly dialect: DiscoveredDialect;
}

export type Progress =
  | {
      readonly kind: 'discovering';
      readonly group: string;
      readonly index: number;
      readonly total: number;
    }
  | { readonly kind: 'checking'; readonly total: number }
  | {
      readonly kind: 'checked';
      /** Without the evidence, which is large; the outcome contains it. */
      readonly result: Omit<CheckResult, 'evidence'>;
      readonly index: number;
      readonly total: number;
    };

export type ProgressListener = (progress: Progress) => void;
