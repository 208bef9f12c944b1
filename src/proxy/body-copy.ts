/** Copies request and response bodies while the proxy forwards them. */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { Readable, Transform } from 'node:stream';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { MAX_DEPTH } from '../documents/depth.ts';
import { tryParseJson } from '../documents/json-object.ts';
import { JsonScan } from '../documents/json-scan.ts';
import type { ObservedBody } from './forwarded-exchange.ts';

/** Maximum bytes of a copy, before and after decoding. Bodies of the service are much smaller. */
const MAX_BYTES = 1024 * 1024;

/** Maximum number of content encodings of one body: decoding each takes time, even if the body is small. */
const MAX_ENCODINGS = 2;

type Decoder = (bytes: Buffer, options: { maxOutputLength: number }) => Buffer;

/** Encodings that can be decoded here; others are not requested. */
export const DECODERS: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['deflate', inflateSync],
  ['br', brotliDecompressSync],
  ['identity', (bytes) => bytes],
]);

const TOO_LARGE: ObservedBody = { value: undefined, problem: { kind: 'tooLarge' } };
const TOO_DEEP: ObservedBody = {
  value: undefined,
  problem: { kind: 'tooLarge', message: `must have at most ${MAX_DEPTH} levels` },
};

export class BodyCopy {
  #chunks: Buffer[] = [];
  #size = 0;

  add(chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.isTooLarge) this.#chunks = [];
    else this.#chunks.push(chunk);
  }

  get isTooLarge(): boolean {
    return this.#size > MAX_BYTES;
  }

  /** Returns the decoded JSON, or why it cannot be read. @param encoding Content-Encoding (RFC 9110, section 8.4) */
  read(encoding: string | undefined): ObservedBody {
    if (this.isTooLarge) return TOO_LARGE;
    let bytes: Buffer = Buffer.concat(this.#chunks);
    if (bytes.length === 0) return { value: undefined };
    const names = (encoding ?? '')
      .toLowerCase()
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && name !== 'identity');
    if (names.length > MAX_ENCODINGS) {
      return createProblem('encoding', `has more than ${MAX_ENCODINGS} content encodings`);
    }
    // The last encoding in the header was applied last.
    for (const name of names.toReversed()) {
      const decoder = DECODERS.get(name);
      if (decoder === undefined)
        return createProblem('encoding', 'has an unsupported Content-Encoding');
      try {
        bytes = decoder(bytes, { maxOutputLength: MAX_BYTES });
      } catch (error) {
        if (error instanceof RangeError) return TOO_LARGE;
        return createProblem('encoding', 'does not match its Content-Encoding');
      }
    }
    return parseJson(bytes);
  }
}

function parseJson(bytes: Buffer): ObservedBody {
  if (!isUtf8(bytes)) return createProblem('encoding', 'is not in UTF-8');
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  if (text === '') return { value: undefined };
  const scan = new JsonScan();
  scan.push(bytes);
  if (scan.depth > MAX_DEPTH) return TOO_DEEP;
  const value = tryParseJson(text);
  return value === undefined ? createProblem('syntax', 'is not JSON') : { value };
}

function createProblem(kind: 'syntax' | 'encoding', message: string): ObservedBody {
  return { value: undefined, problem: { kind, message } };
}

/** Returns a stream that forwards data as it arrives, and adds the data to a copy. */
export function createTap(copy: BodyCopy): Transform {
  return new Transform({
    transform(chunk: Buffer, _, done) {
      copy.add(chunk);
      done(null, chunk);
    },
  });
}

/** Resolves when the body is complete or too large to copy, with a stream of the whole body. */
export async function bufferBody(source: IncomingMessage, copy: BodyCopy): Promise<Readable> {
  const chunks: Buffer[] = [];
  // The source stays open: the returned stream reads the remaining chunks. Each chunk is a Buffer, because no
  // encoding is set.
  for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    copy.add(chunk);
    if (copy.isTooLarge) break;
  }
  return Readable.from(streamAll(chunks, source), { objectMode: false });
}

async function* streamAll(
  chunks: readonly Buffer[],
  source: IncomingMessage,
): AsyncGenerator<Buffer> {
  yield* chunks;
  if (!source.readableEnded) yield* source;
}
