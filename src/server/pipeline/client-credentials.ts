import { timingSafeEqual } from 'node:crypto';

import type { Request, RequestHandler } from 'express';

import type { Detail } from '../../contract/types.ts';
import { Refusal } from '../../domain/errors.ts';

/** §5.1: every request carries the id and the secret of a client application. */
export function createClientCredentialsStage(): RequestHandler {
  return (req, _res, next) => {
    const id = req.headers['service-client-id'];
    const secret = req.headers['service-client-secret'];
    const { context } = req;
    const client = typeof id === 'string' ? context.clients.get(id) : undefined;
    if (
      client === undefined ||
      typeof secret !== 'string' ||
      !isSameSecret(client.secret, secret)
    ) {
      throw new Refusal('clientCredentials', 'The client credentials are missing or wrong.', {
        details: listCredentialDetails(req),
      });
    }
    if (context.unknown !== undefined) throw context.unknown;
    context.client = client;
    next();
  };
}

const HEADERS = ['service-client-id', 'service-client-secret'];

/** Names missing headers, but not which header is wrong. */
function listCredentialDetails({ headers }: Request): readonly Detail[] {
  const missing = HEADERS.filter((header) => typeof headers[header] !== 'string');
  const message = missing.length > 0 ? 'is required' : 'must belong to a client application';
  const kind = missing.length > 0 ? 'missing' : 'value';
  const wrong = missing.length > 0 ? missing : HEADERS;
  return wrong.map((header) => ({ pointer: `/headers/${header}`, message, kind }));
}

/** Returns whether two secrets are equal, in constant time. */
export function isSameSecret(secret: string, candidate: string): boolean {
  const [expected, bytes] = [Buffer.from(secret), Buffer.from(candidate)];
  return bytes.length === expected.length && timingSafeEqual(bytes, expected);
}
