import type { Request } from 'express';

import type { Access } from '../services.ts';
import { bearerToken } from '../../http/request-head.ts';
import { AccessRefusal } from './access-refusal.ts';
import { isSameSecret } from './same-secret.ts';

/** A load balancer asks this without a token; it tells nothing but whether the sandbox is up. */
const OPEN_PATH = '/ready';

/**
 * Keeps other people's pages and, where there is a control token, other people out of the control
 * API: who reads the inbox or the seed can sign in as anybody.
 */
export function controlGuard(access: Access): (req: Request) => void {
  const token = access.controlToken === undefined ? undefined : Buffer.from(access.controlToken);

  return (req) => {
    const { origin } = req.headers;
    if (origin !== undefined && !ownOrigins(req).includes(origin)) {
      throw new AccessRefusal(
        'originNotAllowed',
        403,
        'The control API takes no calls from pages of another origin.',
      );
    }
    if (token !== undefined && req.path !== OPEN_PATH && !carries(req, token)) {
      throw new AccessRefusal(
        'controlToken',
        401,
        'The control API of this sandbox needs its control token: Authorization: Bearer <token>.',
      );
    }
  };

  function ownOrigins(req: Request): readonly string[] {
    const direct = `http://${req.headers.host}`;
    return access.publicUrl === undefined ? [direct] : [direct, new URL(access.publicUrl).origin];
  }
}

function carries({ headers }: Request, token: Buffer): boolean {
  const given = bearerToken(headers.authorization);
  return given !== undefined && isSameSecret(token, given);
}
