import createClient, { type Client, type Middleware } from 'openapi-fetch';

import type { components, paths } from '../contract/control.gen.ts';
import { describeConnectionError } from '../reporting/connection-errors.ts';
import { ControlError } from './control-error.ts';

export type ControlClient = Client<paths>;

export type ControlSchemas = components['schemas'];

/** Saved at import, because a test can replace the global `fetch` for the app under test. */
const originalFetch = globalThis.fetch;

export function createControlClient(
  controlUrl: string,
  controlToken: string | undefined,
): ControlClient {
  const client = createClient<paths>({
    baseUrl: controlUrl,
    fetch: sendRequest,
    ...(controlToken !== undefined && { headers: { authorization: `Bearer ${controlToken}` } }),
  });
  client.use(requirePathParameters);
  return client;
}

/** Throws a TypeError if a parameter of the path has no value. */
const requirePathParameters: Middleware = {
  onRequest({ request, schemaPath, params }) {
    for (const [placeholder, name = ''] of schemaPath.matchAll(/\{(\w+)\}/g)) {
      const value = params.path?.[name] ?? '';
      if (value !== '') continue;
      throw new TypeError(
        `${request.method} ${schemaPath}: expected a value for ${placeholder}, got undefined, null or ''`,
      );
    }
  },
};

/** Sends a request. @throws Error with URL and reason, instead of "fetch failed", if no response arrives */
export async function sendRequest(request: Request): Promise<Response> {
  try {
    return await originalFetch(request);
  } catch (cause) {
    const reason = describeConnectionError(cause);
    // The issuer of the TLS certificate is unknown.
    const fix = reason.includes('issuer')
      ? 'Set NODE_EXTRA_CA_CERTS to the file that `npx flagbearer certificate` prints.'
      : 'Check that it is running, and that the test has not closed it.';
    const { origin } = new URL(request.url);
    throw new Error(`The sandbox at ${origin} is unreachable: ${reason}. ${fix}`, { cause });
  }
}

/** Returns the body of a response. @throws ControlError for a refusal; Error if no sandbox responds */
export async function readData<Data>(
  request: Promise<{ data?: Data; error?: ControlSchemas['Error']; response: Response }>,
): Promise<Data> {
  const { data, error, response } = await request;
  // A successful response has the body that openapi/control.yaml declares.
  if (response.ok) return data as Data;
  if (Array.isArray(error?.details)) throw new ControlError(response.status, error);
  throw new Error(
    `${response.url} is not the control API of a sandbox: it responded with status ${response.status}. Check the URL.`,
  );
}
