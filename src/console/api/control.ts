import createClient from 'openapi-fetch';
import type { paths } from '../../contract/control.gen.ts';
import { controlUrl, workspace as shownWorkspace } from '../state/route.ts';
import { askForToken, controlToken } from '../state/token.ts';
import type { Schemas } from './schemas.ts';

const clients = new Map<string, ReturnType<typeof clientOf>>();

/** Returns the operations of the control API; default: for the workspace that the page shows. */
export function control(workspace = shownWorkspace.value): ReturnType<typeof clientOf> {
  const client = clients.get(workspace) ?? clientOf(workspace);
  clients.set(workspace, client);
  return client;
}

function clientOf(workspace: string) {
  return createClient<paths>({ baseUrl: controlUrl(workspace), fetch: authorized });
}

async function authorized(request: Request): Promise<Response> {
  const token = controlToken();
  if (token !== null) request.headers.set('authorization', `Bearer ${token}`);
  return fetch(request);
}

/**
 * Returns the body of a response.
 *
 * @throws ControlError if the sandbox refuses the request; Unreachable if it does not respond
 */
export async function bodyOf<Body>(
  request: Promise<{ data?: Body; error?: unknown; response: Response }>,
): Promise<Exclude<Body, undefined>> {
  const { data, error, response } = await request.catch(unreachable);
  if (!response.ok) throw refusal(response.status, error);
  // A 204 has no body, and its type is undefined.
  return data as Exclude<Body, undefined>;
}

/** Requests a response other than JSON: a stream of events, or a file. */
export async function openControl(
  path: string,
  accept: string,
  { workspace = shownWorkspace.value, signal }: { workspace?: string; signal?: AbortSignal } = {},
): Promise<Response> {
  const request = new Request(`${controlUrl(workspace)}${path}`, {
    headers: { accept },
    signal: signal ?? null,
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

/** A request that the sandbox refused. */
export class ControlError extends Error {
  override readonly name = 'ControlError';
  readonly status: number;
  readonly code: Schemas['ErrorCode'];
  readonly details: readonly Schemas['ErrorDetail'][];
  readonly findings: readonly Schemas['Finding'][];

  constructor(status: number, { code, message, details, findings = [] }: Schemas['Error']) {
    // Findings are shown in a separate list.
    super(findings.length > 0 ? message : [message, ...details.map(detailText)].join(' '));
    this.status = status;
    this.code = code;
    this.details = details;
    this.findings = findings;
  }
}

/** `times: must be 1 or more.` */
function detailText({ pointer, message }: Schemas['ErrorDetail']): string {
  const [, , ...names] = pointer.split('/');
  return `${[...names.slice(-1), message].join(': ')}.`;
}

/** A request that got no response. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
  constructor() {
    super('The sandbox is unreachable.');
  }
}

/** Returns the error of a response. @param body any value, since another server may respond */
function errorOf(status: number, body: unknown): Error {
  return isControlError(body)
    ? new ControlError(status, body)
    : new Error(`The sandbox responded with status ${status}.`);
}

function isControlError(body: unknown): body is Schemas['Error'] {
  return typeof body === 'object' && body !== null && 'code' in body && 'message' in body;
}
