import type { Request, RequestHandler } from 'express';

import { ControlRefusal } from '../../control/request/control-refusal.ts';
import { DEFAULT_WORKSPACE } from '../../store/store.ts';
import type { Access } from '../services.ts';
import { readBearerToken } from '../../http/request-head.ts';
import { isSameSecret } from './client-credentials.ts';

export const CONTROL_PREFIX = /^\/sandbox(?=[/?]|$)/;

export function isControlPath(url: string): boolean {
  return CONTROL_PREFIX.test(url);
}

/**
 * The health check of the default workspace needs no token: it reveals only that the sandbox runs. For
 * another workspace, it would reveal that the workspace exists.
 */
const OPEN_PATH = '/sandbox/ready';

/**
 * Rejects pages of other origins. If there is a control token, also rejects requests without it: a reader
 * of the inbox or the seed can sign in as any user. Runs before the workspace is resolved, so that the
 * response does not reveal whether the workspace exists.
 */
export function createControlGuard(access: Access): RequestHandler {
  const token = access.controlToken;

  return (req, _res, next) => {
    if (!isControlPath(req.url)) {
      next();
      return;
    }
    req.context.area = 'control';
    const { origin } = req.headers;
    if (origin !== undefined && !listOwnOrigins(req).includes(origin)) {
      throw new ControlRefusal(
        'originNotAllowed',
        'The control API rejects requests from web pages of other origins. Send the request from a program or a test.',
      );
    }
    const isOpen = req.path === OPEN_PATH && req.context.workspace === DEFAULT_WORKSPACE;
    if (token !== undefined && !isOpen && !hasToken(req, token)) {
      throw new ControlRefusal(
        'controlToken',
        'The control token is missing or wrong. Send the token of the sandbox (--control-token, or printed at its start) as Authorization: Bearer <token>.',
      );
    }
    next();
  };

  function listOwnOrigins(req: Request): readonly string[] {
    const direct = `${req.protocol}://${req.headers.host}`;
    return access.publicUrl === undefined ? [direct] : [direct, new URL(access.publicUrl).origin];
  }
}

function hasToken({ headers }: Request, token: string): boolean {
  const sent = readBearerToken(headers.authorization);
  return sent !== undefined && isSameSecret(token, sent);
}
