/** Reads the body of a control request: JSON or YAML. */
import type { Request, Response } from 'express';

import { isTooDeep, MAX_DEPTH } from '../../documents/depth.ts';
import * as httpBody from '../../http/body.ts';
import { hasBody } from '../../http/request-head.ts';
import { TimeSlices } from '../../ports/time-slices.ts';
import { ControlRefusal, createRefusalAt } from './control-refusal.ts';

/** The media type of YAML, and its names before it was registered (RFC 9512, section 2.1). */
export const YAML = 'application/yaml';

export const YAML_TYPES: readonly string[] = [
  YAML,
  'application/x-yaml',
  'text/yaml',
  'text/x-yaml',
];

const MEBIBYTE = 1024 * 1024;

/** The limits of a body in bytes. */
const MAX_BYTES = { document: 64 * MEBIBYTE, default: MEBIBYTE };

/** After a longer body is parsed, other requests are handled before the next step. */
const LONG_TEXT = 16_000;

export interface BodyRules {
  readonly mediaTypes: readonly string[];
  /** `document` if the body can contain a scenario. */
  readonly size: keyof typeof MAX_BYTES;
}

export interface RequestBody {
  /** The parsed JSON, or the text of YAML. */
  readonly value: unknown;
  /** The media type as openapi/control.yaml names it; undefined without a body. */
  readonly mediaType: string | undefined;
}

export const noBody: RequestBody = { value: undefined, mediaType: undefined };

/** @throws ControlRefusal malformed, tooLarge or unsupportedMediaType */
export async function readControlBody(
  req: Request,
  res: Response,
  { mediaTypes, size }: BodyRules,
): Promise<RequestBody> {
  if (!hasBody(req)) return noBody;
  const { name, charset } = httpBody.parseMediaType(req);
  const mediaType = YAML_TYPES.includes(name) ? YAML : name;
  if (!mediaTypes.includes(mediaType) || charset !== 'utf-8') {
    const accepted = mediaTypes.join(' or ');
    const message = `The operation accepts ${accepted} in UTF-8.`;
    const expected = `must be ${accepted}`;
    throw createRefusalAt('/headers/content-type', 'unsupportedMediaType', message, expected);
  }
  const limit = MAX_BYTES[size];
  const reading = await httpBody.readBody(req, res, limit);
  switch (reading.outcome) {
    case 'absent':
      return noBody;
    case 'read':
      return {
        value: mediaType === YAML ? reading.text : await parseValue(reading.text, size),
        mediaType,
      };
    case 'tooLarge':
      throw new ControlRefusal('tooLarge', `The body exceeds the limit of ${limit} bytes.`);
    case 'unknownEncoding':
      throw createRefusalAt(
        '/headers/content-encoding',
        'unsupportedMediaType',
        'Expected gzip, deflate or br as Content-Encoding, got another encoding.',
      );
    default:
      throw createRefusalAt(
        '/body',
        'malformed',
        `The body ${httpBody.BODY_PROBLEMS[reading.outcome]}.`,
      );
  }
}

async function parseValue(text: string, size: BodyRules['size']): Promise<unknown> {
  const parsed = httpBody.parseJson(text);
  if (text.length > LONG_TEXT) await new TimeSlices().yieldToEvents();
  if (parsed.outcome === 'parsed') {
    // In a scenario, the check of the document reports too many levels.
    if (size === 'document' || !(await isTooDeep(parsed.value))) return parsed.value;
    const limit = `must have at most ${MAX_DEPTH} levels`;
    throw createRefusalAt('/body', 'malformed', 'The body is nested too deeply.', limit);
  }
  const expected = `is not JSON${parsed.place}`;
  throw createRefusalAt('/body', 'malformed', 'The body is not JSON.', expected);
}
