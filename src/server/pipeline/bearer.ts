import type { RequestHandler } from 'express';

import { readCustomSession, getSessionPointer } from '../../contract/wire/session-place.ts';
import type { OperationId } from '../../contract/types.ts';
import { getBearerUse, needsSession } from '../../dialect/bearer-use.ts';
import type { Dialect } from '../../dialect/dialect.ts';
import { Refusal, type ClientMistake } from '../../domain/errors.ts';
import { readBearerToken } from '../../http/request-head.ts';
import { verifySession } from '../../sessions/session-token.ts';
import type { Bearer, Client } from '../../domain/records.ts';
import type { WorkspaceId } from '../../store/store.ts';
import type { Services } from '../services.ts';
import { getClient, getWorkspaceId } from '../request-context.ts';
import { isSameSecret } from './client-credentials.ts';

/** Authenticates the bearer token if the operation reads one. */
export function createBearerStage(
  operationId: OperationId,
  dialect: Dialect,
  services: Services,
): RequestHandler {
  const use = getBearerUse(operationId, dialect);
  const hasCustomSession = dialect.session.sentIn !== 'authorization';
  if (use === 'ignored') return (_req, _res, next) => next();
  return async ({ context, headers }, _res, next) => {
    const session = readCustomSession(headers, dialect);
    const bearer = await (session === undefined
      ? readAuthorization(headers.authorization, getClient(context), getWorkspaceId(context))
      : readSession(session, getClient(context), getWorkspaceId(context)));
    requireUsableBearer(bearer);
    context.bearer = bearer;
    next();
  };

  async function readAuthorization(
    header: string | undefined,
    client: Client,
    workspace: WorkspaceId,
  ): Promise<Bearer> {
    if (header === undefined) return { kind: 'none' };
    const token = readBearerToken(header);
    if (token === undefined)
      throw createRefusal(
        'Expected an Authorization header of the form Bearer <token>, got another form.',
      );
    if (isSameSecret(client.accessToken, token)) return { kind: 'client' };
    if (hasCustomSession) {
      throw createRefusal('The bearer token is not the access token of this client.');
    }
    return readSession(token, client, workspace);
  }

  async function readSession(
    token: string,
    client: Client,
    workspace: WorkspaceId,
  ): Promise<Bearer> {
    const session = await services.store.read(workspace, (view) =>
      verifySession(token, view, services.tokens),
    );
    const isForeign = session?.clientId !== client.id && dialect.session.boundToClient === 'yes';
    if (session === undefined || isForeign) {
      const mistake = session === undefined ? undefined : 'sessionOfAnotherClient';
      if (hasCustomSession)
        throw createSessionRefusal('The session token is invalid or expired.', mistake);
      throw createRefusal(
        'The bearer token is neither the access token of this client nor a session token that is still valid.',
        mistake,
      );
    }
    return { kind: 'session', userId: session.userId };
  }

  function requireUsableBearer({ kind }: Bearer): void {
    if (hasCustomSession && kind !== 'session' && needsSession(operationId, dialect)) {
      throw createSessionRefusal('The session token of a user is required.');
    }
    if (kind === 'none') {
      if (use === 'required') throw createRefusal('A bearer token is required.');
    } else if (needsSession(operationId, dialect)) {
      if (kind !== 'session') {
        throw createRefusal(
          'Expected the session token of a user as bearer token, got the access token of the client.',
        );
      }
    } else if (use === 'required' && !dialect.bearer.accepts.includes(kind)) {
      throw createRefusal(
        kind === 'client'
          ? 'Expected the session token of a user as bearer token, got the access token of the client.'
          : 'Expected the access token of the client as bearer token, got the session token of a user.',
      );
    }
  }

  /** Returns the refusal of a session outside the Authorization header. */
  function createSessionRefusal(message: string, mistake?: ClientMistake): Refusal {
    const pointer = getSessionPointer(dialect.session);
    return new Refusal('bearer', message, {
      mistake,
      details: [{ pointer, message: 'must be a valid session token' }],
    });
  }
}

function createRefusal(message: string, mistake?: ClientMistake): Refusal {
  return new Refusal('bearer', message, {
    mistake,
    details: [{ pointer: '/headers/authorization', message: 'must be a valid bearer token' }],
  });
}
