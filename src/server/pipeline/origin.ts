import cors from 'cors';
import type { RequestHandler } from 'express';

import type { Access } from '../services.ts';
import { isLoopback } from './host.ts';

/** Lets pages of this machine, and of the origins that were named, call the service. */
export function serviceCors(access: Access): RequestHandler {
  const named = new Set(access.cors);
  const allow = cors({
    origin: (origin, decide) =>
      decide(
        null,
        origin !== undefined && (named.has('*') || named.has(origin) || isLoopbackOrigin(origin)),
      ),
    methods: ['GET', 'POST'],
    exposedHeaders: [
      'Retry-After',
      'X-Request-Id',
      'Preference-Applied',
      'flagbearer-fault',
      'flagbearer-chaos',
    ],
    maxAge: 600,
  });
  return (req, res, next) => {
    if (req.headers.origin === undefined) next();
    else allow(req, res, next);
  };
}

function isLoopbackOrigin(origin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname } = new URL(origin);
  return /^https?:$/.test(protocol) && isLoopback(hostname.replace(/^\[|\]$/g, ''));
}
