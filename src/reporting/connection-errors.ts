/** Why a connection failed. */

/** By the error code of Node.js or OpenSSL, or by the message of an error of fetch. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'unknown host name',
  EAI_AGAIN: 'host name lookup failed',
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'network unreachable',
  ECONNRESET: 'connection closed without a response',
  EPIPE: 'connection closed without a response',
  UND_ERR_SOCKET: 'connection closed without a complete response',
  ETIMEDOUT: 'no response in time',
  ECONNABORTED: 'no response in time',
  EPROTO: 'TLS failed: the server does not support TLS',
  ERR_SSL_WRONG_VERSION_NUMBER: 'TLS failed: the server does not support TLS',
  CERT_HAS_EXPIRED: 'TLS failed: the certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'TLS failed: the certificate is for another host name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'TLS failed: the certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'TLS failed: the certificate is self-signed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'TLS failed: the issuer of the certificate is unknown',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'TLS failed: the issuer of the certificate is unknown',
  'bad port': 'Node.js fetch blocks this port',
};

/** Returns the description of an error code; returns an unknown code unchanged. */
export function describeConnectionCode(code: string): string {
  return DESCRIPTIONS[code] ?? code;
}

/** Describes an error of node:http, node:https or fetch; each address of a host may have its own error. */
export function describeConnectionError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return describeConnectionError(error.cause);
  if (error instanceof AggregateError) {
    return [...new Set(error.errors.map(describeConnectionError))].join(', ');
  }
  return describeConnectionCode(
    'code' in error && typeof error.code === 'string' ? error.code : error.message,
  );
}
