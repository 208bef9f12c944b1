import createClient from 'openapi-fetch';
import type { paths } from '../../contract/control.gen.ts';
import { getControlUrl, workspace as shownWorkspace } from '../state/route.ts';
import { askForToken, getControlToken } from '../state/token.ts';
import type { Schemas } from './schemas.ts';

const clients = new Map<string, ReturnType<typeof createControlClient>>();

/** Returns the operations of the control API; default: for the workspace that the page shows. */
export function getControlClient(
  workspace = shownWorkspace.value,
): ReturnType<typeof createControlClient> {
  const client = clients.get(workspace) ?? createControlClient(workspace);
  clients.set(workspace, client);
  return client;
}

function createControlClient(workspace: string) {
  return createClient<paths>({ baseUrl: getControlUrl(workspace), fetch: addToken });
}

async function addToken(request: Request): Promise<Response> {
  const token = getControlToken();
  if (token !== null) request.headers.set('authorization', `Bearer ${token}`);
  return fetch(request);
}

/**
 * Returns the body of a response.
 *
 * @throws ControlError if the sandbox refuses the request; Unreachable if it does not respond
 */
export async function readBody<Body>(
  request: Promise<{ data?: Body; error?: unknown; response: Response }>,
): Promise<Exclude<Body, undefined>> {
  const { data, error, response } = await request.catch(throwUnreachable);
  if (!response.ok) throw createRefusal(response.status, error);
  // A 204 has no body, and its type is undefined.
  return data as Exclude<Body, undefined>;
}

/** Requests a response other than JSON: a stream of events, or a file. */
export async function openControl(
  path: string,
  accept: string,
  { workspace = shownWorkspace.value, signal }: { workspace?: string; signal?: AbortSignal } = {},
): Promise<Response> {
  const request = new Request(`${getControlUrl(workspace)}${path}`, {
    headers: { accept },
    signal: signal ?? null,
  });
  const response = await addToken(request).catch(throwUnreachable);
  if (response.ok) return response;
  throw createRefusal(response.status, await response.json().catch(() => undefined));
}

function createRefusal(status: number, body: unknown): Error {
  const error = toError(status, body);
  if (error instanceof ControlError && error.code === 'controlToken') askForToken();
  return error;
}

function throwUnreachable(error: unknown): never {
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
    super(findings.length > 0 ? message : [message, ...details.map(formatDetail)].join(' '));
    this.status = status;
    this.code = code;
    this.details = details;
    this.findings = findings;
  }
}

/** Returns `times: must be 1 or more.` */
function formatDetail({ pointer, message }: Schemas['ErrorDetail']): string {
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
function toError(status: number, body: unknown): Error {
  return isControlError(body)
    ? new ControlError(status, body)
    : new Error(`The sandbox responded with status ${status}.`);
}

function isControlError(body: unknown): body is Schemas['Error'] {
  return typeof body === 'object' && body !== null && 'code' in body && 'message' in body;
}
