import type { Response } from 'express';

/** An answer as it goes out: JSON, unless another media type is named; no body where undefined. */
export interface OutgoingAnswer {
  readonly status: number;
  readonly mediaType?: string;
  /** A text goes out as it is where its media type is named; anything else as JSON. */
  readonly body?: unknown;
}

/** Sends an answer in one piece. Nothing that the sandbox answers may be cached. */
export function send(res: Response, { status, mediaType, body }: OutgoingAnswer): void {
  res.statusCode = status;
  res.setHeader('Cache-Control', 'no-store');
  if (body === undefined) {
    if (status !== 204) res.setHeader('Content-Length', 0);
    res.end();
    return;
  }
  const text = mediaType !== undefined && typeof body === 'string' ? body : JSON.stringify(body);
  res.setHeader('Content-Type', `${mediaType ?? 'application/json'}; charset=utf-8`);
  res.setHeader('Content-Length', Buffer.byteLength(text));
  res.end(text);
}
