/** A request on its way through the proxy: to the deployment, and back with the response. */
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { hasBody } from '../http/request-head.ts';
import { isContractViolation, isAdditionalMember, type Violation } from '../judge/violation.ts';
import type { Clock } from '../ports/clock.ts';
import { BodyCopy, bufferBody, Tap } from './body-copy.ts';
import type { Forwarder } from './forwarder.ts';
import {
  getHeader,
  type ObservedBody,
  type ObservedExchange,
  type ObservedRequest,
  type ObservedResponse,
  type Trouble,
} from './observed-exchange.ts';
import { toResponseHeaders } from './passed-headers.ts';
import type { RequestRefusal } from './request-refusal.ts';
import type { Watch } from './watch.ts';

export interface ExchangeOptions {
  /** The name of the proxy in the Via header. */
  readonly name: string;
  /** Whether violations are only reported, or also rejected with an error. */
  readonly violations: 'reported' | 'refused';
  /** Checks the head of a request; undefined for one that is forwarded. */
  readonly checkRequestHead: (req: IncomingMessage) => RequestRefusal | undefined;
  readonly clock: Clock;
  readonly watch: Watch;
  readonly forwarder: Forwarder;
}

export class ProxiedExchange {
  readonly #req: IncomingMessage;
  readonly #res: ServerResponse;
  readonly #options: ExchangeOptions;
  readonly #start: number;
  readonly #disconnected = new AbortController();
  readonly #requestBody = new BodyCopy();

  constructor(req: IncomingMessage, res: ServerResponse, options: ExchangeOptions) {
    this.#req = req;
    this.#res = res;
    this.#options = options;
    this.#start = options.clock.now();
    res.once('close', () => {
      if (!res.writableFinished) this.#disconnected.abort();
    });
  }

