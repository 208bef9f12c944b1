/** The use of access and session tokens by operations, and the place of sessions (§5.2, §5.7, §5.8, §4.8). */
import type { OperationId } from '../contract/types.ts';
import type { Dialect } from './dialect.ts';

export type BearerUse = 'required' | 'optional' | 'ignored';

/** Returns how an operation uses an access or session token, wherever a session is sent. */
export function getBearerUse(operationId: OperationId, dialect: Dialect): BearerUse {
  const isRequired = dialect.bearer.requiredOn.includes(operationId);
  if (isRequired || needsSession(operationId, dialect)) return 'required';
  return operationId === 'addWalletToUser' || operationId === 'sendSmsOtp' ? 'optional' : 'ignored';
}

/** Returns whether only a session token is valid, because it identifies the user. */
export function needsSession(operationId: OperationId, dialect: Dialect): boolean {
  switch (operationId) {
    case 'getUser':
      return dialect.user.identifiedBy === 'bearerSession';
    case 'addWalletToUser':
      return dialect.identity.addWalletTarget === 'bearer';
    default:
      return false;
  }
}

/** Returns the tokens that are valid for an operation: the access token of the client, the session of a user. */
export function listAcceptedTokens(
  operationId: OperationId,
  dialect: Dialect,
): Dialect['bearer']['accepts'] {
  if (needsSession(operationId, dialect)) return ['session'];
  if (getBearerUse(operationId, dialect) === 'required') return dialect.bearer.accepts;
  // `bearer.accepts` applies only to required tokens. An optional token can be of either kind.
  return ['client', 'session'];
}

/** Returns the JSON pointer of a session in a request (`session.sentIn`). */
export function getSessionPointer({ session: { sentIn } }: Dialect): string {
  if (sentIn === 'authorization') return '/headers/authorization';
  return 'header' in sentIn ? `/headers/${sentIn.header.toLowerCase()}` : '/headers/cookie';
}
