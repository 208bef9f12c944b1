import createClient, { type Client } from 'openapi-fetch';

import type { paths } from '../contract/api.gen.ts';
import { sendRequest, type ControlSchemas } from './control-client.ts';

/**
 * A client application of a workspace, typed by openapi/api.yaml: `POST` and `GET` take a path and resolve
 * to `{data, error, response}`. Every request has the credentials (§5.1), and the SMS send has the access
 * token (§5.2), unless the request has an Authorization header.
 */
export interface ServiceClient extends Client<paths> {
  /** service-client-id */
  readonly id: string;
  /** service-client-secret */
  readonly secret: string;
  /** The bearer token of the SMS send (§5.2). */
  readonly accessToken: string;
  /** Returns a client whose requests have the session token as bearer token. */
  as(sessionJwt: string): ServiceClient;
}

/** Returns a client. @param url the base URL of the service */
export function createServiceClient(
  url: string,
  credentials: ControlSchemas['Client'],
  sessionJwt?: string,
): ServiceClient {
  const { id, secret, accessToken } = credentials;
  const client = createClient<paths>({
    baseUrl: url,
    fetch: sendRequest,
    headers: { 'service-client-id': id, 'service-client-secret': secret },
  });
  client.use({
    onRequest({ request, schemaPath }) {
      const token = sessionJwt ?? (schemaPath === SMS_SEND ? accessToken : undefined);
      if (token === undefined || request.headers.has('authorization')) return;
      request.headers.set('authorization', `Bearer ${token}`);
    },
  });
  const as = (session: string) => createServiceClient(url, credentials, session);
  return Object.assign(client, { id, secret, accessToken, as });
}

const SMS_SEND: keyof paths = '/v1/auth/otp/sms:send';
