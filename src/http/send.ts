import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

import { createBatch } from '../batch.ts';
import { getErrorCode } from '../error-code.ts';
import { setTimeout } from '../ports/real-timers.ts';

/** A response; without a body if `body` is undefined. */
export interface OutgoingResponse {
  readonly status: number;
  /** Default: JSON. */
  readonly mediaType?: string;
  /** If `mediaType` is set, a string is sent unchanged. All other values are sent as JSON. */
  readonly body?: unknown;
}

export interface OutgoingStream {
  readonly mediaType: string;
  readonly chunks: AsyncIterable<string>;
}

/** Sends a response that must not be cached. Responses that are ready at the same time are sent in a batch. */
export function send(res: Response, response: OutgoingResponse): void {
  const text = serializeBody(response);
  startResponse(res, response, text);
  endResponse({ res, text });
}

const endResponse = createBatch(
  ({ res, text }: { readonly res: Response; readonly text: string | undefined }) => {
    if (closesTooEarly(res)) endAfterRequestBody(res, text);
    else res.end(text);
  },
);

/** Maximum time to read the rest of a request body, in milliseconds. */
const DRAIN_TIMEOUT = 2000;

/** Returns whether the end of the response would close the connection while the client sends its body. */
function closesTooEarly(res: Response): boolean {
  return !res.req.complete && res.getHeader('Connection') === 'close';
}

/**
 * Sends a response, but closes the connection only after the client has sent its body, or after DRAIN_TIMEOUT.
 * If the connection were closed earlier, the client could miss the response (RFC 9112, section 9.6).
 */
function endAfterRequestBody(res: Response, text: string | undefined): void {
  const { req } = res;
  res.flushHeaders();
  if (text !== undefined) res.write(text);
  const endWithResponse = () => {
    clearTimeout(timeout);
    res.end();
  };
  const timeout = setTimeout(endWithResponse, DRAIN_TIMEOUT);
  req.once('close', endWithResponse);
  req.once('end', endWithResponse);
  req.resume();
}

export function serializeBody({ mediaType, body }: OutgoingResponse): string | undefined {
  if (body === undefined) return undefined;
  return mediaType !== undefined && typeof body === 'string' ? body : JSON.stringify(body);
}

/** Sets status and headers. @param text the body; undefined if the response has no body */
export function startResponse(
  res: Response,
  { status, mediaType = 'application/json' }: OutgoingResponse,
  text: string | undefined,
): void {
  res.statusCode = status;
  res.setHeader('Cache-Control', 'no-store');
  res.setHeader('X-Content-Type-Options', 'nosniff');
  if (mediaType === 'text/html') addPageHeaders(res);
  if (text !== undefined) res.setHeader('Content-Type', `${mediaType}; charset=utf-8`);
  if (text !== undefined || status !== 204) {
    res.setHeader('Content-Length', text === undefined ? 0 : Buffer.byteLength(text));
  }
}

/** The policy of report pages: scripts, requests, forms and frames are forbidden. */
const PAGE_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

function addPageHeaders(res: Response): void {
  res.setHeader('Content-Security-Policy', PAGE_POLICY);
  res.setHeader('Referrer-Policy', 'no-referrer');
  res.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
}

/** Streams a response with backpressure, until the response is complete or the client disconnects. */
export async function sendStream(
  res: Response,
  { mediaType, chunks }: OutgoingStream,
): Promise<void> {
  res.statusCode = 200;
  res.setHeader('Cache-Control', 'no-store');
  res.setHeader('X-Content-Type-Options', 'nosniff');
  res.setHeader('Content-Type', mediaType);
  // Proxies must not buffer the stream, and a stopping sandbox must not wait for this connection.
  res.setHeader('X-Accel-Buffering', 'no');
  res.setHeader('Connection', 'close');
  res.flushHeaders();
  if (res.req.method === 'HEAD') {
    res.end();
    return;
  }
  await pipeline(chunks, res).catch((error: unknown) => {
    // The client has disconnected.
    if (getErrorCode(error) !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}
