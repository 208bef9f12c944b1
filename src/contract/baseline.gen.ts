// Generated from openapi/schemas/baseline.schema.json by `npm run generate`: edit that file, not this one.

/**
 * The failures of a deployment that are known, for `flagbearer conform --baseline FILE`: those alone don't make a run fail.
 */
export type Baseline = CheckIds | KnownFailures;
/**
 * The ids of the checks, and nothing about them.
 */
export type CheckIds = string[];

/**
 * The checks, and why each fails.
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
   * The id of the check, as `flagbearer conform --list` shows it.
   */
  id: string;
  /**
   * Why it fails: the number of a ticket, for instance.
   */
  reason?: string;
}
