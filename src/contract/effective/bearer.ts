/** Security requirements of operations; schemes of bearer tokens and sessions (§5.2, §5.7, §5.8). */
import { getBearerUse, needsSession, type BearerUse } from '../../dialect/bearer-use.ts';
import type { Dialect } from '../../dialect/dialect.ts';
import type { SecurityRequirement, SecurityScheme } from '../openapi-document.ts';
import type { OperationId } from '../types.ts';

const CLIENT: SecurityRequirement = { clientId: [], clientSecret: [] };
const CLIENT_AND_BEARER: SecurityRequirement = { ...CLIENT, bearer: [] };
const CLIENT_AND_SESSION: SecurityRequirement = { ...CLIENT, session: [] };

/** Returns the alternatives of credentials that an operation accepts. */
export function listSecurity(
  operationId: OperationId,
  dialect: Dialect,
): readonly SecurityRequirement[] {
  // Whether sessions are sent in a custom header or cookie, not in Authorization.
  const hasCustomSession = dialect.session.sentIn !== 'authorization';
  if (hasCustomSession && needsSession(operationId, dialect)) return [CLIENT_AND_SESSION];
  const use = getBearerUse(operationId, dialect);
  const alternatives: Readonly<Record<BearerUse, readonly SecurityRequirement[]>> = {
    required: [CLIENT_AND_BEARER],
    optional: [CLIENT, CLIENT_AND_BEARER],
    ignored: [CLIENT],
  };
  return hasCustomSession && use !== 'ignored'
    ? [...alternatives[use], CLIENT_AND_SESSION]
    : alternatives[use];
}

/** Returns the scheme of a custom header or cookie for sessions; undefined if sessions are bearer tokens. */
export function createSessionScheme({ session: { sentIn } }: Dialect): SecurityScheme | undefined {
  if (sentIn === 'authorization') return undefined;
  return {
    type: 'apiKey',
    ...('header' in sentIn
      ? { in: 'header', name: sentIn.header }
      : { in: 'cookie', name: sentIn.cookie }),
    description: 'The sessionJwt of a user.',
    'x-open': 'session.sentIn',
  };
}

/** Describes the accepted bearer tokens, and the sessions of the dialect. */
export function createBearerScheme(scheme: SecurityScheme, dialect: Dialect): SecurityScheme {
  const { accepts } = dialect.bearer;
  const bearers = [
    ...(accepts.includes('client') ? ['the access token of the client application'] : []),
    ...(accepts.includes('session') ? ['the sessionJwt of a user'] : []),
  ];
  return {
    ...scheme,
    description: [
      `Accepted bearer tokens: ${bearers.join(' or ')}.`,
      'An operation on a user requires a sessionJwt.',
      `A sessionJwt is signed with ${dialect.session.algorithm}, expires after ${dialect.session.ttl},`,
      `contains the user id in the claim ${dialect.session.subjectClaim}, and is accepted`,
      dialect.session.boundToClient === 'yes'
        ? 'from the client that obtained it.'
        : 'from every client.',
      dialect.session.jwksPath === 'none'
        ? 'Its public keys are not served.'
        : `Its public keys are served at ${dialect.session.jwksPath}.`,
    ].join(' '),
    'x-session': { ...dialect.session },
  };
}
