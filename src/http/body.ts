/** Reads, decodes and parses request bodies up to a size limit. The caller reports errors. */
import { isUtf8 } from 'node:buffer';
import express from 'express';

import { hasBody } from './request-head.ts';
import type { Request, Response } from 'express';

export type BodyReading =
  | { readonly outcome: 'read'; readonly text: string }
  /** The request has no body, or an empty body. */
  | { readonly outcome: 'absent' }
  | { readonly outcome: 'tooLarge' }
  /** The Content-Encoding is unknown. */
  | { readonly outcome: 'unknownEncoding' }
  | { readonly outcome: keyof typeof BODY_PROBLEMS };

/** The problems of a body that cannot be read, as the end of a sentence that starts with "The body". */
export const BODY_PROBLEMS = {
  notUtf8: 'is not in UTF-8',
  undecodable: 'does not match its Content-Encoding',
  incomplete: 'is incomplete',
} as const;

export interface MediaType {
  /** In lower case, without parameters; empty if the request has none. */
  readonly name: string;
  readonly charset: 'utf-8' | 'other';
}

/** Parses Content-Type. JSON needs no charset (RFC 8259, section 11); a declared charset must be UTF-8. */
export function parseMediaType({ headers }: Request): MediaType {
  const [name = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';');
  const charsets = parameters
    .map((parameter) => parameter.trim())
    .filter((parameter) => parameter.startsWith('charset'));
  const allowsUtf8 = charsets.every((charset) => /^charset *= *"?utf-?8"?$/.test(charset));
  return { name: name.trim(), charset: allowsUtf8 ? 'utf-8' : 'other' };
}

/** Reads and decodes a body. @param limit maximum number of bytes after decoding */
export async function readBody(req: Request, res: Response, limit: number): Promise<BodyReading> {
  if (!hasBody(req)) return { outcome: 'absent' };
  const isPlain = hasPlainBody(req);
  if (isPlain && Number(req.headers['content-length']) > limit) return { outcome: 'tooLarge' };
  const problem = isPlain ? await readPlainBody(req) : await readEncodedBody(req, res, limit);
  if (problem !== undefined) return toReading(problem);
  const bytes: unknown = req.body;
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) return { outcome: 'absent' };
  return isUtf8(bytes) ? { outcome: 'read', text: bytes.toString('utf8') } : { outcome: 'notUtf8' };
}

/** Returns whether the body of a request is not encoded and has a Content-Length, as in most requests. */
function hasPlainBody({ headers }: Request): boolean {
  const encoding = headers['content-encoding'];
  return (
    headers['transfer-encoding'] === undefined &&
    (encoding === undefined || encoding.toLowerCase() === 'identity')
  );
}

/**
 * Collects the bytes in `req.body`, three times as fast as body-parser. Node enforces Content-Length.
 *
 * @returns the problem, as an error of body-parser; undefined if there is none
 */
function readPlainBody(req: Request): Promise<unknown> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    req.on('data', (part: Buffer) => parts.push(part));
    req.on('end', () => {
      const [first] = parts;
      req.body = first !== undefined && parts.length === 1 ? first : Buffer.concat(parts);
      resolve(undefined);
    });
    req.on('error', () => resolve(ABORTED));
    if (req.destroyed) resolve(ABORTED);
  });
}

const ABORTED = { type: 'request.aborted' };

/** Decodes the bytes into `req.body`. @returns the error of body-parser; undefined if there is none */
function readEncodedBody(req: Request, res: Response, limit: number): Promise<unknown> {
  return new Promise((resolve) => {
    express.raw({ limit, type: () => true })(req, res, resolve);
  });
}

export type ParsedJson =
  | { readonly outcome: 'parsed'; readonly value: unknown }
  /** `place` is ` at position 7`, or empty if the place of the error is unknown. */
  | { readonly outcome: 'malformed'; readonly place: string };

/** Parses JSON. The message of the parser is not returned, because it can repeat the input. */
export function parseJson(text: string): ParsedJson {
  try {
    // RFC 8259, section 8.1: a byte order mark may be ignored.
    const value: unknown = JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
    return { outcome: 'parsed', value };
  } catch (error) {
    const { message } = error as SyntaxError;
    // Only at the end: the message `Unexpected token 'a', "at position 7" is not valid JSON` has no position.
    const position = / at position \d+(?= \(line \d+ column \d+\)$|$)/.exec(message);
    return { outcome: 'malformed', place: position?.[0] ?? '' };
  }
}

/** Converts an error of body-parser. @throws the error if it has another cause than the body */
function toReading(error: unknown): BodyReading {
  const { type, status } = error as { readonly type?: unknown; readonly status?: unknown };
  switch (type) {
    case 'entity.too.large':
      return { outcome: 'tooLarge' };
    case 'encoding.unsupported':
      return { outcome: 'unknownEncoding' };
    case 'request.size.invalid':
    case 'request.aborted':
      return { outcome: 'incomplete' };
    default:
      if (status === 400) return { outcome: 'undecodable' };
      throw error;
  }
}
