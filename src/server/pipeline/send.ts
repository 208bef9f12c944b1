import type { Response } from 'express';

/** Sends a JSON body, or none, in one piece. Nothing that the sandbox answers may be cached. */
export function send(
  res: Response,
  status: number,
  answer: { readonly contentType: string; readonly body: unknown } | undefined,
): void {
  res.statusCode = status;
  res.setHeader('Cache-Control', 'no-store');
  if (answer === undefined) {
    res.setHeader('Content-Length', 0);
    res.end();
    return;
  }
  const text = JSON.stringify(answer.body);
  res.setHeader('Content-Type', `${answer.contentType}; charset=utf-8`);
  res.setHeader('Content-Length', Buffer.byteLength(text));
  res.end(text);
}
