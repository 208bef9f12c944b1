// Generated from openapi/schemas/report.schema.json by `npm run generate`: edit that file, not this one.

import type { Dialect } from './dialect.gen.ts';

/**
 * An operation of openapi/api.yaml.
 *
 * This interface was referenced by `Report`'s JSON-Schema
 * via the `definition` "OperationId".
 */
export type OperationId =
  | 'startWalletAuth'
  | 'authenticateWallet'
  | 'addWalletToUser'
  | 'sendSmsOtp'
  | 'authenticateSmsOtp'
  | 'sendEmailOtp'
  | 'authenticateEmailOtp'
  | 'getUser';
/**
 * Maximum number allowed.
 *
 * This interface was referenced by `Report`'s JSON-Schema
 * via the `definition` "Count".
 */
export type Count = number;
/**
 * The level of the rule in openapi/requirements.yaml.
 *
 * This interface was referenced by `Report`'s JSON-Schema
 * via the `definition` "Level".
 */
export type Level = 'MUST' | 'SHOULD' | 'OPEN';
/**
 * pass: the deployment follows the rule. fail: the deployment or, in a report of the proxy, a client violates a MUST of the interface; or the deployment differs from a path, name or status in the declared dialect. warn: a SHOULD is violated. observed: the interface leaves the behaviour open; the behaviour was recorded. not-tested: the check could not run. error: an input was unusable, or an internal error; in a report of the proxy: 5xx and connection errors.
 *
 * This interface was referenced by `Report`'s JSON-Schema
 * via the `definition` "Verdict".
 */
export type Verdict = 'pass' | 'fail' | 'warn' | 'observed' | 'not-tested' | 'error';
/**
 * The cause. contract: the deployment violates the interface. client: a client of the proxy violates the interface. dialect: the deployment differs from the declared dialect, or a key could not be detected. environment: network, rate limits, or an unusable input. settings: a setting is missing. budget: the limit of requests, one-time passwords or time is reached. flagbearer: an internal error of flagbearer.
 *
 * This interface was referenced by `Report`'s JSON-Schema
 * via the `definition` "Cause".
 */
export type Cause =
  'contract' | 'client' | 'dialect' | 'environment' | 'settings' | 'budget' | 'flagbearer';

/**
 * report.json: the result of a conformance run or of the proxy. Secrets are redacted.
 */
export interface Report {
  /**
   * Version of this format.
   */
  schemaVersion: 1;
  /**
   * The tool that created the report.
   */
  tool: {
    /**
     * Name of the package.
     */
    name: string;
    /**
     * Version of the package.
     */
    version: string;
  };
  /**
   * The command that wrote the report; conform if the property is missing. A report of the proxy has neither seed nor budget.
   */
  command?: 'conform' | 'proxy';
  /**
   * Base URL of the deployment, without a trailing slash.
   */
  target: string;
  /**
   * When the run started (ISO 8601, UTC).
   */
  startedAt: string;
  /**
   * Duration of the run in milliseconds.
   */
  durationMs: number;
  /**
   * Seed of all random values in requests; the same seed reproduces them.
   */
  seed?: number;
  /**
   * Exit code of the command. 0: nothing failed, every operation in scope was covered, and every setting could be used. 1: a check failed. 2: invalid usage, settings or credentials. 3: the target is unreachable. 4: incomplete: nothing failed, but something is missing. 70: internal error. 130, 143: interrupted or terminated.
   */
  exitCode: number;
  /**
   * The eight operations, and whether a valid request to each operation succeeded.
   */
  operations?: OperationCoverage[];
  /**
   * Settings that could not be used.
   */
  unusableInputs?: InputProblem[];
  summary: Summary;
  budget?: Budget;
  /**
   * All checks, in the order of the interface.
   */
  results: CheckResult[];
  /**
   * The detected dialect: the value and evidence of each detected key, and the keys that could not be detected.
   */
  dialect: Dialect;
  /**
   * The declared dialect, if any.
   */
  givenDialect?: Dialect;
  /**
   * Points that the interface leaves open and that could not be detected: questions for the service owner.
   */
  openQuestions: OpenQuestion[];
  stop?: Stop;
  baseline?: Baseline;
}
/**
 * An operation and the verdicts of its checks.
 *
 * This interface was referenced by `Report`'s JSON-Schema
 * via the `definition` "OperationCoverage".
 */
export interface OperationCoverage {
  operation: OperationId;
  /**
   * covered: a valid request succeeded in this run. not-covered: no valid request succeeded, or the valid request that checks need was rejected twice. skipped: excluded by --skip or --only.
   */
  coverage: 'covered' | 'not-covered' | 'skipped';
  /**
   * Number of checks that passed.
   */
  pass: number;
  /**
   * Number of checks that failed.
   */
  fail: number;
  /**
   * Number of checks with the verdict not-tested or error.
   */
  'not-tested': number;
  /**
   * Why the operation is not covered.
   */
  reason?: string;
  /**
   * How to cover the operation.
   */
  fix?: string;
}
/**
 * A setting that could not be used.
 *
 * This interface was referenced by `Report`'s JSON-Schema
 * via the `definition` "InputProblem".
 */
