/** Signs and verifies the sessionJwt (§2.4, §5.8, RFC 7519). */
import type { Dialect } from '../dialect/dialect.ts';
import type { SigningKey, Tokens } from '../ports/tokens.ts';
import type { Session } from '../domain/records.ts';
import type { View } from '../store/store.ts';

/** A session that a sign-in opens. All fields except `signInKind` become claims of the sessionJwt (§2.4). */
export interface SessionGrant {
  readonly sessionId: string;
  readonly userId: string;
  readonly clientId: string;
  /** `signedUp`: the user was created. `linked`: an existing user was linked to this client (§5.6). */
  readonly signInKind: 'signedUp' | 'linked' | 'known';
  /** Milliseconds since the epoch, by the workspace clock. */
  readonly issuedAt: number;
  readonly expiresAt: number;
}

export function signSession(
  grant: SessionGrant,
  { key, dialect, tokens }: { key: SigningKey; dialect: Dialect; tokens: Tokens },
): Promise<string> {
  return tokens.sign(key, {
    [dialect.session.subjectClaim]: grant.userId,
    client_id: grant.clientId,
    jti: grant.sessionId,
    iat: toSeconds(grant.issuedAt),
    exp: toSeconds(grant.expiresAt),
  });
}

/**
 * Resolves to the session of a token; undefined if the signature is invalid, the workspace does not know the
 * session, or the session has expired by the workspace clock.
 */
export async function verifySession(
  token: string,
  view: View,
  tokens: Tokens,
): Promise<Session | undefined> {
  const { now } = view;
  const claims = await tokens.verify(await view.listSigningKeys(), token, now);
  if (typeof claims?.['jti'] !== 'string') return undefined;
  const session = await view.get('sessions', claims['jti']);
  return session !== undefined && session.expiresAt > now ? session : undefined;
}

function toSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}
