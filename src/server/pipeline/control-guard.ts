import type { Request, RequestHandler } from 'express';

import { DEFAULT_WORKSPACE } from '../../control/request/workspace-urls.ts';
import type { Access } from '../services.ts';
import { bearerToken } from '../../http/request-head.ts';
import { AccessRefusal } from './access-refusal.ts';
import { isOfControl } from './control-path.ts';
import { isSameSecret } from './same-secret.ts';

/**
 * A load balancer asks this without a token; it tells nothing but whether the sandbox is up. Of another
 * workspace it would tell that there is one.
 */
const OPEN_PATH = '/sandbox/ready';

/**
 * Keeps other people's pages and, where there is a control token, other people out of the control
 * API: who reads the inbox or the seed can sign in as anybody. It comes before anybody looks for the
 * workspace, so that it refuses alike whether there is one.
 */
export function controlGuard(access: Access): RequestHandler {
  const token = access.controlToken === undefined ? undefined : Buffer.from(access.controlToken);

  return (req, _res, next) => {
    if (!isOfControl(req.url)) {
      next();
      return;
    }
    req.context.area = 'control';
    const { origin } = req.headers;
    if (origin !== undefined && !ownOrigins(req).includes(origin)) {
      throw new AccessRefusal(
        'originNotAllowed',
        403,
        'The control API rejects requests from web pages of other origins.',
      );
    }
    const isOpen = req.path === OPEN_PATH && req.context.workspace === DEFAULT_WORKSPACE;
    if (token !== undefined && !isOpen && !carries(req, token)) {
      throw new AccessRefusal(
        'controlToken',
        401,
        'The control API requires the control token: Authorization: Bearer <token>.',
      );
    }
    next();
  };

  function ownOrigins(req: Request): readonly string[] {
    const direct = `${req.protocol}://${req.headers.host}`;
    return access.publicUrl === undefined ? [direct] : [direct, new URL(access.publicUrl).origin];
  }
}

function carries({ headers }: Request, token: Buffer): boolean {
  const given = bearerToken(headers.authorization);
  return given !== undefined && isSameSecret(token, given);
}
