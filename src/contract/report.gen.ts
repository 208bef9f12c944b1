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
 * How binding the rule is, as openapi/requirements.yaml says.
 *
 * This interface was referenced by `Report`'s JSON-Schema
 * via the `definition` "Level".
 */
export type Level = 'MUST' | 'SHOULD' | 'OPEN';
/**
 * pass: looked at and right. fail: a MUST of the interface is broken. warn: a SHOULD is not kept. observed: the interface leaves it open, and this is what the deployment does. not-tested: it could not be looked at. error: the run itself broke, or its surroundings did.
 *
 * This interface was referenced by `Report`'s JSON-Schema
 * via the `definition` "Verdict".
 */
export type Verdict = 'pass' | 'fail' | 'warn' | 'observed' | 'not-tested' | 'error';
/**
 * Whose doing it is. contract: the deployment breaks the interface. client: a client does, whose traffic a proxy saw. dialect: it differs from the dialect it is declared to have, or a key could not be detected. environment: network, rate limits, an input that could not be used. settings: something was not given. budget: the requests, one-time passwords or time that a run may take are used up. flagbearer: a mistake of the suite itself.
 *
 * This interface was referenced by `Report`'s JSON-Schema
 * via the `definition` "Cause".
 */
export type Cause =
  'contract' | 'client' | 'dialect' | 'environment' | 'settings' | 'budget' | 'flagbearer';
/**
 * How many.
 *
 * This interface was referenced by `Report`'s JSON-Schema
 * via the `definition` "Count".
 */
export type Count = number;

/**
 * What a conformance run, or a proxy, found out, as report.json holds it. Every secret in it is masked.
 */
export interface Report {
  /**
   * Version of this format.
   */
  schemaVersion: 1;
  /**
   * Who made the report.
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
   * What looked at the deployment: a run of checks (conform, also where it is left out), or a proxy that watched the traffic of others. A proxy draws nothing and spends nothing: its report has neither seed nor budget.
   */
  command?: 'conform' | 'proxy';
  /**
   * Base URL of the deployment, without a slash at its end.
   */
  target: string;
  /**
   * When the run began, in UTC (ISO 8601).
   */
  startedAt: string;
  /**
   * How long the run took, in milliseconds.
   */
  durationMs: number;
  /**
   * From which what is random in requests was drawn. The same seed gives the same requests.
   */
  seed?: number;
  /**
   * Exit code of the command. 0: proven, nothing failed, every operation in scope was covered and every input could be used. 1: a check failed. 2: invalid usage, settings or credentials. 3: the target is unreachable. 4: incomplete, nothing failed, and something is missing. 70: internal error of flagbearer. 130, 143: the run was interrupted or terminated.
   */
  exitCode: number;
  /**
   * The eight operations: whether the run saw a valid request of each succeed.
   */
  operations?: OperationCoverage[];
  /**
   * Settings that were given and could not be used.
   */
  unusableInputs?: InputProblem[];
  summary: Summary;
  budget?: Budget;
  /**
   * Every check, in the order of the interface.
   */
  results: CheckResult[];
  /**
   * The dialect that was found: a value for every key that was decided, the keys that were not, and the exchange that decided each.
   */
  dialect: Dialect;
  /**
   * The dialect that the deployment was said to have, where one was given.
   */
  givenDialect?: Dialect;
  /**
   * Points that the interface leaves open and that the run could not decide: questions for the vendor.
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
   * covered: a valid request was seen to succeed in this run. skipped: out of scope, by --skip or --only.
   */
  coverage: 'covered' | 'not-covered' | 'skipped';
  /**
   * Its checks that passed.
   */
  pass: number;
  /**
   * Its checks that failed.
   */
  fail: number;
  /**
   * Its checks that could not run, or ended in an error.
   */
  'not-tested': number;
  /**
   * Why it is not covered.
   */
  reason?: string;
  /**
   * What to do to cover it.
   */
  fix?: string;
}
/**
 * A setting that was given and could not be used.
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
 * How many checks got each verdict.
 *
 * This interface was referenced by `Report`'s JSON-Schema
 * via the `definition` "Summary".
 */
