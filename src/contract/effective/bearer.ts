/** Which calls carry an Authorization header, and what it holds (§5.2, §5.7, §5.8). */
import { bearerUse, type BearerUse } from '../../dialect/bearer-use.ts';
import type { Dialect } from '../../dialect/dialect.ts';
import type { JsonValue, SecurityRequirement, SecurityScheme } from '../openapi-document.ts';
import type { OperationId } from '../words.ts';

const CLIENT: SecurityRequirement = { clientId: [], clientSecret: [] };
const CLIENT_AND_BEARER: SecurityRequirement = { ...CLIENT, bearer: [] };

/** The security of an operation: the alternatives of which one has to be fulfilled. */
export function securityOf(
  operationId: OperationId,
  dialect: Dialect,
): readonly SecurityRequirement[] {
  const alternatives: Readonly<Record<BearerUse, readonly SecurityRequirement[]>> = {
    required: [CLIENT_AND_BEARER],
    heeded: [CLIENT, CLIENT_AND_BEARER],
    unused: [CLIENT],
  };
  return alternatives[bearerUse(operationId, dialect)];
}

/** The bearer, described with what the dialect says of it and of sessions. */
export function bearerScheme(scheme: SecurityScheme, dialect: Dialect): SecurityScheme {
  const { accepts } = dialect.bearer;
  const session: { readonly [fact: string]: JsonValue } = { ...dialect.session };
  const bearers = [
    ...(accepts.includes('client') ? ['the access token of the client application'] : []),
    ...(accepts.includes('session') ? ['the sessionJwt of a user'] : []),
  ];
  return {
    ...scheme,
    description: [
      `Where a bearer is needed: ${bearers.join(' or ')}.`,
      'Where a user has to be told, a sessionJwt.',
      `A sessionJwt is signed with ${dialect.session.algorithm}, lasts ${dialect.session.ttl},`,
      `names the user in ${dialect.session.subjectClaim} and is accepted`,
      dialect.session.boundToClient === 'yes'
        ? 'from the client that obtained it.'
        : 'from every client.',
      dialect.session.jwksPath === 'none'
        ? 'Its keys are not served.'
        : `Its keys are at ${dialect.session.jwksPath}.`,
    ].join(' '),
    'x-session': session,
  };
}
