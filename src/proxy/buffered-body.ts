/** Bodies that are waited for before they go on. */
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { MAX_BYTES, type BodyCopy } from './body-copy.ts';

/** Waits for the end of a body, or for the maximum that is inspected; returns all of it. */
export async function bufferedBody(source: IncomingMessage, copy: BodyCopy): Promise<Readable> {
  const chunks: Buffer[] = [];
  let size = 0;
  // The reader of the result reads the rest.
  for await (const chunk of source.iterator({ destroyOnReturn: false })) {
    const bytes = bytesOf(chunk);
    chunks.push(bytes);
    copy.add(bytes);
    size += bytes.length;
    if (size > MAX_BYTES) break;
  }
  return Readable.from(again(chunks, source), { objectMode: false });
}

async function* again(chunks: readonly Buffer[], rest: IncomingMessage): AsyncGenerator<Buffer> {
  yield* chunks;
  if (!rest.readableEnded) for await (const chunk of rest) yield bytesOf(chunk);
}

/** No encoding was set, so chunks are bytes. */
function bytesOf(chunk: unknown): Buffer {
  return Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
}
