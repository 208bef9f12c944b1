// Generated from openapi/schemas/proxy-journal.schema.json by `npm run generate`: edit that file, not this one.

/**
 * An operation of openapi/api.yaml.
 *
 * This interface was referenced by `ProxyEntry`'s JSON-Schema
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
 * Why a body that there was is not here. notJson: what is secret in it can't be told. tooLarge: it was passed on without being looked at.
 *
 * This interface was referenced by `ProxyEntry`'s JSON-Schema
 * via the `definition` "BodyOmitted".
 */
export type BodyOmitted = 'notJson' | 'tooLarge';

/**
 * A line of journal.jsonl, which `flagbearer proxy` writes: a call that went through it. A value that is secret, or that the contract does not name, reads `[redacted]`, or `[redacted string]` with its kind.
 */
export interface ProxyEntry {
  /**
   * From 1, in the order in which the calls ended.
   */
  id: number;
  /**
   * When the call came, in UTC (ISO 8601).
   */
  at: string;
  /**
   * The operation; null where the call fits none.
   */
  operation: OperationId | null;
  /**
   * The service-client-id that it gave; null without one.
   */
  clientId: string | null;
  /**
   * What was asked.
   */
  request: {
    /**
     * The method.
     */
    method: string;
    /**
     * Path and query.
     */
    url: string;
    headers: Headers;
    /**
     * The body, where it was JSON.
     */
    body?: {} | unknown[] | string | number | boolean | null;
    bodyOmitted?: BodyOmitted;
  };
  /**
   * The answer of the deployment; null where none came.
   */
  response: ProxyResponse | null;
  /**
   * Why no answer came, or no whole one.
   */
  trouble?: string;
  /**
   * How long it took, in milliseconds.
   */
  durationMs: number;
  /**
   * Where request and answer differ from the contract.
   */
  violations: Violation[];
}
/**
 * Values by name in lower case; those of a name that came more than once stand behind one another.
 *
 * This interface was referenced by `ProxyEntry`'s JSON-Schema
 * via the `definition` "Headers".
 */
export interface Headers {
  /**
   * Value of a header.
   */
  [k: string]: string;
}
/**
 * What was answered.
 *
 * This interface was referenced by `ProxyEntry`'s JSON-Schema
 * via the `definition` "Response".
 */
export interface ProxyResponse {
  /**
   * HTTP status.
   */
  status: number;
  headers: Headers;
  /**
   * The body, where it was JSON.
   */
  body?: {} | unknown[] | string | number | boolean | null;
  bodyOmitted?: BodyOmitted;
}
/**
 * A difference between the traffic and the effective contract.
 *
 * This interface was referenced by `ProxyEntry`'s JSON-Schema
 * via the `definition` "Violation".
 */
export interface Violation {
  /**
   * request: the client sent it. response: the deployment answered it.
   */
  direction: 'request' | 'response';
  /**
   * Id of the rule in openapi/requirements.yaml.
   */
  rule: string;
  /**
   * Clause of the interface that the rule stands in.
   */
  clause: string;
  /**
   * How binding the point is. OPEN: the interface does not decide it, the dialect does.
   */
  level: 'MUST' | 'SHOULD' | 'OPEN';
  /**
   * How it differs: missing, of another type or value, or unknown to the contract.
   */
  kind: 'missing' | 'type' | 'value' | 'unknown';
  /**
   * JSON Pointer (RFC 6901) into the request or the answer: /body/challenge, /headers/service-client-id, /status.
   */
  pointer: string;
  /**
   * What is expected there, never what was sent.
   */
  message: string;
}
