import type { ErrorRequestHandler, Request, Response } from 'express';

import { errorBody } from '../../contract/error-body.ts';
import { ContractBreach } from '../../contract/validators.ts';
import type { ErrorCode } from '../../contract/words.ts';
import type { Dialect } from '../../dialect/dialect.ts';
import { defaultDialect } from '../../dialect/keys.ts';
import { causeClauses, Refusal } from '../../domain/errors.ts';
import type { Log } from '../../ports/log.ts';
import { StoreUnavailable, UnknownWorkspace, WorkspaceReset } from '../../store/store.ts';
import { AccessRefusal } from './access-refusal.ts';
import { howToMake } from '../../http/unknown-workspace.ts';
import { send } from '../../http/send.ts';
import { answer } from '../answer.ts';

/** Answers whatever a stage threw: a refusal as the dialect words it, a mistake of ours as a 500. */
export function refusals(log: Log): ErrorRequestHandler {
  return (error: unknown, req, res, next) => {
    const { call } = req;
    if (res.headersSent) {
      next(error);
      return;
    }
    if (error instanceof AccessRefusal) {
      call.outcome = error.code;
      refuseAccess(res, error);
    } else if (error instanceof UnknownWorkspace) {
      call.outcome = 'workspaceUnknown';
      refuseAccess(res, new AccessRefusal('workspaceUnknown', 404, howToMake(error.workspace)));
    } else if (error instanceof WorkspaceReset) {
      call.outcome = 'workspaceReset';
      refuseAccess(res, new AccessRefusal('workspaceReset', 409, error.message));
    } else if (error instanceof StoreUnavailable) {
      call.outcome = 'storeUnavailable';
      res.setHeader('Retry-After', 1);
      refuseAccess(res, new AccessRefusal('storeUnavailable', 503, error.message));
    } else {
      const dialect = call.contract?.dialect ?? defaultDialect;
      const refusal = asRefusal(error);
      call.outcome = refusal?.cause ?? 'internal';
      call.clause = refusal && causeClauses[refusal.cause];
      call.details = refusal?.details ?? [];
      call.slip = refusal?.slip;
      if (refusal === undefined) {
        log.error('internal error', { requestId: call.id, err: error, ...breachFields(error) });
        refuse(
          req,
          res,
          500,
          { code: 'internal', message: 'The sandbox made a mistake; its log says which.' },
          dialect,
        );
      } else {
        if (refusal.allow !== undefined) res.setHeader('Allow', refusal.allow.join(', '));
        if (refusal.retryAfter !== undefined) res.setHeader('Retry-After', refusal.retryAfter);
        // What is left of the body is not worth reading.
        if (refusal.cause === 'tooLarge') res.setHeader('Connection', 'close');
        const status = dialect.errors.status[refusal.cause];
        refuse(
          req,
          res,
          status,
          { code: refusal.cause, message: refusal.message, details: refusal.details },
          dialect,
        );
      }
    }
  };
}

function refuse(
  req: Request,
  res: Response,
  status: number,
  facts: { code: ErrorCode; message: string; details?: Refusal['details'] },
  dialect: Dialect,
): void {
  const { contentType, body } = errorBody(dialect, { details: [], ...facts, status });
  answer(req, res, contentType === null ? { status } : { status, mediaType: contentType, body });
}

function refuseAccess(res: Response, { status, code, message }: AccessRefusal): void {
  if (status === 401) res.setHeader('WWW-Authenticate', 'Bearer');
  send(res, { status, body: { code, message, details: [] } });
}

/** Express refuses a path whose percent-encoding is broken with an error of its own. */
function asRefusal(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  return error instanceof URIError
    ? new Refusal('notFound', 'The percent-encoding of the path is broken.')
    : undefined;
}

function breachFields(error: unknown): Record<string, unknown> {
  if (!(error instanceof ContractBreach)) return {};
  const { operationId, status, pointer } = error;
  return { operation: operationId, status, pointer };
}
