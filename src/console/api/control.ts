import { computed } from '@preact/signals';
import createClient from 'openapi-fetch';
import type { paths } from '../../contract/control.gen.ts';
import { DEFAULT_WORKSPACE, getControlUrl, workspace } from '../state/route.ts';
import { askForToken, getControlToken } from '../state/token.ts';
import type { Schemas } from './schemas.ts';

/** The control API of the workspace that the page shows. */
export const control = computed(() => createControlClient(workspace.value));

/** The control API of the default workspace, which creates and deletes other workspaces. */
export const rootControl = createControlClient(DEFAULT_WORKSPACE);

function createControlClient(name: string) {
  return createClient<paths>({ baseUrl: getControlUrl(name), fetch: sendWithToken });
}

function sendWithToken(request: Request): Promise<Response> {
  const token = getControlToken();
  if (token !== null) request.headers.set('authorization', `Bearer ${token}`);
  return fetch(request);
}

export type ControlResponse<Body> = Promise<{ data?: Body; error?: unknown; response: Response }>;

/** Returns the response body. @throws ControlError for a refused request; UnreachableError without a response */
export async function readBody<Body>(
  request: ControlResponse<Body>,
): Promise<Exclude<Body, undefined>> {
  const { data, error, response } = await request.catch(throwUnreachable);
  if (!response.ok) throw handleRefusal(response.status, error);
  // The type of a body is undefined only for status 204.
  return data as Exclude<Body, undefined>;
}

/** Requests a file or a stream of events from the control API of the shown workspace. */
export async function openControl(
  path: string,
  accept: string,
  signal: AbortSignal | null = null,
): Promise<Response> {
  const url = `${getControlUrl(workspace.value)}${path}`;
  const request = new Request(url, { headers: { accept }, signal });
  const response = await sendWithToken(request).catch(throwUnreachable);
  if (response.ok) return response;
  throw handleRefusal(response.status, await response.json().catch(() => undefined));
}

/** Returns the error of a refused request; a missing or wrong token opens the token dialog. */
function handleRefusal(status: number, body: unknown): Error {
  if (!isControlError(body)) return new Error(`The sandbox responded with status ${status}.`);
  if (body.code === 'controlToken') askForToken();
  return new ControlError(status, body);
}

function isControlError(body: unknown): body is Schemas['Error'] {
  return typeof body === 'object' && body !== null && 'code' in body && 'message' in body;
}

function throwUnreachable(error: unknown): never {
  if (error instanceof DOMException && error.name === 'AbortError') throw error;
  throw new UnreachableError();
}

export class ControlError extends Error {
  override readonly name = 'ControlError';
  readonly status: number;
  readonly code: Schemas['ErrorCode'];
  readonly findings: readonly Schemas['Finding'][];

  constructor(status: number, { code, message, details, findings = [] }: Schemas['Error']) {
    // Findings are shown in a separate list.
    super(findings.length > 0 ? message : [message, ...details.map(formatDetail)].join(' '));
    this.status = status;
    this.code = code;
    this.findings = findings;
  }
}

/** Returns `times: must be 1 or more.` for the pointer `/body/times`. */
function formatDetail({ pointer, message }: Schemas['ErrorDetail']): string {
  const name = pointer.split('/').slice(2).at(-1);
  return name === undefined ? `${message}.` : `${name}: ${message}.`;
}

export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
  constructor() {
    super('The sandbox is unreachable.');
  }
}
