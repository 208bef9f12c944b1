/** The claims of a token (RFC 7519 §4). */
export type Claims = Readonly<Record<string, unknown>>;

/** The claims of a session, which always ends. */
export interface SessionClaims extends Claims {
  /** Seconds since the epoch. */
  readonly exp: number;
}

const utf8 = new TextDecoder();

/** Reads the payload of a token; undefined unless it is a JSON object with a numeric `exp`. */
export function readClaims(payload: Uint8Array): SessionClaims | undefined {
  try {
    const claims: unknown = JSON.parse(utf8.decode(payload));
    return isSessionClaims(claims) ? Object.freeze(claims) : undefined;
  } catch {
    return undefined;
  }
}

function isSessionClaims(value: unknown): value is SessionClaims {
  return (
    typeof value === 'object' && value !== null && 'exp' in value && typeof value.exp === 'number'
  );
}
