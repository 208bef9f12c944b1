/** Reads the body of a control call: JSON, or a scenario in YAML as a text. */
import type { Request, Response } from 'express';

import * as http from '../../http/body.ts';
import { hasBody } from '../../http/request-head.ts';
import { ControlRefusal, refusalAt } from './control-refusal.ts';
import { YAML, YAML_TYPES } from './yaml-types.ts';

const MEBIBYTE = 1024 * 1024;

/** The limit of an operation whose body can hold a scenario, and that of the others, in bytes. */
const DOCUMENT_BYTES = 64 * MEBIBYTE;
const USUAL_BYTES = MEBIBYTE;

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
  const { name, charset } = http.mediaTypeOf(req);
  const mediaType = YAML_TYPES.includes(name) ? YAML : name;
  if (!takes.includes(mediaType) || charset !== 'utf-8') {
    const message = `The operation takes ${takes.join(' or ')}, in UTF-8.`;
    throw refusalAt('/headers/content-type', 'mediaType', message, `must be ${takes.join(' or ')}`);
  }
  const limit = size === 'document' ? DOCUMENT_BYTES : USUAL_BYTES;
  const reading = await http.readBody(req, res, limit);
  switch (reading.outcome) {
    case 'absent':
      return noBody;
    case 'read':
      return {
        value: mediaType === YAML ? reading.text : valueOf(reading.text),
        mediaType,
      };
    case 'tooLarge':
      throw new ControlRefusal('tooLarge', `The body is over the limit of ${limit} bytes.`);
    case 'unknownEncoding':
      throw refusalAt(
        '/headers/content-encoding',
        'mediaType',
        'The Content-Encoding is not one of gzip, deflate, br.',
      );
    case 'notUtf8':
      throw refusalAt('/body', 'malformed', 'The body is not in UTF-8.');
    case 'undecodable':
      throw refusalAt('/body', 'malformed', 'The body can not be decoded.');
    case 'incomplete':
      throw refusalAt('/body', 'malformed', 'The body did not arrive whole.');
  }
}

function valueOf(text: string): unknown {
  const parsed = http.parseJson(text);
  if (parsed.outcome === 'parsed') return parsed.value;
  throw refusalAt('/body', 'malformed', 'The body is not JSON.', `is not JSON${parsed.place}`);
}
