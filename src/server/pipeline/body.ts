import { isUtf8 } from 'node:buffer';
import express from 'express';
import type { Request, RequestHandler } from 'express';

import type { Dialect } from '../../dialect/dialect.ts';
import { Refusal } from '../../domain/errors.ts';

/**
 * Reads a JSON body within the limit of the dialect (`limits.bodyBytes`, `requests.contentType`).
 * Where there is none, or an empty one, `req.body` stays undefined: that is no empty object.
 */
export function jsonBody({ limits, requests }: Dialect): RequestHandler {
  const { bodyBytes } = limits;
  const read = express.raw({ limit: bodyBytes, type: () => true });
  return (req, res, next) => {
    if (!hasBody(req)) {
      next();
      return;
    }
    // What is too large by its own account is so whatever it is (design, section 2: 413, then 415).
    const isWithinLimit = Number(req.headers['content-length'] ?? 0) <= bodyBytes;
    if (isWithinLimit && requests.contentType === 'enforce' && !isJson(req)) {
      throw mediaType('content-type', 'must be application/json, in UTF-8');
    }
    read(req, res, (error: unknown) => {
      if (error !== undefined) {
        next(bodyRefusal(error, bodyBytes));
        return;
      }
      const body = parsed(req.body);
      if (body instanceof Refusal) {
        next(body);
        return;
      }
      req.body = body;
      next();
    });
  };
}

function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** RFC 8259, section 11: the type has no charset; the one that people give has to be the one it is in. */
function isJson({ headers }: Request): boolean {
  const [type = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';');
  const charsets = parameters.map((parameter) => parameter.trim()).filter(isCharset);
  return type.trim() === 'application/json' && charsets.every(isOfUtf8);
}

function isCharset(parameter: string): boolean {
  return parameter.startsWith('charset');
}

function isOfUtf8(charset: string): boolean {
  return /^charset *= *"?utf-?8"?$/.test(charset);
}

/** The value, undefined for an empty body, or the refusal of one that is not JSON in UTF-8. */
function parsed(bytes: unknown): unknown {
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) return undefined;
  if (!isUtf8(bytes)) return malformed('The body is not in UTF-8.', 'is not in UTF-8');
  try {
    // RFC 8259, section 8.1: a byte order mark may be ignored.
    return JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    // The parser's own words echo what was sent.
    return malformed('The body is not JSON.', `is not JSON${positionIn(error)}`);
  }
}

/** What the reader found wrong, in our words. */
function bodyRefusal(error: unknown, bodyBytes: number): unknown {
  switch (typeOf(error)) {
    case 'entity.too.large':
      return new Refusal('tooLarge', `The body is over the limit of ${bodyBytes} bytes.`, {
        details: [{ pointer: '/body', message: `must have ${bodyBytes} bytes at most` }],
      });
    case 'encoding.unsupported':
      return mediaType('content-encoding', 'must be gzip, deflate, br or absent');
    case 'request.size.invalid':
    case 'request.aborted':
      return malformed('The body did not arrive whole.', 'did not arrive whole');
    default:
      // A body that claims a Content-Encoding and does not keep it.
      return isClientError(error)
        ? malformed('The body can not be decoded.', 'is not in its Content-Encoding')
        : error;
  }
}

function mediaType(header: 'content-type' | 'content-encoding', message: string): Refusal {
  return new Refusal('mediaType', 'The body has to be application/json in UTF-8.', {
    details: [{ pointer: `/headers/${header}`, message }],
  });
}

function malformed(message: string, detail: string): Refusal {
  return new Refusal('malformed', message, { details: [{ pointer: '/body', message: detail }] });
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
