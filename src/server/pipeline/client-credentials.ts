import { timingSafeEqual } from 'node:crypto';

import type { Request, RequestHandler } from 'express';

import type { Client } from '../../domain/records.ts';
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
      throw createCredentialRefusal(req, client);
    }
    // Not earlier: without valid credentials, the response must not reveal whether the workspace exists.
    if (context.unknownWorkspaceError !== undefined) throw context.unknownWorkspaceError;
    context.client = client;
    next();
  };
}

const HEADERS = ['service-client-id', 'service-client-secret'];

/** Reports all missing headers; if no header is missing, the wrong header. @param client undefined for an unknown id */
function createCredentialRefusal({ headers }: Request, client: Client | undefined): Refusal {
  const missing = HEADERS.filter((header) => typeof headers[header] !== 'string');
  if (missing.length > 0) {
    const details = missing.map((header) => {
      return { pointer: `/headers/${header}`, message: 'is required', kind: 'missing' } as const;
    });
    return new Refusal('clientCredentials', 'The client credentials are missing.', { details });
  }
  const [problem, header, message] =
    client === undefined
      ? ['Unknown client id.', 'service-client-id', 'must be the id of a client application']
      : [
          'Wrong client secret.',
          'service-client-secret',
          'must be the secret of this client application',
        ];
  return new Refusal('clientCredentials', problem, {
    details: [{ pointer: `/headers/${header}`, message, kind: 'value' }],
  });
}

/** Returns whether two secrets are equal, in constant time. */
export function isSameSecret(secret: string, candidate: string): boolean {
  const [expected, bytes] = [Buffer.from(secret), Buffer.from(candidate)];
  return bytes.length === expected.length && timingSafeEqual(bytes, expected);
}
