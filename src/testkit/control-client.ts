import createClient, { type Client } from 'openapi-fetch';

import type { components, paths } from '../contract/control.gen.ts';
import { ControlError } from './control-error.ts';

export type ControlClient = Client<paths>;

export type ControlSchemas = components['schemas'];

/** The fetch at the time of the import: a test may replace the global one for the app under test. */
const originalFetch = globalThis.fetch;

/**
 * Returns a client of the control API.
 *
 * @param controlUrl base URL of the control API
 * @param controlToken sent with every request, if given
 */
export function createControlClient(
  controlUrl: string,
  controlToken: string | undefined,
): ControlClient {
  return createClient<paths>({
    baseUrl: controlUrl,
    fetch: sendControlRequest,
    ...(controlToken !== undefined && { headers: { authorization: `Bearer ${controlToken}` } }),
  });
}

/**
 * Sends a request.
 *
 * @throws TypeError if a parameter of the path is undefined or null
 * @throws Error with the URL of an unreachable sandbox, instead of "fetch failed"
 */
export async function sendControlRequest(request: Request): Promise<Response> {
  const path = decodeURIComponent(new URL(request.url).pathname);
  const missing = /\{\w+\}/.exec(path)?.[0];
  if (missing !== undefined) {
    throw new TypeError(
      `${request.method} ${path}: expected a value for ${missing}, got undefined or null`,
    );
  }
  try {
    return await originalFetch(request);
  } catch (cause) {
    const { origin } = new URL(request.url);
    throw new Error(
      `The sandbox at ${origin} is unreachable. Check that it is running, and that the test has not closed it.`,
      { cause },
    );
  }
}

/** Returns the body of a response. @throws ControlError for a refusal */
export async function readData<Data>(
  request: Promise<{ data?: Data; error?: ControlSchemas['Error']; response: Response }>,
): Promise<Data> {
  const { data, error, response } = await request;
  if (error !== undefined) throw new ControlError(response.status, error);
  // A successful response has the body that the document declares, if any.
  return data as Data;
}
