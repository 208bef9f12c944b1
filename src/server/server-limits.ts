/**
 * Limits of a connection, and of all connections, before a request is handled. A request that arrives byte by
 * byte is ended with 408 (RFC 9110, section 15.5.9). The number of requests on a connection is not limited.
 */
export const serverLimits = {
  /** Milliseconds for the headers of a request to arrive. */
  headersTimeout: 15_000,
  /** Milliseconds for a whole request to arrive, without the time to respond. */
  requestTimeout: 60_000,
  /** Milliseconds after which an idle connection is closed. */
  keepAliveTimeout: 5000,
  /** Interval, in milliseconds, at which the first two are enforced. */
  connectionsCheckingInterval: 5000,
  /** Bytes of request line and headers; more is 431. */
  maxHeaderSize: 16_384,
  /** Connections at a time; one more is closed at once. */
  maxConnections: 4096,
};

export type ServerLimits = Readonly<typeof serverLimits>;
