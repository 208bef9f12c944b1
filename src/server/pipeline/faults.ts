import type { NextFunction, Request, RequestHandler, Response } from 'express';

import { readCustomSession } from '../../contract/wire/session-place.ts';
import { readBearerToken } from '../../http/request-head.ts';
import { verifySession } from '../../sessions/session-token.ts';
import { createFaultResponse } from '../../traffic/faults/fault-response.ts';
import { matchFault } from '../../traffic/faults/match-fault.ts';
import type { RequestIdentifiers } from '../../traffic/journal/request-user.ts';
import { parseDelay } from '../../traffic/faults/preference.ts';
import { getContract, getWorkspaceId, readRequestedUserId } from '../request-context.ts';
import type { Services } from '../services.ts';
import { readParsedBody, markFault, applyEffect } from './effect.ts';

/** Applies the faults of the workspace; a Prefer header of the request takes precedence. */
export function createFaultStage(services: Services): RequestHandler {
  const { store, tokens } = services;
  return (req, res, next) => {
    const { context } = req;
    if (context.faults.length > 0 && context.fault === undefined)
      return applyOrContinue(next, req, res);
    // Most requests continue here, without a promise.
    next();
    return undefined;
  };

  async function applyOrContinue(next: NextFunction, req: Request, res: Response): Promise<void> {
    const { context } = req;
    const fault = await matchFault(store, getWorkspaceId(context), context.faults, {
      operationId: context.operationId,
      headers: req.headers,
      readUserIdentifiers: () => readUserIdentifiers(req, res),
    });
    if (fault === undefined) {
      next();
      return;
    }
    markFault(req, res, fault.id);
    const { delay, connection } = fault.effect;
    const effect = {
      delay: delay === undefined ? 0 : (parseDelay(delay) ?? 0),
      response: createFaultResponse(fault.effect, getContract(context), context.operationId),
      connection,
    };
    await applyEffect(effect, [req, res, next], services);
  }

  async function readUserIdentifiers(req: Request, res: Response): Promise<RequestIdentifiers> {
    const { context } = req;
    await readParsedBody(req, res);
    const clientId = req.headers['service-client-id'];
    return {
      operationId: context.operationId,
      clientId: typeof clientId === 'string' ? clientId : null,
      userId: readRequestedUserId(req) ?? (await findSessionUser(req)),
      body: req.body,
    };
  }

  async function findSessionUser({ headers, context }: Request): Promise<string | undefined> {
    const { dialect } = getContract(context);
    const token = readCustomSession(headers, dialect) ?? readBearerToken(headers.authorization);
    if (token === undefined) return undefined;
    const session = await store.read(getWorkspaceId(context), (view) =>
      verifySession(token, view, tokens),
    );
    return session?.userId;
  }
}
