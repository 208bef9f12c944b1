// Generated from openapi/schemas/client-report.schema.json by `npm run generate`: edit that file, not this one.

/**
 * What the clients of a workspace did wrong against the interface, and what they never came across. Nothing secret is in it.
 */
export interface ClientReport {
  /**
   * Version of this format.
   */
  schemaVersion: 1;
  /**
   * Name of the workspace; `all` in a report of `flagbearer exec` on several.
   */
  workspace: string;
  /**
   * How many calls of the service were looked at, those that the journal no longer keeps included.
   */
  calls: number;
  /**
   * The rules that were broken, in the order of the list of rules.
   */
  mistakes: Mistake[];
  coverage: Coverage;
}
/**
 * A rule that was broken, once or more.
 *
 * This interface was referenced by `ClientReport`'s JSON-Schema
 * via the `definition` "mistake".
 */
export interface Mistake {
  /**
   * Id of the rule.
   */
  rule: string;
  /**
   * The clause of the interface that it rests on.
   */
  clause: string;
  /**
   * The rule in a few words.
   */
  title: string;
  /**
   * What was seen, the last time.
   */
  message: string;
  /**
   * How to fix it.
   */
  hint: string;
  /**
   * How often it was seen.
   */
  count: number;
  /**
   * The clients of the workspace that broke it; none where a call named no such client.
   */
  clients: string[];
  /**
   * Ids of the journal entries that show it, the last of them.
   *
   * @maxItems 20
   */
  entries: string[];
}
/**
 * What the clients came across, of all that there is in this dialect.
 *
 * This interface was referenced by `ClientReport`'s JSON-Schema
 * via the `definition` "coverage".
 */
export interface Coverage {
  /**
   * How much of it was seen, of all items together; 100 is all of it.
   */
  percent: number;
  operations: CoveragePart;
  variants: CoveragePart1;
  signInMethods: CoveragePart2;
  userMasks: CoveragePart3;
  linking: CoveragePart4;
  addedWallets: CoveragePart5;
  flagCategories: CoveragePart6;
  flags: CoveragePart7;
  kycStatuses: CoveragePart8;
  cryptoStatuses: CoveragePart9;
  errorCauses: CoveragePart10;
}
/**
 * Operations that a call was accepted of.
 */
export interface CoveragePart {
  /**
   * What was come across.
   */
  seen: string[];
  /**
   * What was not.
   */
  missing: string[];
}
/**
 * Networks and types in wallet calls that were accepted.
 */
export interface CoveragePart1 {
  /**
   * What was come across.
   */
  seen: string[];
  /**
   * What was not.
   */
  missing: string[];
}
/**
 * Ways in which users have signed in.
 */
export interface CoveragePart2 {
  /**
   * What was come across.
   */
  seen: string[];
  /**
   * What was not.
   */
  missing: string[];
}
/**
 * A userMask with a phoneMask, and one of a user who has no phone.
 */
export interface CoveragePart3 {
  /**
   * What was come across.
   */
  seen: string[];
  /**
   * What was not.
   */
  missing: string[];
}
/**
 * How users came: as new ones, as users of another client, as users known to the client.
 */
export interface CoveragePart4 {
  /**
   * What was come across.
   */
  seen: string[];
  /**
   * What was not.
   */
  missing: string[];
}
/**
 * A wallet that was added, and one that was authenticated after that.
 */
export interface CoveragePart5 {
  /**
   * What was come across.
   */
  seen: string[];
  /**
   * What was not.
   */
  missing: string[];
}
/**
 * Categories of flags in user reads, F0000 by itself.
 */
export interface CoveragePart6 {
  /**
   * What was come across.
   */
  seen: string[];
  /**
   * What was not.
   */
  missing: string[];
}
/**
 * Codes of the catalogue in user reads.
 */
export interface CoveragePart7 {
  /**
   * What was come across.
   */
  seen: string[];
  /**
   * What was not.
   */
  missing: string[];
}
/**
 * KYC statuses in user reads.
 */
export interface CoveragePart8 {
  /**
   * What was come across.
   */
  seen: string[];
  /**
   * What was not.
   */
  missing: string[];
}
/**
 * Crypto statuses in user reads, and a payment that was returned.
 */
export interface CoveragePart9 {
  /**
   * What was come across.
   */
  seen: string[];
  /**
   * What was not.
   */
  missing: string[];
}
/**
 * Refusals that a client which does everything right still meets, by operation.
 */
export interface CoveragePart10 {
  /**
   * What was come across.
   */
  seen: string[];
  /**
   * What was not.
   */
  missing: string[];
}
/**
 * The items of one kind.
 *
 * This interface was referenced by `ClientReport`'s JSON-Schema
 * via the `definition` "part".
 */
export interface CoveragePart11 {
  /**
   * What was come across.
   */
  seen: string[];
  /**
   * What was not.
   */
  missing: string[];
}
