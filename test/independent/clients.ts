import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

import { Refusal } from './refusals.ts';
import type { User } from './users.ts';

export interface Credentials {
  clientId: string;
  clientSecret: string;
  accessToken: string;
}

export interface Client extends Credentials {
  /** The user who signed in last through the client. */
  lastUser: User | undefined;
}

export function createClient(): Client {
  return {
    clientId: `client-${randomUUID()}`,
    clientSecret: randomBytes(24).toString('base64url'),
    accessToken: randomBytes(24).toString('base64url'),
    lastUser: undefined,
  };
}

/** Returns the client with the id and secret in the headers. Throws a Refusal if no client matches. §2.1, §5.1 */
export function authenticateClient(
  headers: IncomingHttpHeaders,
  clients: readonly Client[],
): Client {
  const client = clients.find(
    ({ clientId, clientSecret }) =>
      headers['service-client-id'] === clientId &&
      headers['service-client-secret'] === clientSecret,
  );
  if (client === undefined) throw new Refusal('credentials');
  return client;
}

export function parseBearer(headers: IncomingHttpHeaders): string | undefined {
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
}
