/** Sends requests over HTTP with supertest. */
import { setMaxListeners } from 'node:events';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { performance } from 'node:perf_hooks';
import { Readable } from 'node:stream';
import supertest from 'supertest';
import { truncateText } from '../../src/reporting/text/truncate-text.ts';
import type { Exchange, ReceivedResponse, SentRequest } from '../outcome.ts';
import type { HttpRequest, HttpResponse } from './http-request.ts';
import { bodyProblems, isBodyProblem, parseJson, MAX_BODY_BYTES } from './response-body.ts';
import type { Secrets } from './secrets.ts';
import { findTokens } from './session-tokens.ts';
import { RequestError } from './request-errors.ts';

/** Maximum length of a text in evidence; longer texts are truncated. */
const MAX_EVIDENCE_LENGTH = 4000;
/** Maximum length of a text that is searched for secrets; the rest is not shown. */
const MAX_MASKED_LENGTH = 64 * 1024;

/** Names of the response headers that evidence shows. */
const SHOWN_HEADERS = new Set(['content-type', 'location', 'retry-after', 'www-authenticate']);

export interface TransportOptions {
  readonly base: string;
  /** Timeout of a response, in milliseconds. */
  readonly timeout: number;
  readonly secrets: Secrets;
  readonly signal: AbortSignal;
  /** Moves the session of a request to the place from which the deployment reads it. */
  placeSession(request: HttpRequest, isSession: (token: string) => boolean): HttpRequest;
}

export class Transport {
  readonly #options: TransportOptions;
  readonly #secrets: Secrets;
  readonly #sessions = new Set<string>();
  /** Keep-alive connections, reused by later requests. */
  readonly #connections: HttpAgent;

  constructor(options: TransportOptions) {
    this.#options = options;
    this.#secrets = options.secrets;
    // Every request in flight adds a listener.
    setMaxListeners(0, options.signal);
    const Agent = options.base.startsWith('https:') ? HttpsAgent : HttpAgent;
    this.#connections = new Agent({ keepAlive: true, scheduling: 'lifo' });
  }

  /** Closes the connections; a later request opens new ones. */
  close(): void {
    this.#connections.destroy();
  }

  /** @throws RequestError if no complete response arrives; its `cause` is the network error */
  async send(request: HttpRequest): Promise<HttpResponse> {
    const startedAt = performance.now();
    this.#secrets.addAuthorization(request.headers['authorization'] ?? '');
    const requestToSend = this.#options.placeSession(request, (token) => this.#sessions.has(token));
    const sentRequest = this.#toEvidence(requestToSend);
    try {
      const response = await this.#dispatch(requestToSend);
      const { status, text } = response;
      const body = parseJson(text);
      for (const token of findTokens(text, body)) {
        this.#secrets.addSession(token);
        this.#sessions.add(token);
      }
      const headers = toTexts(response.headers);
      const receivedResponse: ReceivedResponse = {
        status,
        headers: this.#secrets.maskHeaders(selectShownHeaders(headers)),
        body: this.#maskAndTruncate(text),
        durationMs: Math.round(performance.now() - startedAt),
      };
      return {
        request,
        status,
        headers,
        text,
        body,
        accepted: status >= 200 && status < 300,
        blockedBy: null,
        exchange: { request: sentRequest, response: receivedResponse },
      };
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const code = getErrorCode(error);
      const reason = isBodyProblem(code) ? bodyProblems[code] : (code ?? error.message);
      const exchange: Exchange = {
        request: sentRequest,
        response: null,
        networkError: this.#secrets.mask(reason),
      };
      throw new RequestError(`${request.method} ${request.path}: ${reason}`, {
        code,
        exchange,
        cause: error,
      });
    }
  }

  #dispatch(request: HttpRequest): Promise<supertest.Response> {
    const { base, timeout, signal } = this.#options;
    const test = new supertest.Test(base, request.method, request.path)
      .query(request.query)
      .set(request.headers)
      .redirects(0)
      .ok(() => true)
      .timeout({ response: timeout, deadline: timeout })
      .maxResponseSize(MAX_BODY_BYTES)
      .buffer(true)
      // superagent's own parsers throw if a body is malformed.
      .parse(readStream);
    // A malformed body may break the next request on the same connection.
    if (request.raw === undefined) test.agent(this.#connections);
    const body = serializeBody(request);
    const abort = () => void test.abort();
    signal.addEventListener('abort', abort, { once: true });
    return Promise.resolve(withBody(test, body)).finally(() =>
      signal.removeEventListener('abort', abort),
    );
  }

  #maskAndTruncate(text: string): string {
    if (text.length <= MAX_MASKED_LENGTH)
      return truncateText(this.#secrets.mask(text), MAX_EVIDENCE_LENGTH);
    // A truncated word may be a secret that is not recognized.
    let end = MAX_MASKED_LENGTH;
    while (end > 0 && !/[\s"]/.test(text.charAt(end))) end -= 1;
    return truncateText(this.#secrets.mask(text.slice(0, end)), MAX_EVIDENCE_LENGTH, text.length);
  }

  #toEvidence(request: HttpRequest): SentRequest {
    const query = new URLSearchParams(request.query).toString();
    const body = serializeBody(request);
    return {
      ...(request.operation !== null && { operation: request.operation }),
      method: request.method,
      url: this.#secrets.mask(
        `${this.#options.base}${request.path}${query === '' ? '' : `?${query}`}`,
      ),
      headers: this.#secrets.maskHeaders(request.headers),
      ...(body !== undefined && { body: this.#maskAndTruncate(decodeBody(body)) }),
    };
  }
}

/** Returns the error code, which supertest may put only at the start of the message. */
function getErrorCode(error: Error): string | null {
  const code: unknown = Reflect.get(error, 'code');
  if (typeof code === 'string') return code;
  return /^E[A-Z_]+(?=:)/.exec(error.message)?.[0] ?? null;
}

function serializeBody({ raw, body }: HttpRequest): string | Uint8Array | undefined {
  return raw ?? (body === undefined ? undefined : JSON.stringify(body));
}

/** Returns the body as text; invalid UTF-8 is shown as U+FFFD. */
function decodeBody(body: string | Uint8Array): string {
  return typeof body === 'string' ? body : Buffer.from(body).toString('utf8');
}

function withBody(test: supertest.Test, body: string | Uint8Array | undefined): supertest.Test {
  if (body === undefined) return test;
  if (typeof body === 'string') return test.serialize(String).send(body);
  // supertest's types expect a string, but it also sends bytes.
  return test.serialize((bytes: unknown) => bytes as string).send(Buffer.from(body));
}

type TextCallback = (error: Error | null, text: string) => void;

function readStream(stream: supertest.Response, done: TextCallback): void {
  // superagent passes the response stream to a parser, but its types omit that.
  if (!(stream instanceof Readable)) throw new TypeError('the response body is not a stream');
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  stream.on('end', () => {
    const text = Buffer.concat(chunks).toString('utf8');
    // superagent copies this text to the response.
    stream.text = text;
    done(null, text);
  });
}

function toTexts(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

function selectShownHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => SHOWN_HEADERS.has(name)));
}
