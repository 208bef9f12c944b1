import type { ErrorRequestHandler, Request, Response } from 'express';

import { ControlRefusal } from '../../control/request/control-refusal.ts';
import { toControlRefusal, sendControlRefusal } from '../../control/request/to-control-refusal.ts';
import { createErrorBody, type ErrorFacts } from '../../contract/error-body.ts';
import { ContractBreach } from '../../contract/validators.ts';
import { defaultDialect } from '../../dialect/keys.ts';
import { causes, Refusal, getStatus } from '../../domain/errors.ts';
import type { Log } from '../../ports/log.ts';
import { sendResponse } from '../send-response.ts';

/**
 * Responds to an error of a stage: a refusal of the service in the format of the dialect, any other refusal and all
 * errors of control requests in that of the control API, any other error as 500.
 */
export function createErrorStage(log: Log): ErrorRequestHandler {
  return (error: unknown, req, res, next) => {
    if (res.headersSent) {
      next(error);
      return;
    }
    if (error instanceof Refusal && req.context.area !== 'control') {
      sendServiceRefusal(error, req, res);
      return;
    }
    const refusal = toControlRefusal(error);
    if (refusal === undefined) sendInternalError(error, { req, res, log });
    else sendControlRefusal(refusal, req, res);
  };
}

function sendServiceRefusal(refusal: Refusal, req: Request, res: Response): void {
  const { context } = req;
  const { cause, message, details, mistake, allow, retryAfter } = refusal;
  context.outcome = cause;
  context.clause = causes[cause].clause;
  context.details = details;
  context.mistake = mistake;
  if (allow !== undefined) res.setHeader('Allow', allow.join(', '));
  if (retryAfter !== undefined) res.setHeader('Retry-After', retryAfter);
  // The rest of the body is not read.
  if (cause === 'tooLarge') res.setHeader('Connection', 'close');
  const status = getStatus(getDialect(req), cause);
  sendError({ code: cause, message, details, status }, req, res);
}

function sendInternalError(
  error: unknown,
  { req, res, log }: { readonly req: Request; readonly res: Response; readonly log: Log },
): void {
  log.error('internal error', { requestId: req.context.id, err: error, ...toBreachFields(error) });
  const message = 'Internal error; see the log of the sandbox.';
  if (req.context.area === 'control') {
    sendControlRefusal(new ControlRefusal('internal', message), req, res);
    return;
  }
  req.context.outcome = 'internal';
  sendError({ code: 'internal', message, details: [], status: 500 }, req, res);
}

function sendError(facts: ErrorFacts, req: Request, res: Response): void {
  const { status } = facts;
  const { mediaType, body } = createErrorBody(getDialect(req), facts);
  sendResponse(req, res, mediaType === null ? { status } : { status, mediaType, body });
}

/** Errors before the workspace is resolved use the default dialect. */
function getDialect({ context }: Request) {
  return context.contract?.dialect ?? defaultDialect;
}

function toBreachFields(error: unknown): Record<string, unknown> {
  if (!(error instanceof ContractBreach)) return {};
  const { operationId, status, pointer } = error;
  return { operation: operationId, status, pointer };
}
