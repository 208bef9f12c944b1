/** Request bodies: read within a limit, decoded, parsed. The caller reports errors. */
import { isUtf8 } from 'node:buffer';
import express from 'express';

import { BoundedCache } from '../bounded-cache.ts';
import { hasBody } from './request-head.ts';
import type { Request, RequestHandler, Response } from 'express';

export type BodyReading =
  | { readonly outcome: 'read'; readonly text: string }
  /** No body, or an empty one. */
  | { readonly outcome: 'absent' }
  | { readonly outcome: 'tooLarge' }
  | { readonly outcome: 'notUtf8' }
  /** Its Content-Encoding is unknown. */
  | { readonly outcome: 'unknownEncoding' }
  /** It does not match its Content-Encoding. */
  | { readonly outcome: 'undecodable' }
  | { readonly outcome: 'incomplete' };

export interface MediaType {
  /** In lower case, without parameters; empty where the request names none. */
  readonly name: string;
  readonly charset: 'utf-8' | 'other';
}

/** RFC 8259, section 11: JSON has no charset; a declared one has to be UTF-8. */
export function mediaTypeOf({ headers }: Request): MediaType {
  const header = headers['content-type'] ?? '';
  let mediaType = mediaTypes.get(header);
  if (mediaType === undefined) {
    mediaType = readMediaType(header);
    mediaTypes.set(header, mediaType);
  }
  return mediaType;
}

/** Clients repeat the header. */
const mediaTypes = new BoundedCache<string, MediaType>(100);

function readMediaType(header: string): MediaType {
  const [name = '', ...parameters] = header.toLowerCase().split(';');
  const charsets = parameters.map((parameter) => parameter.trim()).filter(isCharset);
  return { name: name.trim(), charset: charsets.every(isOfUtf8) ? 'utf-8' : 'other' };
}

/** @param limit bytes, once decoded */
export async function readBody(req: Request, res: Response, limit: number): Promise<BodyReading> {
  if (!hasBody(req)) return { outcome: 'absent' };
  const plain = isPlain(req);
  // Checks the declared length first.
  if (plain && Number(req.headers['content-length']) > limit) return { outcome: 'tooLarge' };
  const problem = plain ? await readPlain(req) : await readAny(req, res, limit);
  if (problem !== undefined) return problemOf(problem);
  const bytes: unknown = req.body;
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) return { outcome: 'absent' };
  return isUtf8(bytes) ? { outcome: 'read', text: bytes.toString('utf8') } : { outcome: 'notUtf8' };
}

/** Returns whether the body is not encoded and has a Content-Length, as in most requests. */
function isPlain({ headers }: Request): boolean {
  const encoding = headers['content-encoding'];
  return (
    headers['transfer-encoding'] === undefined &&
    (encoding === undefined || encoding.toLowerCase() === 'identity')
  );
}

/** Collects the bytes in `req.body` for a third of the cost of body-parser. Node enforces Content-Length. */
function readPlain(req: Request): Promise<unknown> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    req.on('data', (part: Buffer) => parts.push(part));
    req.on('end', () => {
      const [only] = parts;
      req.body = only !== undefined && parts.length === 1 ? only : Buffer.concat(parts);
      resolve(undefined);
    });
    req.on('error', () => resolve(ABORTED));
    if (req.destroyed) resolve(ABORTED);
  });
}

const ABORTED = { type: 'request.aborted' };

/** @returns the problem; undefined if there is none */
function readAny(req: Request, res: Response, limit: number): Promise<unknown> {
  return new Promise((resolve) => {
    void readerOf(limit)(req, res, resolve);
  });
}

export type ParsedJson =
  | { readonly outcome: 'parsed'; readonly value: unknown }
  | { readonly outcome: 'malformed'; readonly place: string };

/** Omits the message of the parser, which repeats the input. */
export function parseJson(text: string): ParsedJson {
  try {
    // RFC 8259, section 8.1: a byte order mark may be ignored.
    const value: unknown = JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
    return { outcome: 'parsed', value };
  } catch (error) {
    const position = error instanceof Error ? /at position (\d+)/.exec(error.message) : null;
    return {
      outcome: 'malformed',
      place: position === null ? '' : ` at position ${position[1]}`,
    };
  }
}

const readers = new Map<number, RequestHandler>();

function readerOf(limit: number): RequestHandler {
  let reader = readers.get(limit);
  if (reader === undefined) {
    reader = express.raw({ limit, type: () => true });
    if (readers.size < 64) readers.set(limit, reader);
  }
  return reader;
}

function problemOf(error: unknown): BodyReading {
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

function isCharset(parameter: string): boolean {
  return parameter.startsWith('charset');
}

function isOfUtf8(charset: string): boolean {
  return /^charset *= *"?utf-?8"?$/.test(charset);
}
