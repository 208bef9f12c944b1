import type { ErrorRequestHandler, Request, Response } from 'express';

import { errorBody } from '../../contract/error-body.ts';
import { ContractBreach } from '../../contract/validators.ts';
import type { ErrorFacts } from '../../contract/error-body.ts';
import { defaultDialect } from '../../dialect/keys.ts';
import { causes, Refusal, statusOfCause } from '../../domain/errors.ts';
import { send } from '../../http/send.ts';
import { howToCreate } from '../../http/unknown-workspace.ts';
import type { Log } from '../../ports/log.ts';
import { StoreUnavailable, UnknownWorkspace, WorkspaceReset } from '../../store/store.ts';
import { sendResponse } from '../send-response.ts';
import { AccessRefusal } from './access-refusal.ts';

/** Responds to an error of a stage: a refusal in the form of the dialect, an internal error as 500. */
export function refusals(log: Log): ErrorRequestHandler {
  return (error: unknown, req, res, next) => {
    if (res.headersSent) {
      next(error);
      return;
    }
    const access = accessRefusalOf(error);
    const refusal = refusalOf(error);
    if (access !== undefined) refuseAccess(access, req, res);
    else if (refusal !== undefined) refuse(refusal, req, res);
    else breakDown(error, { req, res, log });
  };
}

function accessRefusalOf(error: unknown): AccessRefusal | undefined {
  if (error instanceof AccessRefusal) return error;
  if (error instanceof UnknownWorkspace) {
    return new AccessRefusal('workspaceUnknown', 404, howToCreate(error.workspace));
  }
  if (error instanceof WorkspaceReset) {
    return new AccessRefusal('workspaceReset', 409, error.message);
  }
  return error instanceof StoreUnavailable
    ? new AccessRefusal('storeUnavailable', 503, error.message)
    : undefined;
}

/** Express throws this for a path with invalid percent-encoding. */
function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  return error instanceof URIError
    ? new Refusal('notFound', 'The percent-encoding of the path is invalid.')
    : undefined;
}

function refuseAccess({ status, code, message }: AccessRefusal, req: Request, res: Response): void {
  req.context.outcome = code;
  if (status === 401) res.setHeader('WWW-Authenticate', 'Bearer');
  if (code === 'storeUnavailable') res.setHeader('Retry-After', 1);
  send(res, { status, body: { code, message, details: [] } });
}

function refuse(refusal: Refusal, req: Request, res: Response): void {
  const { context } = req;
  const { cause, message, details, slip, allow, retryAfter } = refusal;
  context.outcome = cause;
  context.clause = causes[cause].clause;
  context.details = details;
  context.slip = slip;
  if (allow !== undefined) res.setHeader('Allow', allow.join(', '));
  if (retryAfter !== undefined) res.setHeader('Retry-After', retryAfter);
  // The rest of the body is not read.
  if (cause === 'tooLarge') res.setHeader('Connection', 'close');
  const status = statusOfCause(dialectOf(req), cause);
  sendError({ code: cause, message, details, status }, req, res);
}

function breakDown(
  error: unknown,
  { req, res, log }: { readonly req: Request; readonly res: Response; readonly log: Log },
): void {
  req.context.outcome = 'internal';
  log.error('internal error', { requestId: req.context.id, err: error, ...breachFields(error) });
  const message = 'Internal error; see the log of the sandbox.';
  sendError({ code: 'internal', message, details: [], status: 500 }, req, res);
}

function sendError(facts: ErrorFacts, req: Request, res: Response): void {
  const { status } = facts;
  const { contentType, body } = errorBody(dialectOf(req), facts);
  sendResponse(
    req,
    res,
    contentType === null ? { status } : { status, mediaType: contentType, body },
  );
}

/** Errors before the workspace is resolved use the default dialect. */
function dialectOf({ context }: Request) {
  return context.contract?.dialect ?? defaultDialect;
}

function breachFields(error: unknown): Record<string, unknown> {
  if (!(error instanceof ContractBreach)) return {};
  const { operationId, status, pointer } = error;
  return { operation: operationId, status, pointer };
}