export interface Summary {
  /**
   * Looked at and right.
   */
  pass: number;
  /**
   * A MUST of the interface is broken; known failures among them.
   */
  fail: number;
  /**
   * A SHOULD of the interface is not kept.
   */
  warn: number;
  /**
   * The interface leaves it open; what the deployment does was noted.
   */
  observed: number;
  /**
   * Could not be looked at.
   */
  'not-tested': number;
  /**
   * The run itself broke, or its surroundings did.
   */
  error: number;
}
/**
 * What the run did to the deployment: requests, one-time passwords sent, users that signed up.
 *
 * This interface was referenced by `Report`'s JSON-Schema
 * via the `definition` "Budget".
 */
export interface Budget {
  requests: Spending;
  otpSends: Spending;
  /**
   * Users that signed up.
   */
  usersMade: number;
}
/**
 * What was used of what was allowed.
 *
 * This interface was referenced by `Report`'s JSON-Schema
 * via the `definition` "Spending".
 */
export interface Spending {
  /**
   * How many were used.
   */
  used: number;
  /**
   * How many were allowed.
   */
  most: number;
}
/**
 * One check and its verdict.
 *
 * This interface was referenced by `Report`'s JSON-Schema
 * via the `definition` "CheckResult".
 */
export interface CheckResult {
  /**
   * Name of the check, the same in every run; it ends in /operationId where a rule binds several operations.
   */
  id: string;
  /**
   * Id of the rule in openapi/requirements.yaml.
   */
  requirement: string;
  /**
   * Clause of the interface that the rule stands in.
   */
  clause: string;
  level: Level;
  /**
   * The operation that was called, where it is one.
   */
  operation: OperationId | null;
  /**
   * What was looked at.
   */
  title: string;
  verdict: Verdict;
  cause?: Cause;
  /**
   * What was seen, or what is missing, in a sentence or two.
   */
  reason: string;
  /**
   * How long the check took, in milliseconds.
   */
  durationMs: number;
  /**
   * The exchanges that the verdict rests on, in the order they happened.
   */
  evidence: Exchange[];
}
/**
 * One request and its answer.
 *
 * This interface was referenced by `Report`'s JSON-Schema
 * via the `definition` "Exchange".
 */
export interface Exchange {
  request: SentRequest;
  /**
   * The answer; null where none came.
   */
  response: ReceivedResponse | null;
  /**
   * Why no answer came.
   */
  trouble?: string;
}
/**
 * A request as it was sent, but for its secrets.
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
   * The body; cut where it is long.
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
 * An answer as it came, but for its secrets.
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
   * The body; cut where it is long.
   */
  body: string;
  /**
   * From the request to the end of the answer, in milliseconds.
   */
  durationMs: number;
}
/**
 * A point that the interface leaves open and that the run could not decide.
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
   * Clause of the interface that leaves it open.
   */
  clause: string;
  /**
   * What to ask the vendor.
   */
  question: string;
  /**
   * What was tried and seen.
   */
  seen: string;
}
/**
 * Why the run ended before its checks, or before the last of them.
 *
 * This interface was referenced by `Report`'s JSON-Schema
 * via the `definition` "Stop".
 */
export interface Stop {
  /**
   * unreachable: no response from the start. stoppedResponding: no response any more. otherService: it answers, and is not this service. credentialsRefused: client id or secret is wrong. interrupted: somebody stopped it.
   */
  kind: 'unreachable' | 'stoppedResponding' | 'otherService' | 'credentialsRefused' | 'interrupted';
  /**
   * What happened, in a sentence.
   */
  message: string;
}
/**
 * The failures that were known before, where a baseline was given.
 *
 * This interface was referenced by `Report`'s JSON-Schema
 * via the `definition` "Baseline".
 */
export interface Baseline {
  /**
   * Ids of the checks that fail and were known to.
   *
   * Items: Id of a check.
   */
  known: string[];
  /**
   * Ids that the baseline knows as failures and that fail no longer.
   *
   * Items: Id of a check.
   */
  stale: string[];
}
