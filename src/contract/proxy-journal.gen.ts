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
 * Why the body is omitted. notJson: secrets in the body cannot be detected. tooLarge: the body was forwarded without validation.
 *
 * This interface was referenced by `ProxyEntry`'s JSON-Schema
 * via the `definition` "BodyOmitted".
 */
export type BodyOmitted = 'notJson' | 'tooLarge';

/**
 * A line of journal.jsonl, written by `flagbearer proxy`: one request and its response. A secret value is replaced by `[redacted]`. A value that the contract does not define is replaced by its type, such as `[redacted string]`.
 */
export interface ProxyEntry {
  /**
   * Counter from 1, in the order of completion.
   */
  id: number;
  /**
   * When the request arrived (ISO 8601, UTC).
   */
  at: string;
  /**
   * The operation; null if no operation matches.
   */
  operation: OperationId | null;
  /**
   * The service-client-id of the request; null if missing.
   */
  clientId: string | null;
  /**
   * The request.
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
     * The body, if it was JSON.
     */
    body?: {} | unknown[] | string | number | boolean | null;
    bodyOmitted?: BodyOmitted;
  };
  /**
   * The response of the deployment; null if there was no response.
   */
  response: ProxyResponse | null;
  /**
   * Why the response is missing or incomplete.
   */
  networkError?: string;
  /**
   * Time from the request to the end of the response, in milliseconds.
   */
  durationMs: number;
  /**
   * Where request and response differ from the contract.
   */
  violations: Violation[];
}
/**
 * Values by lower-case name; repeated names are joined.
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
 * The response.
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
   * The body, if it was JSON.
   */
  body?: {} | unknown[] | string | number | boolean | null;
  bodyOmitted?: BodyOmitted;
}
/**
 * A violation of the effective contract.
 *
 * This interface was referenced by `ProxyEntry`'s JSON-Schema
 * via the `definition` "Violation".
 */
export interface Violation {
  /**
   * request: sent by the client. response: sent by the deployment.
   */
  direction: 'request' | 'response';
  /**
   * Id of the rule in openapi/requirements.yaml.
   */
  rule: string;
  /**
   * Clause of the interface.
   */
  clause: string;
  /**
   * The level of the rule. OPEN: the dialect decides this point, so a difference does not violate the interface.
   */
  level: 'MUST' | 'SHOULD' | 'OPEN';
  /**
   * The kind of difference: missing, wrong type, wrong value, or unknown to the contract.
   */
  kind: 'missing' | 'type' | 'value' | 'unknown';
  /**
   * JSON Pointer (RFC 6901) into the request or response: /body/challenge, /headers/service-client-id, /status.
   */
  pointer: string;
  /**
   * What is expected; never contains the value that was sent.
   */
  message: string;
}
