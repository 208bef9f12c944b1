/** A request on its way through the proxy: to the deployment, and back with the response. */
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { hasBody } from '../http/request-head.ts';
import { isInterfaceViolation, isAdditionalMember, type Violation } from '../judge/violation.ts';
import type { Clock } from '../ports/clock.ts';
import { BodyCopy, bufferBody, createTap } from './body-copy.ts';
import type { Forwarder } from './forwarder.ts';
import {
  getHeader,
  type ObservedBody,
  type ForwardedExchange,
  type ObservedResponse,
  type ExchangeError,
} from './forwarded-exchange.ts';
import { toResponseHeaders } from './passed-headers.ts';
import type { RequestRefusal } from './request-refusal.ts';
import type { TrafficJudge } from './traffic-judge.ts';

export interface ExchangeOptions {
  /** The name of the proxy in the Via header. */
  readonly name: string;
  /** Whether a request or response with violations is only reported, or replaced by an error. */
  readonly violations: 'reported' | 'refused';
  /** Checks the head of a request; undefined for a request that is forwarded. */
  readonly checkRequestHead: (req: IncomingMessage) => RequestRefusal | undefined;
  readonly clock: Clock;
  readonly trafficJudge: TrafficJudge;
  readonly forwarder: Forwarder;
}

/** Forwards a request and its response, and records the exchange, unless `checkRequestHead` refuses it. */
export async function proxyExchange(
  req: IncomingMessage,
  res: ServerResponse,
  { name, violations, checkRequestHead, clock, trafficJudge, forwarder }: ExchangeOptions,
): Promise<void> {
  const { method = 'GET', url = '/', rawHeaders } = req;
  const start = clock.now();
  const isEnforced = violations === 'refused';
  const disconnected = new AbortController();
  const requestBody = new BodyCopy();
  res.once('close', () => {
    if (!res.writableFinished) disconnected.abort();
  });

  const refusal = checkRequestHead(req);
  if (refusal !== undefined) return sendProblem(refusal.status, refusal.detail, []);
  const body = hasBody(req) ? await readBody() : null;
  if (body === 'aborted') return record(null, DISCONNECTED);
  if (isEnforced) {
    const found = trafficJudge.findViolations(createExchange(null, null));
    if (found.length > 0) {
      sendProblem(422, 'The request violates the contract and was not forwarded.', found);
      return record(null, REFUSED);
    }
  }
  const { signal } = disconnected;
  const forwarded = await forwarder.forward({ method, url, headers: rawHeaders, body, signal });
  if ('response' in forwarded) {
    return isEnforced
      ? sendValidatedResponse(forwarded.response)
      : sendResponse(forwarded.response);
  }
  const { error } = forwarded;
  // RFC 9110, sections 15.6.3 and 15.6.5
  if (error.kind !== 'aborted')
    sendProblem(error.kind === 'timeout' ? 504 : 502, error.message, []);
  return record(null, error);

  async function readBody(): Promise<Readable | 'aborted'> {
    if (isEnforced) return bufferBody(req, requestBody).catch(() => 'aborted' as const);
    const tap = createTap(requestBody);
    // Errors are reported by the request to the deployment.
    pipeline(req, tap).catch(() => undefined);
    return tap;
  }

  async function sendResponse(response: IncomingMessage): Promise<void> {
    const copy = new BodyCopy();
    startResponse(response);
    const error = await catchError(pipeline(response, createTap(copy), res));
    record(toObservedResponse(response, copy), error);
  }

  /** Sends the response once it is validated, or is too large to be validated. */
  async function sendValidatedResponse(response: IncomingMessage): Promise<void> {
    const copy = new BodyCopy();
    let content: Readable;
    try {
      content = await bufferBody(response, copy);
    } catch {
      res.destroy();
      return record(toObservedResponse(response, copy), createError());
    }
    const observed = toObservedResponse(response, copy);
    const found = trafficJudge
      .findViolations(createExchange(observed, null))
      .filter((violation) => violation.direction === 'response' && !isAdditionalMember(violation));
    if (found.length > 0) {
      content.destroy();
      sendProblem(502, 'The response of the deployment violates the contract.', found);
      return record(observed, null);
    }
    startResponse(response);
    record(observed, await catchError(pipeline(content, res)));
  }

  function startResponse(response: IncomingMessage): void {
    const { statusCode = 502, statusMessage } = response;
    res.writeHead(statusCode, statusMessage, toResponseHeaders(response, name));
  }

  /** Sends problem details (RFC 9457); the type shows that the proxy sent them, not the deployment. */
  function sendProblem(status: number, detail: string, found: readonly Violation[]): void {
    const problem = JSON.stringify({
      type: 'https://flagbearer.dev/problems/proxy',
      // RFC 9110 has renamed 422; Node has the former name.
      title: status === 422 ? 'Unprocessable Content' : STATUS_CODES[status],
      status,
      detail,
      ...(found.length > 0 && { violations: found }),
    });
    const isOnlyDialect = found.length > 0 && !found.some(isInterfaceViolation);
    res.writeHead(status, {
      'Content-Type': 'application/problem+json; charset=utf-8',
      'Content-Length': Buffer.byteLength(problem),
      'Cache-Control': 'no-store',
      'Flagbearer-Proxy': isOnlyDialect ? 'dialect' : 'error',
      // The rest of the request is not read.
      ...(req.complete ? {} : { Connection: 'close' }),
    });
    res.end(problem);
  }

  function catchError(transferred: Promise<void>): Promise<ExchangeError | null> {
    return transferred.then(() => null, createError);
  }

  function createError(): ExchangeError {
    return disconnected.signal.aborted
      ? DISCONNECTED
      : { kind: 'cut', message: 'The response of the deployment was incomplete.' };
  }

  function readObservedBody(): ObservedBody {
    const isComplete = !hasBody(req) || req.readableEnded;
    if (!isComplete && !requestBody.isTooLarge) return INCOMPLETE;
    return requestBody.read(getHeader(rawHeaders, 'content-encoding'));
  }

  function createExchange(
    response: ObservedResponse | null,
    error: ExchangeError | null,
  ): ForwardedExchange {
    const request = { method, url, headers: rawHeaders, body: readObservedBody() };
    return { at: start, durationMs: Math.max(0, clock.now() - start), request, response, error };
  }

  function record(response: ObservedResponse | null, error: ExchangeError | null): void {
    trafficJudge.record(createExchange(response, error));
  }
}

const DISCONNECTED: ExchangeError = {
  kind: 'aborted',
  message: 'The client closed the connection.',
};
const REFUSED: ExchangeError = {
  kind: 'refused',
  message: 'The proxy rejected the request (--enforce).',
};
/** The exchange ended before the client had sent the whole body. */
const INCOMPLETE: ObservedBody = { value: undefined, problem: { kind: 'incomplete' } };

function toObservedResponse(response: IncomingMessage, copy: BodyCopy): ObservedResponse {
  const { statusCode = 502, rawHeaders } = response;
  const encoding = getHeader(rawHeaders, 'content-encoding');
  return { status: statusCode, headers: rawHeaders, body: copy.read(encoding) };
}
