import { bodyCorruptions } from './body-corruptions.ts';
import { headCorruptions } from './head-corruptions.ts';
import type { ContractRequest } from './contract-requests.ts';
import { toOneLine, type Draft, type Header } from './draft.ts';
import type { Random } from './random.ts';

export interface RawRequest {
  /** Whether the sandbox must respond. */
  readonly response: Draft['response'];
  /** The request and its corruptions, such as `GET /user [pathCut, headerTwice]`. */
  readonly name: string;
  readonly bytes: Buffer;
  /** The number of parts in which the bytes are written to the connection. */
  readonly writes: number;
}

const CORRUPTIONS = { ...headCorruptions, ...bodyCorruptions };
const NAMES = Object.keys(CORRUPTIONS);

/** Serializes a request with zero to three corruptions. */
export function corruptRequest(
  request: ContractRequest,
  headers: readonly Header[],
  random: Random,
): RawRequest {
  const draft = createDraft(request, headers, random);
  const names = Array.from({ length: random.pick([0, 1, 1, 1, 2, 2, 3]) }, () =>
    random.pick(NAMES),
  );
  for (const name of names) CORRUPTIONS[name]?.(draft, random);
  return {
    name: `${request.method} ${request.path.slice(0, 80)} [${names.join(', ')}]`,
    bytes: serialize(draft),
    writes: random.drawBoolean(0.1) ? 2 + random.drawBelow(6) : 1,
    response: draft.response,
  };
}

function createDraft(request: ContractRequest, headers: readonly Header[], random: Random): Draft {
  const { method, path, body, mediaType } = request;
  const allHeaders = [
    ...headers,
    ...request.headers.map(([name, value]): Header => [name, toOneLine(value)]),
  ];
  if (mediaType !== undefined) allHeaders.push(['Content-Type', mediaType]);
  // Half of the string bodies are not encoded as JSON.
  const isPlainText = typeof body === 'string' && random.drawBoolean(0.5);
  const text = isPlainText ? body : (JSON.stringify(body) ?? '');
  return {
    method,
    path,
    version: 'HTTP/1.1',
    headers: allHeaders,
    body: Buffer.from(text),
    framing: 'length',
    tail: Buffer.alloc(0),
    response: 'required',
  };
}

function serialize({ method, path, version, headers, body, framing, tail }: Draft): Buffer {
  const lines = [
    `${method} ${path} ${version}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ];
  if (framing === 'length') lines.push(`Content-Length: ${body.length}`);
  if (framing === 'chunked') lines.push('Transfer-Encoding: chunked');
  const content = framing === 'chunked' ? toChunks(body) : body;
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), content, tail]);
}

function toChunks(body: Buffer): Buffer {
  const parts: Buffer[] = [];
  const size = Math.max(1, Math.ceil(body.length / 5));
  for (let start = 0; start < body.length; start += size) {
    const chunk = body.subarray(start, start + size);
    parts.push(Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n'));
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')]);
}
