/** A copy of what passes through, as far as it is short enough to be judged. */
import { isUtf8 } from 'node:buffer';
import { Transform } from 'node:stream';
import type { TransformCallback } from 'node:stream';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { ObservedBody } from './observed-exchange.ts';

/** Maximum bytes of a body that are copied, encoded and decoded. Bodies of the service are much smaller. */
export const MAX_BYTES = 1024 * 1024;

/** Encodings that can be decoded here; others are not requested. */
export const READABLE_ENCODINGS: ReadonlySet<string> = new Set([
  'gzip',
  'x-gzip',
  'deflate',
  'br',
  'identity',
]);

/** Content encodings of one body that are decoded: each costs time, whatever its size. */
const MAX_ENCODINGS = 2;

export class BodyCopy {
  #chunks: Buffer[] = [];
  #size = 0;

  add(chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#size > MAX_BYTES) this.#chunks = [];
    else this.#chunks.push(chunk);
  }

  get isTooLarge(): boolean {
    return this.#size > MAX_BYTES;
  }

  /** @param encoding Content-Encoding (RFC 9110, section 8.4) */
  read(encoding: string | undefined): ObservedBody {
    if (this.#size === 0) return { kind: 'none' };
    if (this.isTooLarge) return { kind: 'tooLarge' };
    const bytes = decoded(Buffer.concat(this.#chunks), encoding);
    if (bytes === null) return { kind: 'tooLarge' };
    return typeof bytes === 'string' ? unreadable(bytes) : parsed(bytes);
  }
}

/** Passes data on as it comes in, and keeps a copy. */
export class Tap extends Transform {
  readonly #copy: BodyCopy;

  constructor(copy: BodyCopy) {
    super();
    this.#copy = copy;
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    this.#copy.add(chunk);
    done(null, chunk);
  }
}

const DECODERS: Readonly<
  Record<string, (bytes: Buffer, options: { maxOutputLength: number }) => Buffer>
> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

/** The bytes without their encodings; null for too many, and in words why they can't be had. */
function decoded(bytes: Buffer, encoding: string | undefined): Buffer | string | null {
  const names = (encoding ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  if (names.length > MAX_ENCODINGS) return `has more than ${MAX_ENCODINGS} content encodings`;
  let whole = bytes;
  // The last one was applied last.
  for (const name of names.toReversed()) {
    const decoder = DECODERS[name];
    if (decoder === undefined) return 'has an unsupported Content-Encoding';
    try {
      whole = decoder(whole, { maxOutputLength: MAX_BYTES });
    } catch (error) {
      const isTooLarge = error instanceof RangeError;
      return isTooLarge ? null : 'does not match its Content-Encoding';
    }
  }
  return whole;
}

/** What cannot be decoded here may be decoded elsewhere. */
function unreadable(message: string): ObservedBody {
  return { kind: 'notJson', fault: { kind: 'encoding', message } };
}

function parsed(bytes: Buffer): ObservedBody {
  if (!isUtf8(bytes)) return unreadable('is not in UTF-8');
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  if (text === '') return { kind: 'none' };
  try {
    const value: unknown = JSON.parse(text);
    return { kind: 'json', value };
  } catch {
    return { kind: 'notJson', fault: { kind: 'syntax', message: 'is not JSON' } };
  }
}
