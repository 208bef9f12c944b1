import type { IncomingHttpHeaders } from 'node:http';

import type { RequestHandler } from 'express';

import { readCustomSession } from '../../contract/wire/session-place.ts';
import type { OperationId } from '../../contract/types.ts';
import { getBearerUse, getSessionPointer, listAcceptedTokens } from '../../dialect/bearer-use.ts';
import type { Dialect } from '../../dialect/dialect.ts';
import { Refusal, type ClientMistake } from '../../domain/errors.ts';
import { readBearerToken } from '../../http/request-head.ts';
import { verifySession } from '../../sessions/session-token.ts';
import type { Client, TokenOwner } from '../../domain/records.ts';
import type { WorkspaceId } from '../../store/store.ts';
import type { Services } from '../services.ts';
import { getClient, getWorkspaceId } from '../request-context.ts';
import { isSameSecret } from './client-credentials.ts';

/** Authenticates the bearer token, or the session in a custom header or cookie, if the operation uses a token. */
export function createBearerStage(
  operationId: OperationId,
  dialect: Dialect,
  services: Services,
): RequestHandler {
  const use = getBearerUse(operationId, dialect);
  if (use === 'ignored') return (_req, _res, next) => next();
  const hasCustomSession = dialect.session.sentIn !== 'authorization';
  const acceptedKinds = listAcceptedTokens(operationId, dialect);
  // A custom session is not sent as a bearer token.
  const expectedTokenText = hasCustomSession
    ? TOKEN_NAMES.client
    : acceptedKinds.map((kind) => TOKEN_NAMES[kind]).join(' or ');
  return async ({ context, headers }, _res, next) => {
    context.bearer = await readBearer(headers, getClient(context), getWorkspaceId(context));
    next();
  };

  async function readBearer(
    headers: IncomingHttpHeaders,
    client: Client,
    workspace: WorkspaceId,
  ): Promise<TokenOwner> {
    // A browser sends a session cookie with every request, even to operations that do not accept it.
    const session = acceptedKinds.includes('session')
      ? readCustomSession(headers, dialect)
      : undefined;
    if (session !== undefined) return readSession(session, client, workspace);
    if (hasCustomSession && !acceptedKinds.includes('client')) {
      throw createSessionRefusal('The session token of a user is required.');
    }
    if (headers.authorization === undefined) {
      if (use === 'optional') return { kind: 'none' };
      throw createRefusal(`A bearer token is required: ${expectedTokenText}.`, 'is required');
    }
    const bearer = await readAuthorization(headers.authorization, client, workspace);
    if (acceptedKinds.includes(bearer.kind)) return bearer;
    throw createRefusal(
      `Expected ${expectedTokenText} as bearer token, got ${TOKEN_NAMES[bearer.kind]}.`,
      `must be ${expectedTokenText}`,
    );
  }

  async function readAuthorization(
    header: string,
    client: Client,
    workspace: WorkspaceId,
  ): Promise<AuthenticatedOwner> {
    const token = readBearerToken(header);
    if (token === undefined) {
      throw createRefusal(
        'Expected an Authorization header of the form Bearer <token>, got another form.',
        'must have the form Bearer <token>',
      );
    }
    if (isSameSecret(client.accessToken, token)) return { kind: 'client' };
    if (hasCustomSession) {
      throw createRefusal(
        `The bearer token is unknown. Expected ${expectedTokenText}.`,
        `must be ${expectedTokenText}`,
      );
    }
    return readSession(token, client, workspace);
  }

  async function readSession(
    token: string,
    client: Client,
    workspace: WorkspaceId,
  ): Promise<AuthenticatedOwner> {
    const session = await services.store.read(workspace, (view) =>
      verifySession(token, view, services.tokens),
    );
    if (session === undefined) throw createInvalidSessionRefusal();
    const isForeign = session.clientId !== client.id;
    if (isForeign && dialect.session.boundToClient === 'yes') {
      throw createInvalidSessionRefusal('sessionOfAnotherClient');
    }
    return { kind: 'session', userId: session.userId };
  }

  function createInvalidSessionRefusal(mistake?: ClientMistake): Refusal {
    if (hasCustomSession) {
      return createSessionRefusal('The session token is invalid or expired.', mistake);
    }
    const message = `The bearer token is unknown or expired. Expected ${expectedTokenText}.`;
    return createRefusal(message, `must be ${expectedTokenText}`, mistake);
  }

  function createSessionRefusal(message: string, mistake?: ClientMistake): Refusal {
    const pointer = getSessionPointer(dialect);
    return new Refusal('bearer', message, {
      mistake,
      details: [{ pointer, message: 'must be a valid session token' }],
    });
  }
}

type AuthenticatedOwner = Exclude<TokenOwner, { readonly kind: 'none' }>;

const TOKEN_NAMES = {
  client: 'the access token of the client',
  session: 'the session token of a user',
} as const;

function createRefusal(message: string, detail: string, mistake?: ClientMistake): Refusal {
  return new Refusal('bearer', message, {
    mistake,
    details: [{ pointer: '/headers/authorization', message: detail }],
  });
}
