import cors from 'cors';
import type { CorsOptions } from 'cors';
import type { Request, RequestHandler } from 'express';

import { ControlRefusal } from '../../control/request/control-refusal.ts';
import { formatOriginAdvice, createOriginRule } from '../../http/allowed-origin.ts';
import type { Access } from '../services.ts';
import { isControlPath } from './control-guard.ts';

const POLICY: CorsOptions = {
  origin: true,
  // Includes methods that the service does not support, so that the page can read the 405.
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  exposedHeaders: [
    'Allow',
    'Retry-After',
    'X-Request-Id',
    'Preference-Applied',
    'flagbearer-fault',
    'flagbearer-chaos',
  ],
  maxAge: 600,
};

/**
 * Allows pages of this machine, and of the configured origins, to use the service (CORS). Runs before the
 * stages of workspace and service, so that a page can read why they reject a request.
 */
export function createServiceCors(access: Access): RequestHandler {
  const isAllowed = createOriginRule(access.cors);
  const allow = cors(POLICY);
  return (req, res, next) => {
    const { origin } = req.headers;
    if (origin === undefined || isControlPath(req.url)) {
      next();
      return;
    }
    if (isAllowed(origin)) {
      // Private Network Access: some browsers ask with this header before a public page uses a private network.
      if (req.headers['access-control-request-private-network'] === 'true')
        res.setHeader('Access-Control-Allow-Private-Network', 'true');
      allow(req, res, next);
    } else if (isPreflight(req)) throw createRefusal(origin);
    else next();
  };
}

/** Returns whether it is a CORS preflight request (Fetch, section 4.8). */
function isPreflight({ method, headers }: Request): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

function createRefusal(origin: string): ControlRefusal {
  return new ControlRefusal(
    'originNotAllowed',
    `Requests from web pages of this origin are rejected; ${formatOriginAdvice(origin)}.`,
  );
}
