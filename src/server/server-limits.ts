/** What one connection, and all of them together, may cost the process before a request has begun. */
export interface ServerLimits {
  /** Milliseconds for the headers of a request to arrive. */
  readonly headersTimeout: number;
  /** Milliseconds for a whole request to arrive. What the sandbox takes to answer does not count. */
  readonly requestTimeout: number;
  /** Milliseconds after which a connection that nothing comes from is closed. */
  readonly keepAliveTimeout: number;
  /** How often, in milliseconds, the first two are looked after. */
  readonly connectionsCheckingInterval: number;
  /** Bytes of request line and headers; more is 431. */
  readonly maxHeaderSize: number;
  /** Connections at a time; one more is closed at once. */
  readonly maxConnections: number;
}

/**
 * A call that arrives byte by byte is ended with 408 (RFC 9110, section 15.5.9). Calls on one connection
 * are not counted: a client may keep its connection as long as it uses it.
 */
export const serverLimits: ServerLimits = {
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 5000,
  connectionsCheckingInterval: 5000,
  maxHeaderSize: 16_384,
  maxConnections: 4096,
};
