/** The headers that are forwarded (RFC 9110, section 7.6), and the framing of messages. */
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { DECODERS } from './body-copy.ts';
import { getHeader, parseHeaders, type ObservedHeaders } from './forwarded-exchange.ts';

/** Headers of one connection; this server has already handled `Expect`. */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
]);

/** Headers of the message itself, which are forwarded even if Connection lists them (RFC 9110, section 7.6.1). */
const MESSAGE_HEADERS = /^content-/;

export interface OutgoingRequest {
  readonly method: string;
  /** Path and query, as they were sent. */
  readonly url: string;
  readonly headers: ObservedHeaders;
  readonly body: Readable | null;
  /** Aborts when the client has disconnected. */
  readonly signal: AbortSignal;
}

/**
 * Returns the headers for the deployment, alternating names and values. The framing headers are created anew,
 * because hop-by-hop headers, such as Transfer-Encoding, are removed (RFC 9112, section 6.3).
 */
export function toRequestHeaders(
  { method, headers, body }: Pick<OutgoingRequest, 'method' | 'headers' | 'body'>,
  host: string,
  proxy: string,
): string[] {
  const replaced = new Set(['host', 'accept-encoding', 'via', 'content-length']);
  const encodings = getHeader(headers, 'accept-encoding');
  return [
    ...['Host', host],
    ...selectEndToEnd(headers, replaced),
    ...(encodings === undefined ? [] : ['Accept-Encoding', selectDecodable(encodings)]),
    ...createVia(headers, proxy),
    ...chooseFraming(method, headers, body),
  ];
}

/** Returns the framing header: Content-Length as the client declared it, otherwise Transfer-Encoding: chunked. */
function chooseFraming(method: string, headers: ObservedHeaders, body: object | null): string[] {
  const length = getHeader(headers, 'content-length');
  if (body === null) {
    const isBodiless = method === 'GET' || method === 'HEAD';
    return isBodiless && length === undefined ? [] : ['Content-Length', '0'];
  }
  if (length === undefined) return ['Transfer-Encoding', 'chunked'];
  // Some parsers read leading zeros as an octal number.
  return ['Content-Length', length.trim().replace(/^0+(?=\d)/, '')];
}

/** Returns the headers for the client, alternating names and values. @param proxy the name of this proxy in Via */
export function toResponseHeaders(
  { statusCode, rawHeaders }: Pick<IncomingMessage, 'statusCode' | 'rawHeaders'>,
  proxy: string,
): string[] {
  // RFC 9110, section 8.6: a client might wait for a body of this length, which a 204 does not have.
  const replaced = statusCode === 204 ? ['via', 'content-length'] : ['via'];
  return [...selectEndToEnd(rawHeaders, new Set(replaced)), ...createVia(rawHeaders, proxy)];
}

/** Adds this proxy to Via (RFC 9110, section 7.6.3). */
function createVia(headers: ObservedHeaders, proxy: string): string[] {
  const receivedVia = getHeader(headers, 'via');
  return ['Via', [receivedVia, `1.1 ${proxy}`].filter(Boolean).join(', ')];
}

function selectEndToEnd(headers: ObservedHeaders, replacedNames: ReadonlySet<string>): string[] {
  const connectionNames = (getHeader(headers, 'connection') ?? '')
    .split(',')
    .map((name) => normalizeName(name.trim()))
    .filter((name) => !MESSAGE_HEADERS.test(name));
  const dropped = new Set([...HOP_BY_HOP, ...replacedNames, ...connectionNames]);
  return parseHeaders(headers).flatMap(({ name, value }) =>
    dropped.has(normalizeName(name)) ? [] : [name, value],
  );
}

/** Returns a name as a server may read it: CGI treats an underscore as a hyphen (RFC 3875, section 4.1.18). */
function normalizeName(name: string): string {
  return name.toLowerCase().replaceAll('_', '-');
}

/** Returns the encodings of Accept-Encoding that can be decoded for validation. */
function selectDecodable(encodings: string): string {
  const decodable = encodings
    .split(',')
    .map((encoding) => encoding.trim())
    .filter((encoding) => DECODERS.has(encoding.split(';', 1)[0]?.trim().toLowerCase() ?? ''));
  return decodable.length === 0 ? 'identity' : decodable.join(', ');
}
