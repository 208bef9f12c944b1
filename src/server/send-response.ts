import type { Request, Response } from 'express';

import { send, startResponse, serializeBody, type OutgoingResponse } from '../http/send.ts';

export function sendResponse(req: Request, res: Response, outgoing: OutgoingResponse): void {
  const { context } = req;
  context.sentResponse = outgoing;
  if (context.damage === 'malformed') sendMalformed(res, outgoing);
  else if (context.damage === 'truncate') sendHalf(req, res, outgoing);
  else send(res, outgoing);
}

/** Sends JSON without its last character. */
function sendMalformed(res: Response, outgoing: OutgoingResponse): void {
  const text = serializeBody(outgoing) ?? '{}';
  const broken = text.length > 1 ? text.slice(0, -1) : '{';
  startResponse(res, outgoing, broken);
  res.end(broken);
}

/** Sends the headers of the whole body and half of the body, then closes the connection. */
function sendHalf(req: Request, res: Response, outgoing: OutgoingResponse): void {
  const text = serializeBody(outgoing) ?? '{}';
  const bytes = Buffer.from(text);
  startResponse(res, outgoing, text);
  res.write(bytes.subarray(0, Math.floor(bytes.length / 2)));
  req.socket.destroySoon();
}
