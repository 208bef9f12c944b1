/** Requests on the wire, by supertest. */
import { setMaxListeners } from 'node:events';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { performance } from 'node:perf_hooks';
import { Readable } from 'node:stream';
import supertest from 'supertest';
import { cutText } from '../../src/reporting/words/cut-text.ts';
import type { Exchange, ReceivedResponse, SentRequest } from '../outcome.ts';
import type { Call, Reply } from './call.ts';
import { bodyProblems, isBodyProblem, jsonIn, LARGEST_BODY_BYTES } from './response-body.ts';
import type { Secrets } from './secrets.ts';
import { tokensIn } from './session-tokens.ts';
import { Trouble } from './trouble.ts';

/** Longer texts are cut in evidence. */
const LONGEST_EVIDENCE = 4000;
/** What comes behind is not looked through for secrets: it is not shown. */
const LONGEST_MASKED = 64 * 1024;

/** What of an answer's headers says something; the rest is noise in evidence. */
const TELLING_HEADERS = new Set(['content-type', 'location', 'retry-after', 'www-authenticate']);

export interface TransportOptions {
  readonly base: string;
  /** Milliseconds */
  readonly timeout: number;
  readonly secrets: Secrets;
  readonly signal: AbortSignal;
  /** Puts the session of a request where the deployment reads it. */
  place(call: Call, isSession: (token: string) => boolean): Call;
}

export class Transport {
  readonly #base: string;
  readonly #timeout: number;
  readonly #secrets: Secrets;
  readonly #signal: AbortSignal;
  readonly #place: (call: Call, isSession: (token: string) => boolean) => Call;
  readonly #sessions = new Set<string>();
  /** Connections that one call leaves to the next. */
  readonly #connections: HttpAgent;

  constructor({ base, timeout, secrets, signal, place }: TransportOptions) {
    this.#base = base;
    this.#timeout = timeout;
    this.#secrets = secrets;
    this.#signal = signal;
    this.#place = place;
    // Every request on its way listens: as many as checks run at the same time.
    setMaxListeners(0, signal);
    const Agent = base.startsWith('https:') ? HttpsAgent : HttpAgent;
    this.#connections = new Agent({ keepAlive: true, scheduling: 'lifo' });
  }

  /** Lets go of the connections; a later call opens one anew. */
  close(): void {
    this.#connections.destroy();
  }

