// Generated from openapi/schemas/baseline.schema.json by `npm run generate`: edit that file, not this one.

/**
 * Known failures of a deployment, for `flagbearer conform --baseline FILE`. Known failures do not fail a run.
 */
export type Baseline = CheckIds | KnownFailures;
/**
 * A list of check ids.
 */
export type CheckIds = string[];

/**
 * The checks, with reasons.
 */
export interface KnownFailures {
  /**
   * Version of this format.
   */
  version: number;
  /**
   * The checks that are known to fail.
   */
  known: (string | KnownFailure)[];
}
/**
 * A check that is known to fail.
 */
export interface KnownFailure {
  /**
   * The id of the check, as listed by `flagbearer conform --list`.
   */
  id: string;
  /**
   * Why the check fails, such as a ticket number.
   */
  reason?: string;
}
