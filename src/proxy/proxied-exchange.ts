/** A request on its way through: to the deployment, and back with the response. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import type { Clock } from '../ports/clock.ts';
import { BodyCopy, Tap } from './body-copy.ts';
import type { Forwarder, ForwarderOptions } from './forwarder.ts';
import { hasBody } from '../http/request-head.ts';
import { bufferedBody } from './buffered-body.ts';
import { responseHeaders } from './passed-headers.ts';
import type { RequestRefusal } from './request-refusal.ts';
import {
  headerOf,
  type ObservedResponse,
  type ObservedExchange,
  type ObservedRequest,
  type Trouble,
} from './observed-exchange.ts';
import { isBreach, isMore, type Violation } from '../judge/violation.ts';

export interface ProxyOptions extends ForwarderOptions {
  /** Whether violations are only reported, or also rejected with an error. */
  readonly violations: 'reported' | 'refused';
  /** Checks the head of a request; undefined for one that is forwarded. */
  readonly refusal: (req: IncomingMessage) => RequestRefusal | undefined;
  readonly clock: Clock;
}

/** Inspects requests and responses. */
export interface ExchangeObserver {
  request(request: ObservedRequest): readonly Violation[];
  violations(exchange: ObservedExchange): readonly Violation[];
  ended(exchange: ObservedExchange): void;
  /** A request broke on the way by a mistake of ours. */
  broke(error: unknown): void;
}

export class ProxiedExchange {
  readonly #req: IncomingMessage;
  readonly #res: ServerResponse;
  readonly #options: ProxyOptions;
  readonly #observer: ExchangeObserver;
  readonly #forwarder: Forwarder;
  readonly #began: number;
  readonly #gone = new AbortController();
  readonly #sent = new BodyCopy();

  constructor(
    req: IncomingMessage,
    res: ServerResponse,
    options: ProxyOptions,
    observer: ExchangeObserver,
    forwarder: Forwarder,
  ) {
    this.#req = req;
    this.#res = res;
    this.#options = options;
    this.#observer = observer;
    this.#forwarder = forwarder;
    this.#began = options.clock.now();
    res.once('close', () => {
      if (!res.writableFinished) this.#gone.abort();
    });
  }

  async go(): Promise<void> {
    const refusal = this.#options.refusal(this.#req);
    // It is not of this client and this deployment, so it is neither forwarded nor judged.
    if (refusal !== undefined) return this.#problem(refusal.status, refusal.detail, []);
    const holds = this.#options.violations === 'refused';
    const body = holds ? await this.#heldBody() : this.#tappedBody();
    if (body === 'aborted') return this.#end(null, GONE);
    if (holds) {
      const violations = this.#observer.request(this.#request());
      if (violations.length > 0) return this.#refuseRequest(violations);
    }
    const { method = 'GET', url = '/', rawHeaders } = this.#req;
    const { signal } = this.#gone;
    const outgoing = { method, url, headers: rawHeaders, body, signal };
    const forwarded = await this.#forwarder.forward(outgoing);
    if ('trouble' in forwarded) return this.#fail(forwarded.trouble);
    return holds ? this.#returnJudged(forwarded.response) : this.#return(forwarded.response);
  }

