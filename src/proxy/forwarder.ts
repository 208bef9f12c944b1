/** Forwards requests to the deployment and streams responses back, without buffering. */
import * as http from 'node:http';
import * as https from 'node:https';
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream';
import { requestHeaders } from './passed-headers.ts';
import { isChunked, valuesOf } from './request-refusal.ts';
import type { ObservedHeaders, Trouble } from './observed-exchange.ts';
import { withoutEndSlashes } from '../http/base-url.ts';

/**
 * Idle milliseconds before a connection is closed; servers close idle connections after five seconds or
 * more.
 */
const KEPT_IDLE = 4000;

export interface OutgoingRequest {
  readonly method: string;
  /** Path and query, as they were sent. */
  readonly url: string;
  readonly headers: ObservedHeaders;
  /** Null where the request has none. */
  readonly body: Readable | null;
  /** Aborts when the client has disconnected. */
  readonly signal: AbortSignal;
}

export type Forwarded = { readonly response: IncomingMessage } | { readonly trouble: Trouble };

export interface ForwarderOptions {
  /** Base URL; the path of the request is appended to its path. */
  readonly upstream: string;
  /** How messages name it. */
  readonly shownUpstream: string;
  /** How long the deployment may be silent, in milliseconds. */
  readonly timeout: number;
  /** The name of this proxy, for Via. */
  readonly name: string;
}

export class Forwarder {
  readonly #upstream: URL;
  readonly #timeout: number;
  readonly #shownOrigin: string;
  readonly #agent: http.Agent;
  readonly #name: string;

  constructor({ upstream, shownUpstream, timeout, name }: ForwarderOptions) {
    this.#name = name;
    this.#upstream = new URL(upstream);
    this.#shownOrigin = upstream === shownUpstream ? this.#upstream.origin : shownUpstream;
    this.#timeout = timeout;
    const Agent = this.#isSecure ? https.Agent : http.Agent;
    this.#agent = new Agent({ keepAlive: true, timeout: KEPT_IDLE, maxSockets: 256 });
  }

  get #isSecure(): boolean {
    return this.#upstream.protocol === 'https:';
  }

  /** Sends a request; resolves when the head of the response is there, or none will come. */
  async forward(outgoing: OutgoingRequest): Promise<Forwarded> {
    const first = await this.#send(outgoing, this.#agent);
    // RFC 9110, section 9.2.2: a connection may close just as it is used again. What is safe to
    // send twice is; a one-time password is not.
    const isSafe =
      outgoing.body === null && (outgoing.method === 'GET' || outgoing.method === 'HEAD');
    return 'reused' in first && first.reused && isSafe ? this.#send(outgoing, this.#agent) : first;
  }

  close(): void {
    this.#agent.destroy();
  }

  #send(
    outgoing: OutgoingRequest,
    agent: http.Agent,
  ): Promise<Forwarded & { readonly reused?: boolean }> {
    const { method, url, body, signal } = outgoing;
    const { protocol, hostname, port, pathname, host } = this.#upstream;
    const request = (this.#isSecure ? https : http).request({
      protocol,
      hostname: hostname.replace(/^\[|\]$/g, ''),
      port,
      method,
      // RFC 9112, section 3.2.4: `*` stands for the whole server.
      path: url === '*' ? url : withoutEndSlashes(pathname) + url,
      headers: requestHeaders(outgoing, host, this.#name),
      agent,
      signal,
      setHost: false,
      insecureHTTPParser: false,
    });
    return new Promise((resolve) => {
      let isLate = false;
      request.setTimeout(this.#timeout, () => {
        isLate = true;
        request.destroy(new Error('timeout'));
      });
      request.once('response', (response) => {
        const fault = faultOf(response);
        if (fault === undefined) return resolve({ response });
        response.destroy();
        resolve({ trouble: this.#unusable(fault) });
      });
      // It was not requested: Upgrade is not forwarded.
      request.once('upgrade', (_, socket) => {
        socket.destroy();
        resolve({ trouble: this.#unusable('returns 101 to a request without Upgrade') });
      });
      request.once('error', (error: NodeJS.ErrnoException) => {
        const reused = request.reusedSocket && error.code === 'ECONNRESET';
        resolve({ trouble: this.#troubleOf(error, isLate, signal), reused });
      });
      send(request, body);
    });
  }

  #unusable(what: string): Trouble {
    return { kind: 'unreachable', message: `${this.#shownOrigin} ${what}.` };
  }

  #troubleOf(error: NodeJS.ErrnoException, isLate: boolean, { aborted }: AbortSignal): Trouble {
    const origin = this.#shownOrigin;
    if (aborted) return { kind: 'aborted', message: 'The client closed the connection.' };
    if (isLate) {
      return {
        kind: 'timeout',
        message: `${origin} did not respond within ${this.#timeout} ms (--timeout).`,
      };
    }
    return { kind: 'unreachable', message: `${origin} is unreachable (${reasonOf(error)}).` };
  }
}

/** RFC 9112, sections 4 and 6.1; Node reads more than it writes. Undefined for what can be sent on. */
function faultOf({
  statusCode = 0,
  statusMessage = '',
  rawHeaders,
}: IncomingMessage): string | undefined {
  const codings = valuesOf(rawHeaders, 'transfer-encoding');
  if (codings.length > 0 && !isChunked(codings)) return 'returns an unknown Transfer-Encoding';
  try {
    http.validateHeaderValue('reason', statusMessage);
  } catch {
    return NO_STATUS_LINE;
  }
  return statusCode >= 200 ? undefined : NO_STATUS_LINE;
}

const NO_STATUS_LINE = 'returns an invalid status line';

function send(request: ClientRequest, body: Readable | null): void {
  if (body === null) request.end();
  // Errors are reported by the request.
  else pipeline(body, request, () => undefined);
}

/** Several addresses may have been tried, each with its own error. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) {
    return [...new Set(error.errors.map(reasonOf))].join(', ');
  }
  if (!(error instanceof Error)) return 'unknown reason';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}
