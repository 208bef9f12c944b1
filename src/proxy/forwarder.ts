/** Forwards requests to the deployment and streams responses back, without buffering. */
import * as http from 'node:http';
import * as https from 'node:https';
import { pipeline } from 'node:stream';
import { removeEndSlashes } from '../http/base-url.ts';
import { getHostName } from '../http/host-name.ts';
import { listValues, type Trouble } from './observed-exchange.ts';
import { toRequestHeaders, type OutgoingRequest } from './passed-headers.ts';
import { describeConnectionError } from '../reporting/connection-errors.ts';
import { isChunked } from './request-refusal.ts';

/** Milliseconds before an idle connection is closed; servers close it after five seconds or more. */
const IDLE_TIMEOUT = 4000;

type Forwarded = { readonly response: http.IncomingMessage } | { readonly trouble: Trouble };

export interface ForwarderOptions {
  /** Base URL; the path of the request is appended to its path. */
  readonly upstream: string;
  /** Its name in messages. */
  readonly shownUpstream: string;
  /** Milliseconds without data from the deployment before a timeout. */
  readonly timeout: number;
  /** The name of this proxy, for Via. */
  readonly name: string;
}

export class Forwarder {
  readonly #upstream: URL;
  readonly #timeout: number;
  readonly #shownOrigin: string;
  readonly #client: typeof http | typeof https;
  readonly #agent: http.Agent;
  readonly #name: string;

  constructor({ upstream, shownUpstream, timeout, name }: ForwarderOptions) {
    this.#name = name;
    this.#upstream = new URL(upstream);
    this.#shownOrigin = upstream === shownUpstream ? this.#upstream.origin : shownUpstream;
    this.#timeout = timeout;
    this.#client = this.#upstream.protocol === 'https:' ? https : http;
    const options = { keepAlive: true, timeout: IDLE_TIMEOUT, maxSockets: 256 };
    this.#agent = new this.#client.Agent(options);
  }

  /** Sends a request; resolves with the head of the response, or the reason why there is none. */
  async forward(outgoing: OutgoingRequest): Promise<Forwarded> {
    const firstResult = await this.#send(outgoing);
    // RFC 9110, section 9.2.2: a connection may close just as it is reused. Only a request that is
    // safe is sent again; a one-time password is not.
    const { body, method } = outgoing;
    const isSafe = body === null && (method === 'GET' || method === 'HEAD');
    return firstResult.isReused && isSafe ? this.#send(outgoing) : firstResult;
  }

  close(): void {
    this.#agent.destroy();
  }

  #send(outgoing: OutgoingRequest): Promise<Forwarded & { readonly isReused?: boolean }> {
    const { method, url, body, signal } = outgoing;
    const { protocol, port, pathname, host } = this.#upstream;
    const request = this.#client.request({
      protocol,
      hostname: getHostName(this.#upstream),
      port,
      method,
      // RFC 9112, section 3.2.4: `*` means the whole server.
      path: url === '*' ? url : removeEndSlashes(pathname) + url,
      headers: toRequestHeaders(outgoing, host, this.#name),
      agent: this.#agent,
      signal,
      // An option, since `setTimeout` of a request does not apply before the connection is open.
      timeout: this.#timeout,
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
        const problem = findResponseFault(response);
        if (problem === undefined) return resolve({ response });
        response.destroy();
        resolve({ trouble: this.#createUnusableError(problem) });
      });
      // It was not requested: Upgrade is not forwarded.
      request.once('upgrade', (_, socket) => {
        socket.destroy();
        resolve({ trouble: this.#createUnusableError('returns 101 to a request without Upgrade') });
      });
      request.once('error', (error: NodeJS.ErrnoException) => {
        const isReused = request.reusedSocket && error.code === 'ECONNRESET';
        resolve({ trouble: this.#toTrouble(error, isTimeout, signal), isReused });
      });
      if (body === null) request.end();
      // Errors are reported by the request.
      else pipeline(body, request, () => undefined);
    });
  }

  #createUnusableError(problem: string): Trouble {
    return { kind: 'unreachable', message: `${this.#shownOrigin} ${problem}.` };
  }

  #toTrouble(error: NodeJS.ErrnoException, isTimeout: boolean, { aborted }: AbortSignal): Trouble {
    const origin = this.#shownOrigin;
    if (aborted) return { kind: 'aborted', message: 'The client closed the connection.' };
    if (isTimeout) {
      return {
        kind: 'timeout',
        message: `${origin} did not respond within ${this.#timeout} ms (--timeout).`,
      };
    }
    return {
      kind: 'unreachable',
      message: `${origin} is unreachable: ${describeConnectionError(error)}.`,
    };
  }
}

const INVALID_STATUS_LINE = 'returns an invalid status line';

/** Returns why Node cannot forward a response that it has parsed (RFC 9112, sections 4 and 6.1). */
function findResponseFault(response: http.IncomingMessage): string | undefined {
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
