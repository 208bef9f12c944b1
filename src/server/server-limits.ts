/** Limits of a connection, and of all connections, before a request is handled. */
export interface ServerLimits {
  /** Milliseconds for the headers of a request to arrive. */
  readonly headersTimeout: number;
  /** Milliseconds for a whole request to arrive, without the time to respond. */
  readonly requestTimeout: number;
  /** Milliseconds after which an idle connection is closed. */
  readonly keepAliveTimeout: number;
  /** Interval, in milliseconds, at which the first two are enforced. */
  readonly connectionsCheckingInterval: number;
  /** Bytes of request line and headers; more is 431. */
  readonly maxHeaderSize: number;
  /** Connections at a time; one more is closed at once. */
  readonly maxConnections: number;
}

/**
 * A request that arrives byte by byte is ended with 408 (RFC 9110, section 15.5.9). The number of requests
 * on a connection is not limited.
 */
export const serverLimits: ServerLimits = {
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 5000,
  connectionsCheckingInterval: 5000,
  maxHeaderSize: 16_384,
  maxConnections: 4096,
};
