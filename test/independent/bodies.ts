import type { IncomingMessage } from 'node:http';

import type { Fields } from './identities.ts';
import { Refusal } from './refusals.ts';
import type { Variant } from './variant.ts';

const MAX_BYTES = 1_000_000;

/** Resolves with the complete body, or with undefined if the body is too large. */
export async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) continue;
    length += chunk.length;
    if (length <= MAX_BYTES) chunks.push(chunk);
  }
  return length <= MAX_BYTES ? Buffer.concat(chunks) : undefined;
}

/** Returns the fields of a JSON object. Throws a Refusal for anything else. */
export function parseFields(
  body: Buffer | undefined,
  contentType: string | undefined,
  { requests }: Variant,
): Fields {
  const isJson = /^application\/json *(;|$)/i.test(contentType ?? '');
  if (requests.otherContentTypes === 'refused' && !isJson) throw new Refusal('contentType');
  if (body === undefined) throw new Refusal('tooLarge');
  const value = parseJson(body);
  if (!isObject(value)) throw new Refusal('malformed');
  return value;
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