  /** @throws Trouble where no whole answer comes; its cause is what the network said */
  async send(call: Call): Promise<Reply> {
    const began = performance.now();
    this.#secrets.addAuthorization(call.headers['authorization'] ?? '');
    const placed = this.#place(call, (token) => this.#sessions.has(token));
    const request = this.#evidenceOf(placed);
    try {
      const answer = await this.#onTheWire(placed);
      const text = answer.text;
      const body = jsonIn(text);
      for (const token of tokensIn(text, body)) {
        this.#secrets.addSession(token);
        this.#sessions.add(token);
      }
      const response: ReceivedResponse = {
        status: answer.status,
        headers: this.#secrets.maskedHeaders(tellingHeaders(answer.headers)),
        body: this.#shown(text),
        durationMs: Math.round(performance.now() - began),
      };
      return { ...replyOf(call, answer), text, body, exchange: { request, response } };
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const code = codeOf(error);
      const said = isBodyProblem(code) ? bodyProblems[code] : (code ?? error.message);
      const exchange: Exchange = { request, response: null, trouble: this.#secrets.masked(said) };
      throw new Trouble(`${call.method} ${call.path}: ${said}`, { code, exchange, cause: error });
    }
  }

  /** An address outside the service's own paths or on another server, e.g. a source of codes. */
  #onTheWire(call: Call): Promise<supertest.Response> {
    const agent = supertest(this.#base);
    const test = startOf(agent, call)
      .query(call.query)
      .set(call.headers)
      .redirects(0)
      .ok(() => true)
      .timeout({ response: this.#timeout, deadline: this.#timeout })
      .maxResponseSize(LARGEST_BODY_BYTES)
      .buffer(true)
      // As text, whatever it calls itself: what can't be parsed is a finding, not an exception.
      .parse(asText);
    // A body that can't be read may leave a connection in a state that the next call would suffer from.
    if (call.raw === undefined) test.agent(this.#connections);
    const body = bodyOf(call);
    const abort = () => void test.abort();
    this.#signal.addEventListener('abort', abort, { once: true });
    return Promise.resolve(withBody(test, body)).finally(() =>
      this.#signal.removeEventListener('abort', abort),
    );
  }

  #shown(text: string): string {
    if (text.length <= LONGEST_MASKED) return cutText(this.#secrets.masked(text), LONGEST_EVIDENCE);
    // A word that is cut in two could be a secret that is not recognized.
    let end = LONGEST_MASKED;
    while (end > 0 && !/[\s"]/.test(text.charAt(end))) end -= 1;
    return cutText(this.#secrets.masked(text.slice(0, end)), LONGEST_EVIDENCE, text.length);
  }

  #evidenceOf(call: Call): SentRequest {
    const query = new URLSearchParams(call.query).toString();
    const body = bodyOf(call);
    return {
      ...(call.operation !== null && { operation: call.operation }),
      method: call.method,
      url: this.#secrets.masked(`${this.#base}${call.path}${query === '' ? '' : `?${query}`}`),
      headers: this.#secrets.maskedHeaders(call.headers),
      ...(body !== undefined && { body: this.#shown(textOf(body)) }),
    };
  }
}

/** Node gives the code as a property; supertest puts it in front of its own words. */
function codeOf(error: Error): string | null {
  const code: unknown = Reflect.get(error, 'code');
  if (typeof code === 'string') return code;
  return /^E[A-Z_]+(?=:)/.exec(error.message)?.[0] ?? null;
}

function bodyOf({ raw, body }: Call): string | Uint8Array | undefined {
  return raw ?? (body === undefined ? undefined : JSON.stringify(body));
}

/** Bytes that are no UTF-8 are shown as U+FFFD. */
function textOf(body: string | Uint8Array): string {
  return typeof body === 'string' ? body : Buffer.from(body).toString('utf8');
}

function withBody(test: supertest.Test, body: string | Uint8Array | undefined): supertest.Test {
  if (body === undefined) return test;
  return typeof body === 'string'
    ? test.serialize(String).send(body)
    : test.serialize(asItIs).send(Buffer.from(body));
}

/** Supertest asks for a text, and sends bytes as well. */
function asItIs(bytes: unknown): string {
  return bytes as string;
}

function startOf(agent: ReturnType<typeof supertest>, { method, path }: Call): supertest.Test {
  switch (method) {
    case 'GET':
      return agent.get(path);
    case 'PUT':
      return agent.put(path);
    case 'PATCH':
      return agent.patch(path);
    case 'DELETE':
      return agent.delete(path);
    default:
      return agent.post(path);
  }
}

type TextCallback = (error: Error | null, text: string) => void;

function asText(stream: supertest.Response, done: TextCallback): void {
  // superagent hands a parser the answer as it streams in, which its types leave out.
  if (!(stream instanceof Readable)) throw new TypeError('the response body is not a stream');
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  stream.on('end', () => {
    const text = Buffer.concat(chunks).toString('utf8');
    stream.text = text;
    done(null, text);
  });
}

function tellingHeaders(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => TELLING_HEADERS.has(name))
      .map(([name, value]) => [name, String(value)]),
  );
}

function replyOf(
  call: Call,
  { status, headers: given }: supertest.Response,
): Omit<Reply, 'text' | 'body' | 'exchange'> {
  const received: Readonly<Record<string, unknown>> = given;
  const headers = Object.fromEntries(
    Object.entries(received).map(([name, value]) => [name.toLowerCase(), String(value)]),
  );
  const accepted = status >= 200 && status < 300;
  return { call, status, headers, accepted, turnedAway: null };
}
