// Generated from openapi/schemas/client-report.schema.json by `npm run generate`: edit that file, not this one.

/**
 * The mistakes of the clients of a workspace (violations of the interface), and their coverage. Contains no secrets.
 */
export interface ClientReport {
  /**
   * Version of this format.
   */
  schemaVersion: 1;
  /**
   * Name of the workspace; `all` in a report of `flagbearer exec` on several workspaces.
   */
  workspace: string;
  /**
   * Number of requests that the report is based on, including requests that are no longer in the journal.
   */
  requests: number;
  /**
   * The violated rules, in the order of the rule list.
   */
  mistakes: Mistake[];
  coverage: Coverage;
}
/**
 * A rule that was violated at least once.
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
   * The clause of the interface behind the rule.
   */
  clause: string;
  /**
   * A short description of the mistake.
   */
  title: string;
  /**
   * Description of the last occurrence.
   */
  message: string;
  /**
   * How to fix the mistake.
   */
  hint: string;
  /**
   * Number of occurrences.
   */
  count: number;
  /**
   * The clients of the workspace that violated the rule; empty if the requests had no known client id.
   */
  clients: string[];
  /**
   * Ids of the last journal entries that show the mistake, at most 20.
   *
   * @maxItems 20
   */
  entries: string[];
}
/**
 * The items that the clients covered, and the items that they did not cover. An item is something that a client can send or receive, such as an operation or a flag code. Only items that the dialect allows are listed.
 *
 * This interface was referenced by `ClientReport`'s JSON-Schema
 * via the `definition` "coverage".
 */
export interface Coverage {
  /**
   * Percentage of all items that the clients covered.
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
 * Operations with an accepted request.
 */
export interface CoveragePart {
  /**
   * The items that the clients covered.
   */
  seen: string[];
  /**
   * The items that the clients did not cover.
   */
  missing: string[];
}
/**
 * Values of walletNetwork and walletType in accepted wallet requests.
 */
export interface CoveragePart1 {
  /**
   * The items that the clients covered.
   */
  seen: string[];
  /**
   * The items that the clients did not cover.
   */
  missing: string[];
}
/**
 * Sign-in methods of users.
 */
export interface CoveragePart2 {
  /**
   * The items that the clients covered.
   */
  seen: string[];
  /**
   * The items that the clients did not cover.
   */
  missing: string[];
}
/**
 * A userMask with a phoneMask, and a userMask of a user without a phone number.
 */
export interface CoveragePart3 {
  /**
   * The items that the clients covered.
   */
  seen: string[];
  /**
   * The items that the clients did not cover.
   */
  missing: string[];
}
/**
 * Sign-ins by a new user, by a user of another client, and by a user of the same client.
 */
export interface CoveragePart4 {
  /**
   * The items that the clients covered.
   */
  seen: string[];
  /**
   * The items that the clients did not cover.
   */
  missing: string[];
}
/**
 * A wallet that was added, and an added wallet that was authenticated.
 */
export interface CoveragePart5 {
  /**
   * The items that the clients covered.
   */
  seen: string[];
  /**
   * The items that the clients did not cover.
   */
  missing: string[];
}
/**
 * Flag categories in user reads; F0000 is a separate item.
 */
export interface CoveragePart6 {
  /**
   * The items that the clients covered.
   */
  seen: string[];
  /**
   * The items that the clients did not cover.
   */
  missing: string[];
}
/**
 * Flag codes in user reads.
 */
export interface CoveragePart7 {
  /**
   * The items that the clients covered.
   */
  seen: string[];
  /**
   * The items that the clients did not cover.
   */
  missing: string[];
}
/**
 * KYC statuses in user reads.
 */
export interface CoveragePart8 {
  /**
   * The items that the clients covered.
   */
  seen: string[];
  /**
   * The items that the clients did not cover.
   */
  missing: string[];
}
/**
 * Crypto statuses in user reads, and a returned payment.
 */
export interface CoveragePart9 {
  /**
   * The items that the clients covered.
   */
  seen: string[];
  /**
   * The items that the clients did not cover.
   */
  missing: string[];
}
/**
 * Error codes that a correct client can receive, by operation.
 */
export interface CoveragePart10 {
  /**
   * The items that the clients covered.
   */
  seen: string[];
  /**
   * The items that the clients did not cover.
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
   * The items that the clients covered.
   */
  seen: string[];
  /**
   * The items that the clients did not cover.
   */
  missing: string[];
}