  /** Resolves when the exchange has ended and is recorded. */
  async run(): Promise<void> {
    const { checkRequestHead, violations, watch, forwarder } = this.#options;
    const refusal = checkRequestHead(this.#req);
    if (refusal !== undefined) return this.#sendProblem(refusal.status, refusal.detail, []);
    const isEnforced = violations === 'refused';
    const body = hasBody(this.#req) ? await this.#readBody() : null;
    if (body === 'aborted') return this.#end(null, DISCONNECTED);
    if (isEnforced) {
      const requestViolations = watch.findViolations({
        request: this.#toObservedRequest(),
        response: null,
        trouble: null,
      });
      if (requestViolations.length > 0) {
        const detail = 'The request violates the contract and was not forwarded.';
        this.#sendProblem(422, detail, requestViolations);
        return this.#end(null, REFUSED);
      }
    }
    const { method = 'GET', url = '/', rawHeaders } = this.#req;
    const { signal } = this.#disconnected;
    const forwarded = await forwarder.forward({ method, url, headers: rawHeaders, body, signal });
    if ('trouble' in forwarded) return this.#fail(forwarded.trouble);
    const { response } = forwarded;
    return isEnforced ? this.#sendValidatedResponse(response) : this.#sendResponse(response);
  }

  async #readBody(): Promise<Readable | 'aborted'> {
    if (this.#options.violations === 'refused') {
      return bufferBody(this.#req, this.#requestBody).catch(() => 'aborted' as const);
    }
    const tap = new Tap(this.#requestBody);
    // Errors are reported by the request to the deployment.
    pipeline(this.#req, tap).catch(() => undefined);
    return tap;
  }

  async #sendResponse(response: IncomingMessage): Promise<void> {
    const copy = new BodyCopy();
    this.#startResponse(response);
    const trouble = await this.#catchTrouble(pipeline(response, new Tap(copy), this.#res));
    this.#end(toObservedResponse(response, copy), trouble);
  }

  /** Sends the response once it is validated, or is too large to be validated. */
  async #sendValidatedResponse(response: IncomingMessage): Promise<void> {
    const copy = new BodyCopy();
    let body: Readable;
    try {
      body = await bufferBody(response, copy);
    } catch {
      this.#res.destroy();
      return this.#end(toObservedResponse(response, copy), this.#toTrouble());
    }
    const observed = toObservedResponse(response, copy);
    const violations = this.#options.watch
      .findViolations(this.#toExchange(observed, null))
      .filter((violation) => violation.direction === 'response' && !isAdditionalMember(violation));
    if (violations.length > 0) {
      body.destroy();
      this.#sendProblem(502, 'The response of the deployment violates the contract.', violations);
      return this.#end(observed, null);
    }
    this.#startResponse(response);
    this.#end(observed, await this.#catchTrouble(pipeline(body, this.#res)));
  }

  #startResponse(response: IncomingMessage): void {
    const { statusCode = 502, statusMessage } = response;
    this.#res.writeHead(statusCode, statusMessage, toResponseHeaders(response, this.#options.name));
  }

  /** Responds with 502 or 504 (RFC 9110, sections 15.6.3 and 15.6.5). */
  #fail(trouble: Trouble): void {
    if (trouble.kind !== 'aborted') {
      this.#sendProblem(trouble.kind === 'timeout' ? 504 : 502, trouble.message, []);
    }
    this.#end(null, trouble);
  }

  /** Sends problem details (RFC 9457); the type shows that they are from the proxy, not from the deployment. */
  #sendProblem(status: number, detail: string, violations: readonly Violation[]): void {
    const body = JSON.stringify({
      type: 'https://flagbearer.dev/problems/proxy',
      // RFC 9110 has renamed 422; Node has the former name.
      title: status === 422 ? 'Unprocessable Content' : STATUS_CODES[status],
      status,
      detail,
      ...(violations.length > 0 && { violations }),
    });
    const isOnlyDialect = violations.length > 0 && !violations.some(isContractViolation);
    this.#res.writeHead(status, {
      'Content-Type': 'application/problem+json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
      'Cache-Control': 'no-store',
      'Flagbearer-Proxy': isOnlyDialect ? 'dialect' : 'error',
      // The rest of the request is not read.
      ...(this.#req.complete ? {} : { Connection: 'close' }),
    });
    this.#res.end(body);
  }

  #catchTrouble(transferred: Promise<void>): Promise<Trouble | null> {
    return transferred.then(
      () => null,
      () => this.#toTrouble(),
    );
  }

  #toTrouble(): Trouble {
    return this.#disconnected.signal.aborted
      ? DISCONNECTED
      : { kind: 'cut', message: 'The response of the deployment was incomplete.' };
  }

  #toObservedRequest(): ObservedRequest {
    const { method = 'GET', url = '/', rawHeaders } = this.#req;
    return { method, url, headers: rawHeaders, body: this.#readObservedBody() };
  }

  #readObservedBody(): ObservedBody {
    const isComplete = !hasBody(this.#req) || this.#req.readableEnded;
    if (!isComplete && !this.#requestBody.isTooLarge) return INCOMPLETE;
    return this.#requestBody.read(getHeader(this.#req.rawHeaders, 'content-encoding'));
  }

  #toExchange(response: ObservedResponse | null, trouble: Trouble | null): ObservedExchange {
    const durationMs = Math.max(0, this.#options.clock.now() - this.#start);
    return { at: this.#start, durationMs, request: this.#toObservedRequest(), response, trouble };
  }

  #end(response: ObservedResponse | null, trouble: Trouble | null): void {
    this.#options.watch.record(this.#toExchange(response, trouble));
  }
}

const DISCONNECTED: Trouble = { kind: 'aborted', message: 'The client closed the connection.' };
const REFUSED: Trouble = { kind: 'refused', message: 'The proxy rejected it (--enforce).' };
/** The exchange ended before the client had sent the whole body. */
const INCOMPLETE: ObservedBody = { value: undefined, fault: { kind: 'incomplete' } };

function toObservedResponse(response: IncomingMessage, copy: BodyCopy): ObservedResponse {
  const { statusCode = 502, rawHeaders } = response;
  const encoding = getHeader(rawHeaders, 'content-encoding');
  return { status: statusCode, headers: rawHeaders, body: copy.read(encoding) };
}
