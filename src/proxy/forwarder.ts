/** Hands calls on to the deployment and its answers back, as they come: nothing waits for its end. */
import * as http from 'node:http';
import * as https from 'node:https';
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream';
import { requestHeaders } from './passed-headers.ts';
import type { SeenHeaders, Trouble } from './seen-call.ts';
import { withoutEndSlashes } from '../http/base-url.ts';

/** Milliseconds that an idle connection is kept; servers close them after five seconds and more. */
const KEPT_IDLE = 4000;

export interface OutgoingCall {
  readonly method: string;
  /** Path and query, as they were sent. */
  readonly url: string;
  readonly headers: SeenHeaders;
  /** Null where the request has none. */
  readonly body: Readable | null;
  /** Gives up when the client has gone. */
  readonly signal: AbortSignal;
}

export type Forwarded = { readonly answer: IncomingMessage } | { readonly trouble: Trouble };

export class Forwarder {
  readonly #upstream: URL;
  readonly #timeout: number;
  readonly #agent: http.Agent;

  /**
   * @param upstream base URL; what is called is put behind its path
   * @param timeout how long the deployment may be silent, in milliseconds
   */
  constructor(upstream: string, timeout: number) {
    this.#upstream = new URL(upstream);
    this.#timeout = timeout;
    const Agent = this.#isSecure ? https.Agent : http.Agent;
    this.#agent = new Agent({ keepAlive: true, timeout: KEPT_IDLE, maxSockets: 256 });
  }

  get #isSecure(): boolean {
    return this.#upstream.protocol === 'https:';
  }

  /** Sends a call; resolves when the head of the answer is there, or none will come. */
  async forward(call: OutgoingCall): Promise<Forwarded> {
    const first = await this.#send(call, this.#agent);
    // RFC 9110, section 9.2.2: a connection may close just as it is used again. What is safe to
    // send twice is; a one-time password is not.
    const isSafe = call.body === null && (call.method === 'GET' || call.method === 'HEAD');
    return 'reused' in first && first.reused && isSafe ? this.#send(call, this.#agent) : first;
  }

  close(): void {
    this.#agent.destroy();
  }

  #send(call: OutgoingCall, agent: http.Agent): Promise<Forwarded & { readonly reused?: boolean }> {
    const { method, url, body, signal } = call;
    const { protocol, hostname, port, pathname, host } = this.#upstream;
    const request = (this.#isSecure ? https : http).request({
      protocol,
      hostname: hostname.replace(/^\[|\]$/g, ''),
      port,
      method,
      path: withoutEndSlashes(pathname) + url,
      headers: [...requestHeaders(call.headers, host), ...framing(call)],
      agent,
      signal,
      setHost: false,
    });
    return new Promise((resolve) => {
      let isLate = false;
      request.setTimeout(this.#timeout, () => {
        isLate = true;
        request.destroy(new Error('timeout'));
      });
      request.once('response', (answer) => {
        if (canBeHandedBack(answer)) return resolve({ answer });
        answer.destroy();
        resolve({ trouble: this.#unusable('answers with a status line that is no HTTP') });
      });
      // Nobody has asked for it: the header that does is not passed on.
      request.once('upgrade', (_, socket) => {
        socket.destroy();
        resolve({ trouble: this.#unusable('answers 101 to a call that asks for no upgrade') });
      });
      request.once('error', (error: NodeJS.ErrnoException) => {
        const reused = request.reusedSocket && error.code === 'ECONNRESET';
        resolve({ trouble: this.#troubleOf(error, isLate, signal), reused });
      });
      send(request, body);
    });
  }

  #unusable(what: string): Trouble {
    return { kind: 'unreachable', message: `${this.#upstream.origin} ${what}.` };
  }

  #troubleOf(error: NodeJS.ErrnoException, isLate: boolean, { aborted }: AbortSignal): Trouble {
    const { origin } = this.#upstream;
    if (aborted) return { kind: 'aborted', message: 'The client went away before the end.' };
    if (isLate) {
      return {
        kind: 'timeout',
        message: `${origin} has not answered within ${this.#timeout} ms (--timeout).`,
      };
    }
    return { kind: 'unreachable', message: `${origin} does not answer (${reasonOf(error)}).` };
  }
}

/** RFC 9112, section 4; Node reads more than it writes. */
function canBeHandedBack({ statusCode = 0, statusMessage = '' }: IncomingMessage): boolean {
  try {
    http.validateHeaderValue('reason', statusMessage);
    return statusCode >= 200;
  } catch {
    return false;
  }
}

/** How the length of the body is told: as the client told it (RFC 9112, section 6). */
function framing({ method, headers, body }: OutgoingCall): string[] {
  const hasLength = headers.some((name, at) => at % 2 === 0 && /^content-length$/i.test(name));
  if (hasLength) return [];
  if (body !== null) return ['Transfer-Encoding', 'chunked'];
  return method === 'GET' || method === 'HEAD' ? [] : ['Content-Length', '0'];
}

function send(request: ClientRequest, body: Readable | null): void {
  if (body === null) request.end();
  // What goes wrong shows in the request.
  else pipeline(body, request, () => undefined);
}

/** Several addresses may have been tried, each with a reason of its own. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) {
    return [...new Set(error.errors.map(reasonOf))].join(', ');
  }
  if (!(error instanceof Error)) return 'no reason';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}