export interface InputProblem {
  /**
   * The setting, such as otpSource or accounts[failed-tx].
   */
  input: string;
  /**
   * What happened.
   */
  reason: string;
  /**
   * What to do.
   */
  fix?: string;
}
/**
 * Number of checks by verdict.
 *
 * This interface was referenced by `Report`'s JSON-Schema
 * via the `definition` "Summary".
 */
export interface Summary {
  /**
   * The rule is met.
   */
  pass: number;
  /**
   * A MUST of the interface is violated, or a path, name or status differs from the declared dialect; includes known failures.
   */
  fail: number;
  /**
   * A SHOULD of the interface is not met.
   */
  warn: number;
  /**
   * The interface leaves the behaviour open; the behaviour was recorded.
   */
  observed: number;
  /**
   * The check could not run.
   */
  'not-tested': number;
  /**
   * An input was unusable, or flagbearer had an internal error; in a report of the proxy: 5xx and connection errors.
   */
  error: number;
}
/**
 * The load of the run: requests, one-time passwords sent, users created.
 *
 * This interface was referenced by `Report`'s JSON-Schema
 * via the `definition` "Budget".
 */
export interface Budget {
  requests: BudgetUse;
  otpSends: BudgetUse;
  /**
   * Maximum number allowed.
   */
  usersCreated: number;
}
/**
 * Number of uses in this run, and the limit.
 *
 * This interface was referenced by `Report`'s JSON-Schema
 * via the `definition` "BudgetUse".
 */
export interface BudgetUse {
  /**
   * Number in this run.
   */
  used: number;
  limit: Count;
}
/**
 * One check and its verdict.
 *
 * This interface was referenced by `Report`'s JSON-Schema
 * via the `definition` "CheckResult".
 */
export interface CheckResult {
  /**
   * Id of the check, equal in all runs; ends in / and the operation, such as /sendSmsOtp, if the rule applies to several operations.
   */
  id: string;
  /**
   * Id of the rule in openapi/requirements.yaml.
   */
  requirement: string;
  /**
   * Clause of the interface.
   */
  clause: string;
  level: Level;
  /**
   * The operation, if the check is about a single operation.
   */
  operation: OperationId | null;
  /**
   * What the check verifies.
   */
  title: string;
  verdict: Verdict;
  cause?: Cause;
  /**
   * What was observed, or what is missing.
   */
  reason: string;
  /**
   * Duration of the check in milliseconds.
   */
  durationMs: number;
  /**
   * The requests and responses behind the verdict, in order.
   */
  evidence: Exchange[];
}
/**
 * A request and its response.
 *
 * This interface was referenced by `Report`'s JSON-Schema
 * via the `definition` "Exchange".
 */
export interface Exchange {
  request: SentRequest;
  /**
   * The response; null if there was no response.
   */
  response: ReceivedResponse | null;
  /**
   * Why there was no response.
   */
  networkError?: string;
}
/**
 * A request as sent, with secrets redacted.
 *
 * This interface was referenced by `Report`'s JSON-Schema
 * via the `definition` "SentRequest".
 */
export interface SentRequest {
  operation?: OperationId;
  /**
   * HTTP method.
   */
  method: string;
  /**
   * Absolute URL.
   */
  url: string;
  headers: Headers;
  /**
   * The body; truncated if long.
   */
  body?: string;
}
/**
 * Headers by name.
 *
 * This interface was referenced by `Report`'s JSON-Schema
 * via the `definition` "Headers".
 */
export interface Headers {
  /**
   * Value of a header.
   */
  [k: string]: string;
}
/**
 * A response as received, with secrets redacted.
 *
 * This interface was referenced by `Report`'s JSON-Schema
 * via the `definition` "ReceivedResponse".
 */
export interface ReceivedResponse {
  /**
   * HTTP status.
   */
  status: number;
  headers: Headers;
  /**
   * The body; truncated if long.
   */
  body: string;
  /**
   * Time from the request to the end of the response, in milliseconds.
   */
  durationMs: number;
}
/**
 * A point that the interface leaves open and that could not be detected.
 *
 * This interface was referenced by `Report`'s JSON-Schema
 * via the `definition` "OpenQuestion".
 */
export interface OpenQuestion {
  /**
   * Key of the dialect.
   */
  key: string;
  /**
   * Clause of the interface that leaves the point open.
   */
  clause: string;
  /**
   * The question for the service owner.
   */
  question: string;
  /**
   * What was tried and observed.
   */
  evidence: string;
}
/**
 * Why the run ended early.
 *
 * This interface was referenced by `Report`'s JSON-Schema
 * via the `definition` "Stop".
 */
export interface Stop {
  /**
   * unreachable: no response to the first request. stoppedResponding: no response to a later request. otherService: the URL is another service. credentialsRefused: client id or secret is wrong. interrupted: stopped by a signal.
   */
  kind: 'unreachable' | 'stoppedResponding' | 'otherService' | 'credentialsRefused' | 'interrupted';
  /**
   * What happened, in a sentence.
   */
  message: string;
}
/**
 * The known failures, if a baseline was given.
 *
 * This interface was referenced by `Report`'s JSON-Schema
 * via the `definition` "Baseline".
 */
export interface Baseline {
  /**
   * Ids of failed checks that are in the baseline.
   *
   * Items: Id of a check.
   */
  known: string[];
  /**
   * Ids in the baseline of checks that no longer fail.
   *
   * Items: Id of a check.
   */
  stale: string[];
}
