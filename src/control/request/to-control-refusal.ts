/** Converts errors to refusals of the control API, and sends them. */
import type { Request, Response } from 'express';

import { formatDetails } from '../../contract/error-body.ts';
import { Refusal, type Cause } from '../../domain/errors.ts';
import {
  StoreUnavailable,
  UnknownWorkspace,
  WorkspaceExists,
  WorkspaceLimit,
  WorkspaceReset,
} from '../../store/store.ts';
import { send } from '../../http/send.ts';
import { ControlRefusal, createRefusalAt, type ControlErrorCode } from './control-refusal.ts';

/** Causes of invalid requests; the other causes belong to the service. */
const REQUEST_CAUSES: { readonly [C in Cause]?: ControlErrorCode } = {
  malformed: 'malformed',
  invalidRequest: 'invalidRequest',
  tooLarge: 'tooLarge',
  unsupportedMediaType: 'unsupportedMediaType',
  notFound: 'notFound',
  methodNotAllowed: 'methodNotAllowed',
};

/** @returns undefined for an internal error */
export function toControlRefusal(error: unknown): ControlRefusal | undefined {
  if (error instanceof ControlRefusal) return error;
  if (error instanceof UnknownWorkspace) {
    return new ControlRefusal('workspaceUnknown', describeUnknownWorkspace(error.workspace));
  }
  if (error instanceof WorkspaceExists) {
    return createRefusalAt('/body/name', 'workspaceExists', error.message, 'must be unique');
  }
  if (error instanceof WorkspaceReset) {
    return new ControlRefusal('workspaceReset', error.message);
  }
  if (error instanceof StoreUnavailable) {
    return new ControlRefusal('storeUnavailable', error.message, { retryAfter: 1 });
  }
  if (error instanceof WorkspaceLimit) {
    const remedy =
      'Delete one (DELETE /sandbox/workspaces/{name}), or start the sandbox with a higher --workspace-limit.';
    return new ControlRefusal('workspaceLimit', `${error.message} ${remedy}`);
  }
  if (error instanceof Refusal) {
    const code = REQUEST_CAUSES[error.cause];
    if (code !== undefined) {
      return new ControlRefusal(code, error.message, { details: formatDetails(error.details) });
    }
  }
  // Express throws this for a path with invalid percent-encoding.
  if (error instanceof URIError) {
    return createRefusalAt('/path', 'malformed', 'The percent-encoding of the path is invalid.');
  }
  return undefined;
}

/** Sends a refusal, and records its code as the outcome of the request. */
export function sendControlRefusal(refusal: ControlRefusal, req: Request, res: Response): void {
  const { code, status, body, allow, retryAfter } = refusal;
  req.context.outcome = code;
  if (status === 401) res.setHeader('WWW-Authenticate', 'Bearer');
  if (allow !== undefined) res.setHeader('Allow', allow.join(', '));
  if (retryAfter !== undefined) res.setHeader('Retry-After', retryAfter);
  // The rest of the body is not read.
  if (code === 'tooLarge') res.setHeader('Connection', 'close');
  send(res, { status, body });
}

/** Returns an error message that says how to create the workspace. @param name as in the request, not validated */
function describeUnknownWorkspace(name: string): string {
  const isQuotable = /^[A-Za-z0-9._~-]{1,63}$/.test(name);
  const request =
    'POST /sandbox/workspaces {"name": "..."}; a name has up to 63 lower-case letters, digits and hyphens.';
  return isQuotable
    ? `Unknown workspace "${name}". Create it with ${request}`
    : `Unknown workspace: its name is invalid. Create one with ${request}`;
}
