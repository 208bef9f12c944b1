/** Forwards requests to the deployment and streams responses back, without buffering. */
import * as http from 'node:http';
import * as https from 'node:https';
import { pipeline } from 'node:stream';
import { removeEndSlashes } from '../http/base-url.ts';
import { getHostName } from '../http/host-name.ts';
import { listValues, type ExchangeError } from './forwarded-exchange.ts';
import { toRequestHeaders, type OutgoingRequest } from './passed-headers.ts';
import { describeConnectionError } from '../reporting/connection-errors.ts';
import { isChunked } from './request-refusal.ts';

/** Milliseconds before an idle connection is closed; servers close it after five seconds or more. */
const IDLE_TIMEOUT = 4000;

type Forwarded = { readonly response: http.IncomingMessage } | { readonly error: ExchangeError };

export interface ForwarderOptions {
  /** Base URL; the path of the request is appended to its path. */
  readonly upstream: string;
  /** The upstream in messages, without secrets. */
  readonly shownUpstream: string;
  /** Milliseconds without data from the deployment before a timeout. */
  readonly timeout: number;
  /** The name of this proxy, for Via. */
  readonly name: string;
}

export type Forwarder = ReturnType<typeof createForwarder>;

export function createForwarder({ upstream, shownUpstream, timeout, name }: ForwarderOptions) {
  const base = new URL(upstream);
  // The origin, unless the URL contains a secret.
  const shownTarget = upstream === shownUpstream ? base.origin : shownUpstream;
  const client = base.protocol === 'https:' ? https : http;
  const agent = new client.Agent({ keepAlive: true, timeout: IDLE_TIMEOUT, maxSockets: 256 });

  /** Also returns whether the server has closed a reused connection. */
  function send(outgoing: OutgoingRequest): Promise<Forwarded & { hasLostConnection?: boolean }> {
    const { method, url, body, signal } = outgoing;
    const { protocol, port, pathname, host } = base;
    const request = client.request({
      protocol,
      hostname: getHostName(base),
      port,
      method,
      // RFC 9112, section 3.2.4: `*` means the whole server.
      path: url === '*' ? url : removeEndSlashes(pathname) + url,
      headers: toRequestHeaders(outgoing, host, name),
      agent,
      signal,
      // An option, since `setTimeout` of a request does not apply before the connection is open.
      timeout,
      setHost: false,
      insecureHTTPParser: false,
    });
    return new Promise((resolve) => {
      let isTimeout = false;
      request.once('timeout', () => {
        isTimeout = true;
        request.destroy(new Error('timeout'));
      });
      request.once('response', (response) => {
        const problem = findResponseProblem(response);
        if (problem === undefined) return resolve({ response });
        response.destroy();
        resolve({ error: createUnusableError(problem) });
      });
      // No request asks for an upgrade, because the proxy does not forward the header Upgrade.
      request.once('upgrade', (_, socket) => {
        socket.destroy();
        resolve({ error: createUnusableError('returns 101 to a request without Upgrade') });
      });
      request.once('error', (error: NodeJS.ErrnoException) => {
        const hasLostConnection = request.reusedSocket && error.code === 'ECONNRESET';
        resolve({ error: toError(error, isTimeout, signal), hasLostConnection });
      });
      if (body === null) request.end();
      // Errors are reported by the request.
      else pipeline(body, request, () => undefined);
    });
  }

  function createUnusableError(problem: string): ExchangeError {
    return { kind: 'unreachable', message: `${shownTarget} ${problem}.` };
  }

  function toError(
    error: NodeJS.ErrnoException,
    isTimeout: boolean,
    { aborted }: AbortSignal,
  ): ExchangeError {
    if (aborted) return { kind: 'aborted', message: 'The client closed the connection.' };
    if (isTimeout) {
      const message = `${shownTarget} did not respond within ${timeout} ms (--timeout).`;
      return { kind: 'timeout', message };
    }
    const message = `${shownTarget} is unreachable: ${describeConnectionError(error)}.`;
    return { kind: 'unreachable', message };
  }

  return {
    /** Sends a request; resolves with the head of the response, or the reason why there is none. */
    async forward(outgoing: OutgoingRequest): Promise<Forwarded> {
      const firstResult = await send(outgoing);
      // A connection may close just as it is reused (RFC 9110, section 9.2.2). Only a safe request is
      // repeated: a repeated POST could send a second one-time password.
      const { body, method } = outgoing;
      const isSafe = body === null && (method === 'GET' || method === 'HEAD');
      return firstResult.hasLostConnection && isSafe ? send(outgoing) : firstResult;
    },
    close: () => agent.destroy(),
  };
}

const INVALID_STATUS_LINE = 'returns an invalid status line';

/** Returns why Node cannot forward a response that it has parsed (RFC 9112, sections 4 and 6.1). */
function findResponseProblem(response: http.IncomingMessage): string | undefined {
  const { statusCode = 0, statusMessage = '', rawHeaders } = response;
  const codings = listValues(rawHeaders, 'transfer-encoding');
  if (codings.length > 0 && !isChunked(codings)) return 'returns an unknown Transfer-Encoding';
  try {
    http.validateHeaderValue('reason', statusMessage);
  } catch {
    return INVALID_STATUS_LINE;
  }
  return statusCode >= 200 ? undefined : INVALID_STATUS_LINE;
}
