/** The control API of a workspace, typed by its contract. */
import createClient from 'openapi-fetch';

import type { paths } from '../../contract/control.gen.ts';
import { controlUrl } from '../state/place.ts';
import { askForToken, controlToken } from '../state/token.ts';
import { ControlError, errorOf, Unreachable } from './control-error.ts';

const clients = new Map<string, ReturnType<typeof clientOf>>();

/** The operations of the control API, for a workspace. */
export function control(workspace: string): ReturnType<typeof clientOf> {
  const client = clients.get(workspace) ?? clientOf(workspace);
  clients.set(workspace, client);
  return client;
}

function clientOf(workspace: string) {
  return createClient<paths>({ baseUrl: controlUrl(workspace), fetch: authorized });
}

/** Sends a request of the control API with the control token, if there is one. */
async function authorized(request: Request): Promise<Response> {
  const token = controlToken();
  if (token !== null) request.headers.set('authorization', `Bearer ${token}`);
  return fetch(request);
}

/**
 * Returns the body of a response.
 *
 * @throws ControlError where it was refused; Unreachable
 */
export async function bodyOf<Body>(
  request: Promise<{ data?: Body; error?: unknown; response: Response }>,
): Promise<Exclude<Body, undefined>> {
  const { data, error, response } = await request.catch(unreachable);
  if (!response.ok) throw refusal(response.status, error);
  // A 204 has no body, and its type is that of no body.
  return data as Exclude<Body, undefined>;
}

/** Requests a response other than JSON: a stream of events, a file. */
export async function openControl(
  workspace: string,
  path: string,
  { accept, signal }: { readonly accept: string; readonly signal?: AbortSignal },
): Promise<Response> {
  const request = new Request(`${controlUrl(workspace)}${path}`, {
    headers: { accept },
    ...(signal === undefined ? {} : { signal }),
  });
  const response = await authorized(request).catch(unreachable);
  if (response.ok) return response;
  throw refusal(response.status, await response.json().catch(() => undefined));
}

function refusal(status: number, body: unknown): Error {
  const error = errorOf(status, body);
  if (error instanceof ControlError && error.code === 'controlToken') askForToken();
  return error;
}

function unreachable(error: unknown): never {
  if (error instanceof DOMException && error.name === 'AbortError') throw error;
  throw new Unreachable();
}
