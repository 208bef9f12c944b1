/** Reads the body of a control call: JSON, or a scenario in YAML as a text. */
import express from 'express';
import type { Request, Response } from 'express';

import { ControlRefusal, refusalAt } from './control-refusal.ts';

const MEBIBYTE = 1024 * 1024;

/** The limit of an operation whose body can hold a scenario, and that of the others, in bytes. */
const DOCUMENT_BYTES = 64 * MEBIBYTE;
const USUAL_BYTES = MEBIBYTE;

/** Names that YAML had before it was registered (RFC 9512, section 2.1). */
const YAML_TYPES = ['application/yaml', 'application/x-yaml', 'text/yaml', 'text/x-yaml'];
const YAML = 'application/yaml';

/** What an operation takes, as its document says. */
export interface BodyRules {
  /** Media types. */
  readonly takes: readonly string[];
  readonly size: 'document' | 'usual';
}

export interface RequestBody {
  readonly value: unknown;
  /** The media type in the words of the document; undefined where there is no body. */
  readonly mediaType: string | undefined;
}

export const noBody: RequestBody = { value: undefined, mediaType: undefined };

/** @throws ControlRefusal malformed, tooLarge or mediaType */
export async function readBody(
  req: Request,
  res: Response,
  { takes, size }: BodyRules,
): Promise<RequestBody> {
  if (!hasBody(req)) return noBody;
  const mediaType = mediaTypeOf(req);
  if (mediaType === undefined || !takes.includes(mediaType)) {
    const message = `The operation takes ${takes.join(' or ')}.`;
    throw refusalAt('/headers/content-type', 'mediaType', message, `must be ${takes.join(' or ')}`);
  }
  const limit = size === 'document' ? DOCUMENT_BYTES : USUAL_BYTES;
  const parse =
    mediaType === YAML
      ? express.text({ limit, type: () => true })
      : express.json({ limit, strict: false, type: () => true });
  await new Promise<void>((resolve, reject) => {
    parse(req, res, (error: unknown) => {
      if (error === undefined) resolve();
      else reject(bodyRefusal(error, limit, mediaType) ?? asError(error));
    });
  });
  return { value: req.body, mediaType };
}

function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function mediaTypeOf({ headers }: Request): string | undefined {
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  const name = type.trim().toLowerCase();
  if (YAML_TYPES.includes(name)) return YAML;
  return name === '' ? undefined : name;
}

/** What the parser found wrong, in our words: its own echo what was sent. */
function bodyRefusal(error: unknown, limit: number, mediaType: string): ControlRefusal | undefined {
  switch (parserProblem(error)) {
    case undefined:
      return undefined;
    case 'entity.too.large':
      return new ControlRefusal('tooLarge', `The body is over the limit of ${limit} bytes.`);
    case 'charset.unsupported':
    case 'encoding.unsupported':
      return refusalAt(
        '/headers/content-type',
        'mediaType',
        `The body has to be ${mediaType} in UTF-8.`,
      );
    case 'entity.parse.failed':
      return refusalAt('/body', 'malformed', 'The body is not JSON.', `is not JSON${at(error)}`);
    default:
      return refusalAt('/body', 'malformed', 'The body did not arrive whole.');
  }
}

/** The type of an error that the caller made; undefined for another. */
function parserProblem(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('status' in error)) return undefined;
  if (typeof error.status !== 'number' || error.status >= 500) return undefined;
  return 'type' in error && typeof error.type === 'string' ? error.type : 'unknown';
}

function at(error: unknown): string {
  const position = error instanceof Error ? /at position (\d+)/.exec(error.message) : null;
  return position === null ? '' : ` at position ${position[1]}`;
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
