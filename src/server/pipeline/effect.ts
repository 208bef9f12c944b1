/** The effects of faults, the header Prefer and chaos on a request. */
import type { Request, RequestHandler, Response } from 'express';

import { parseJson } from '../../http/body.ts';
import { joinSignals } from '../../ports/join-signals.ts';
import type { FaultResponse } from '../../traffic/faults/fault-response.ts';
import { sendResponse } from '../send-response.ts';
import { getContract } from '../request-context.ts';
import type { Services } from '../services.ts';
import { readOnce } from './body.ts';

export interface Effect {
  /** Milliseconds. */
  readonly delay: number;
  /** Replaces the response of the service. */
  readonly response: FaultResponse | undefined;
  readonly connection: 'drop' | 'truncate' | 'malformed' | undefined;
}

/** Response header with the id of the fault; `prefer` if the Prefer header of the request selected the response. */
const FAULT_HEADER = 'flagbearer-fault';

/** Seconds in Retry-After of a fault response with 429 (RFC 9110, section 10.2.3). */
const RETRY_AFTER = 1;

export function markFault(req: Request, res: Response, fault: string): void {
  req.context.fault = fault;
  res.setHeader(FAULT_HEADER, fault);
}

/** Waits, then responds, closes the connection or continues with the request. */
export async function applyEffect(
  effect: Effect,
  [req, res, next]: Parameters<RequestHandler>,
  { pauses, closing }: Pick<Services, 'pauses' | 'closing'>,
): Promise<void> {
  const { context } = req;
  // Read the body first, so that the journal shows the body and the client can send all of it.
  await readParsedBody(req, res);
  if (effect.delay > 0) {
    const disconnected = createDisconnectSignal(res);
    const waiting = joinSignals(disconnected, closing);
    await pauses.pause(effect.delay, waiting.signal).finally(() => waiting.abort());
    if (disconnected.aborted) return;
  }
  if (effect.connection === 'drop') {
    context.outcome = 'fault';
    req.socket.destroy();
    return;
  }
  context.damage = effect.connection;
  if (effect.response === undefined) {
    next();
    return;
  }
  context.outcome = 'fault';
  const { status, cause } = effect.response;
  context.faultCause = cause;
  // With a cause, a 429 can mean something other than a rate limit.
  const isRateLimit = cause === undefined ? status === 429 : cause === 'rateLimited';
  if (isRateLimit) res.setHeader('Retry-After', RETRY_AFTER);
  sendResponse(req, res, effect.response);
}

/** Reads the body. `req.body` becomes the parsed value of a JSON body; for another body it has the bytes, if any. */
export async function readParsedBody(req: Request, res: Response): Promise<void> {
  const { bodyBytes } = getContract(req.context).dialect.limits;
  const reading = await readOnce(req, res, bodyBytes);
  const parsed = reading.outcome === 'read' ? parseJson(reading.text) : undefined;
  if (parsed?.outcome === 'parsed') req.body = parsed.value;
}

function createDisconnectSignal(res: Response): AbortSignal {
  const disconnected = new AbortController();
  if (res.destroyed || res.closed) disconnected.abort();
  else res.once('close', () => disconnected.abort());
  return disconnected.signal;
}
