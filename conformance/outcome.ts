/** The outcome of a run, as plain data. */
import type { DialectDocument } from '../src/dialect/dialect.ts';
import type { OperationId } from '../src/contract/words.ts';

/**
 * - `pass`: tested and correct.
 * - `fail`: a MUST of the interface is broken, or a path, name or status of the given dialect is wrong.
 * - `warn`: a SHOULD of the interface is broken.
 * - `observed`: the interface leaves it open; this is what the deployment does.
 * - `not-tested`: it could not be tested; the reason says why and what would help.
 * - `error`: an internal error, or an error of the environment.
 */
export type Verdict = 'pass' | 'fail' | 'warn' | 'observed' | 'not-tested' | 'error';

/**
 * The cause of a result.
 *
 * - `contract`: the deployment breaks the interface (fail, warn).
 * - `dialect`: the deployment differs from the given dialect (fail, observed), or a key could not be
 * detected (not-tested).
 * - `environment`: network, rate limits, an account that differs from its declaration (not-tested, error).
 * - `settings`: a setting is missing (not-tested).
 * - `budget`: the limit of requests, one-time passwords or time of the run is reached (not-tested).
 * - `flagbearer`: an internal error of the suite (error).
 */
export type Cause = 'contract' | 'dialect' | 'environment' | 'settings' | 'budget' | 'flagbearer';

export type Level = 'MUST' | 'SHOULD' | 'OPEN';

/** One request and its response, with every secret already masked. */
export interface Exchange {
  readonly request: SentRequest;
  /** Null if there was none. */
  readonly response: ReceivedResponse | null;
  /** Why there was none. */
  readonly trouble?: string;
}

export interface SentRequest {
  readonly operation?: OperationId;
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** As it was sent; cut where it is long. */
  readonly body?: string;
}

export interface ReceivedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly durationMs: number;
}

export interface CheckResult {
  /** `4.2.request.missing-refused`; with `/operationId` where a rule binds several operations. */
  readonly id: string;
  /** Id of the rule in openapi/requirements.yaml. */
  readonly requirement: string;
  readonly clause: string;
  readonly level: Level;
  readonly operation: OperationId | null;
  readonly title: string;
  readonly verdict: Verdict;
  readonly cause?: Cause;
  /** What was observed, or what is missing. */
  readonly reason: string;
  readonly durationMs: number;
  readonly evidence: readonly Exchange[];
}

/** What the run did to the deployment. */
export interface Budget {
  readonly requests: { readonly used: number; readonly most: number };
  readonly otpSends: { readonly used: number; readonly most: number };
  readonly usersCreated: number;
}

/** A point of the interface that is open, and that the run could not decide. */
export interface OpenQuestion {
  readonly key: string;
  readonly clause: string;
  readonly question: string;
  /** What was tried and seen. */
  readonly seen: string;
}

/** Whether a valid request of an operation was seen to succeed in this run. */
export interface OperationCoverage {
  readonly operation: OperationId;
  /** `skipped`: out of scope, by `skip` or `only`. */
  readonly coverage: 'covered' | 'not-covered' | 'skipped';
  /** Why it is not covered. */
  readonly reason?: string;
  /** What the caller can do about it. */
  readonly fix?: string;
}

/** A setting that was given and could not be used. */
export interface InputProblem {
  /** As the configuration names it: `otpSource`, `secondClient`, `accounts[failed-tx]`. */
  readonly input: string;
  readonly reason: string;
  readonly fix?: string;
}

export interface DiscoveredDialect {
  /** With `unknown` and `evidence`; `values` has every key that was decided. */
  readonly document: DialectDocument;
  readonly openQuestions: readonly OpenQuestion[];
}

/** Why a run ended before its checks, or before the last of them. */
export type Stop =
  /** No response from the start: name, connection, TLS, time-out, a gateway. */
  | { readonly kind: 'unreachable'; readonly message: string }
  /** It responded at first, and does not any more. */
  | { readonly kind: 'stoppedResponding'; readonly message: string }
  /** It responds, but is not this service. */
  | { readonly kind: 'otherService'; readonly message: string }
  | { readonly kind: 'credentialsRefused'; readonly message: string }
  | { readonly kind: 'interrupted'; readonly message: string };

export interface RunOutcome {
  readonly startedAt: string;
  readonly durationMs: number;
  readonly seed: number;
  readonly stop: Stop | null;
  /** All eight, in the order of the contract. */
  readonly operations: readonly OperationCoverage[];
  readonly unusableInputs: readonly InputProblem[];
  /** In the order of the interface. */
  readonly results: readonly CheckResult[];
  readonly budget: Budget;
  readonly dialect: DiscoveredDialect;
}

/** What happens while it runs, for those who watch. */
export type Progress =
  | {
      readonly kind: 'discovering';
      readonly group: string;
      readonly index: number;
      readonly of: number;
    }
  | { readonly kind: 'checking'; readonly of: number }
  | {
      readonly kind: 'checked';
      /** Without evidence, which is much, and is in the outcome. */
      readonly result: Omit<CheckResult, 'evidence'>;
      readonly index: number;
      readonly of: number;
    };

export type Watch = (progress: Progress) => void;

/** A check, or an open point, as `--list` shows it, without running it. */
export interface ListedCheck {
  readonly id: string;
  readonly requirement: string;
  readonly clause: string;
  readonly level: Level;
  readonly operation: OperationId | null;
  readonly title: string;
}