  async #heldBody(): Promise<Readable | null | 'aborted'> {
    if (!hasBody(this.#req)) return null;
    return bufferedBody(this.#req, this.#sent).catch(() => 'aborted' as const);
  }

  #tappedBody(): Readable | null {
    if (!hasBody(this.#req)) return null;
    // Errors are reported by the request to the deployment.
    return pipeline(this.#req, new Tap(this.#sent), () => undefined);
  }

  /** Streams the response to the client. */
  #return(response: IncomingMessage): void {
    const copy = new BodyCopy();
    this.#startResponse(response);
    pipeline(response, new Tap(copy), this.#res, (error) => {
      this.#end(observedResponse(response, copy), this.#troubleOf(error));
    });
  }

  /** Sends the response once it is validated, or is too large to be validated. */
  async #returnJudged(response: IncomingMessage): Promise<void> {
    const copy = new BodyCopy();
    let body: Readable;
    try {
      body = await bufferedBody(response, copy);
    } catch (error) {
      this.#res.destroy();
      return this.#end(observedResponse(response, copy), this.#troubleOf(error));
    }
    const seen = observedResponse(response, copy);
    const violations = this.#observer
      .violations(this.#exchange(seen, null))
      .filter((each) => each.direction === 'response' && !isMore(each));
    if (violations.length > 0) {
      body.destroy();
      this.#problem(502, 'The response of the deployment violates the contract.', violations);
      return this.#end(seen, null);
    }
    this.#startResponse(response);
    pipeline(body, this.#res, (error) => this.#end(seen, this.#troubleOf(error)));
  }

  #startResponse(response: IncomingMessage): void {
    const { statusCode = 502, statusMessage } = response;
    this.#res.writeHead(statusCode, statusMessage, responseHeaders(response, this.#options.name));
  }

  #refuseRequest(violations: readonly Violation[]): void {
    this.#problem(422, 'The request violates the contract and was not forwarded.', violations);
    this.#end(null, REFUSED);
  }

  /** RFC 9110, sections 15.6.3 and 15.6.5 */
  #fail(trouble: Trouble): void {
    if (trouble.kind !== 'aborted') {
      this.#problem(trouble.kind === 'timeout' ? 504 : 502, trouble.message, []);
    }
    this.#end(null, trouble);
  }

  /** RFC 9457; the type shows that the response is from the proxy, not from the deployment. */
  #problem(status: number, detail: string, violations: readonly Violation[]): void {
    const body = JSON.stringify({
      type: 'https://flagbearer.dev/problems/proxy',
      title: TITLES[status],
      status,
      detail,
      ...(violations.length > 0 && { violations }),
    });
    // What the client still sends is not waited for.
    const isWhole = this.#req.complete;
    this.#res.writeHead(status, {
      'Content-Type': 'application/problem+json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
      'Cache-Control': 'no-store',
      'Flagbearer-Proxy':
        violations.some(isBreach) || violations.length === 0 ? 'error' : 'dialect',
      ...(isWhole ? {} : { Connection: 'close' }),
    });
    this.#res.end(body);
  }

  #troubleOf(error: unknown): Trouble | null {
    if (error === undefined || error === null) return null;
    return this.#gone.signal.aborted
      ? GONE
      : { kind: 'cut', message: 'The response of the deployment was incomplete.' };
  }

  #request(): ObservedRequest {
    const { method = 'GET', url = '/', rawHeaders } = this.#req;
    const body = this.#sent.read(headerOf(rawHeaders, 'content-encoding'));
    return { method, url, headers: rawHeaders, body };
  }

  #exchange(response: ObservedResponse | null, trouble: Trouble | null): ObservedExchange {
    const durationMs = Math.max(0, this.#options.clock.now() - this.#began);
    return { at: this.#began, durationMs, request: this.#request(), response, trouble };
  }

  #end(response: ObservedResponse | null, trouble: Trouble | null): void {
    this.#observer.ended(this.#exchange(response, trouble));
  }
}

const GONE: Trouble = { kind: 'aborted', message: 'The client closed the connection.' };
const REFUSED: Trouble = { kind: 'refused', message: 'The proxy rejected it (--enforce).' };

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  403: 'Forbidden',
  422: 'Unprocessable Content',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  504: 'Gateway Timeout',
  508: 'Loop Detected',
};

function observedResponse(response: IncomingMessage, copy: BodyCopy): ObservedResponse {
  const { statusCode = 502, rawHeaders } = response;
  const encoding = headerOf(rawHeaders, 'content-encoding');
  return { status: statusCode, headers: rawHeaders, body: copy.read(encoding) };
}
