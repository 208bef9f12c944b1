import type { Request, RequestHandler, Response } from 'express';

import type { Dialect } from '../../dialect/dialect.ts';
import { Refusal } from '../../domain/errors.ts';
import { BODY_PROBLEMS, parseMediaType, parseJson, readBody } from '../../http/body.ts';
import { hasBody } from '../../http/request-head.ts';
import type { BodyReading } from '../../http/body.ts';

/**
 * Reads a JSON body within the limits of the dialect (`limits.bodyBytes`, `requests.contentType`). Without
 * a body, or with an empty body, `req.body` is undefined rather than an empty object.
 */
export function createBodyStage({ limits, requests }: Dialect): RequestHandler {
  const { bodyBytes } = limits;
  return async (req, res, next) => {
    // A declared length over the limit is checked first: 413 before 415.
    const isWithinLimit = Number(req.headers['content-length'] ?? 0) <= bodyBytes;
    if (isWithinLimit && requests.contentType === 'enforce' && hasBody(req) && !isJson(req)) {
      throw createTypeRefusal('content-type', 'must be application/json, in UTF-8');
    }
    const reading = await readOnce(req, res, bodyBytes);
    switch (reading.outcome) {
      case 'read':
        req.body = parseValue(reading.text);
        break;
      case 'absent':
        req.body = undefined;
        break;
      case 'tooLarge':
        throw new Refusal('tooLarge', `The body exceeds the limit of ${bodyBytes} bytes.`, {
          details: [{ pointer: '/body', message: `must have at most ${bodyBytes} bytes` }],
        });
      case 'unknownEncoding':
        throw createTypeRefusal('content-encoding', 'must be gzip, deflate, br or absent');
      default:
        throw createMalformed(BODY_PROBLEMS[reading.outcome]);
    }
    next();
  };
}

/** Reads the body, unless an earlier stage has read it. */
export async function readOnce(req: Request, res: Response, limit: number): Promise<BodyReading> {
  req.context.bodyReading ??= await readBody(req, res, limit);
  return req.context.bodyReading;
}

function isJson(req: Request): boolean {
  const { name, charset } = parseMediaType(req);
  return name === 'application/json' && charset === 'utf-8';
}

function parseValue(text: string): unknown {
  const parsed = parseJson(text);
  if (parsed.outcome === 'parsed') return parsed.value;
  throw createMalformed('is not JSON', parsed.place);
}

const TYPE_PROBLEM = 'The body must be application/json in UTF-8.';
const ENCODING_PROBLEM = 'The Content-Encoding of the body is not supported.';

function createTypeRefusal(header: 'content-type' | 'content-encoding', message: string): Refusal {
  const problem = header === 'content-type' ? TYPE_PROBLEM : ENCODING_PROBLEM;
  const details = [{ pointer: `/headers/${header}`, message }];
  return new Refusal('unsupportedMediaType', problem, { details });
}

function createMalformed(problem: string, place = ''): Refusal {
  return new Refusal('malformed', `The body ${problem}.`, {
    details: [{ pointer: '/body', message: `${problem}${place}` }],
  });
}
