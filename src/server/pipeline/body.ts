import express from 'express';
import type { Request, RequestHandler } from 'express';

import type { Dialect } from '../../dialect/dialect.ts';
import { Refusal } from '../../domain/errors.ts';

/** Reads a JSON body within the limit of the dialect (`limits.bodyBytes`, `requests.contentType`). */
export function jsonBody({ limits, requests }: Dialect): RequestHandler {
  const parse = express.json({ limit: limits.bodyBytes, strict: false, type: () => true });
  return (req, res, next) => {
    if (requests.contentType === 'enforce' && hasBody(req) && !isJson(req)) {
      throw new Refusal('mediaType', 'The body has to be application/json in UTF-8.', {
        details: [{ pointer: '/headers/content-type', message: 'must be application/json' }],
      });
    }
    parse(req, res, (error: unknown) => {
      if (error === undefined) next();
      else next(bodyRefusal(error, limits.bodyBytes));
    });
  };
}

function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function isJson({ headers }: Request): boolean {
  return /^application\/json *(;|$)/i.test(headers['content-type'] ?? '');
}

/** What the parser found wrong, in our words: its own echo what was sent. */
function bodyRefusal(error: unknown, bodyBytes: number): unknown {
  switch (typeOf(error)) {
    case 'entity.too.large':
      return new Refusal('tooLarge', `The body is over the limit of ${bodyBytes} bytes.`);
    case 'entity.parse.failed':
      return new Refusal('malformed', 'The body is not JSON.', {
        details: [{ pointer: '/body', message: `is not JSON${positionIn(error)}` }],
      });
    case 'charset.unsupported':
    case 'encoding.unsupported':
      return new Refusal('mediaType', 'The body has to be application/json in UTF-8.');
    case 'request.size.invalid':
    case 'request.aborted':
    case 'stream.encoding.set':
      return new Refusal('malformed', 'The body did not arrive whole.');
    default:
      // A body that claims a Content-Encoding and does not keep it.
      return isClientError(error)
        ? new Refusal('malformed', 'The body can not be decoded.')
        : error;
  }
}

function typeOf(error: unknown): unknown {
  return error instanceof Error && 'type' in error ? error.type : undefined;
}

function isClientError(error: unknown): boolean {
  return error instanceof Error && 'status' in error && error.status === 400;
}

function positionIn(error: unknown): string {
  const position = error instanceof Error ? /at position (\d+)/.exec(error.message) : null;
  return position === null ? '' : ` at position ${position[1]}`;
}
