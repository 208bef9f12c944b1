/** Which headers go from one connection to the next (RFC 9110, section 7.6), and how messages are framed. */
import type { IncomingMessage } from 'node:http';
import { READABLE_ENCODINGS } from './body-copy.ts';
import { headerOf, type ObservedHeaders } from './observed-exchange.ts';

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

/**
 * Headers of the message itself, even if Connection lists them: they are no connection options (RFC 9110,
 * section 7.6.1).
 */
const OF_MESSAGE = /^(?:host|transfer-encoding|content-.*)$/;

export interface ForwardedRequest {
  readonly method: string;
  readonly headers: ObservedHeaders;
  /** Whether a body is forwarded. */
  readonly body: object | null;
}

/**
 * Returns the headers for the deployment. The framing is derived from the forwarded body, not from headers
 * that may have been removed (RFC 9112, section 6.3).
 *
 * @param proxy the name of this proxy, for Via
 * @returns names and values in turn
 */
export function requestHeaders(
  { method, headers, body }: ForwardedRequest,
  host: string,
  proxy: string,
): string[] {
  const replaced = new Set(['host', 'accept-encoding', 'via', 'content-length']);
  const encodings = headerOf(headers, 'accept-encoding');
  return [
    ...['Host', host],
    ...endToEnd(headers, replaced),
    ...(encodings === undefined ? [] : ['Accept-Encoding', readable(encodings)]),
    ...viaOf(headers, proxy),
    ...framing(method, headers, body),
  ];
}

/** A body goes with the length that the client gave, else in chunks; no body, no more than a 0. */
function framing(method: string, headers: ObservedHeaders, body: object | null): string[] {
  const length = headerOf(headers, 'content-length');
  if (body === null) {
    const isUsual = method === 'GET' || method === 'HEAD';
    return isUsual && length === undefined ? [] : ['Content-Length', '0'];
  }
  if (length === undefined) return ['Transfer-Encoding', 'chunked'];
  // Some parsers read leading zeros as an octal number.
  return ['Content-Length', length.trim().replace(/^0+(?=\d)/, '')];
}

/**
 * Returns the headers for the client.
 *
 * @param proxy the name of this proxy, for Via
 * @returns names and values in turn
 */
export function responseHeaders(
  { statusCode, rawHeaders }: Pick<IncomingMessage, 'statusCode' | 'rawHeaders'>,
  proxy: string,
): string[] {
  // RFC 9110, section 8.6: what has no body has no length, which a client might wait for.
  const replaced = statusCode === 204 ? ['via', 'content-length'] : ['via'];
  return [...endToEnd(rawHeaders, new Set(replaced)), ...viaOf(rawHeaders, proxy)];
}

/** RFC 9110, section 7.6.3 */
function viaOf(headers: ObservedHeaders, proxy: string): string[] {
  const before = headerOf(headers, 'via');
  return ['Via', [before, `1.1 ${proxy}`].filter(Boolean).join(', ')];
}

function endToEnd(headers: ObservedHeaders, others: ReadonlySet<string>): string[] {
  const named = (headerOf(headers, 'connection') ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => !OF_MESSAGE.test(name));
  const dropped = new Set([...HOP_BY_HOP, ...others, ...named]);
  const passed: string[] = [];
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const name = headers[at] ?? '';
    // CGI and its heirs take an underscore for a hyphen (RFC 3875, section 4.1.18).
    if (!dropped.has(name.toLowerCase().replaceAll('_', '-')))
      passed.push(name, headers[at + 1] ?? '');
  }
  return passed;
}

/** Excludes encodings that cannot be decoded for validation. */
function readable(encodings: string): string {
  const kept = encodings
    .split(',')
    .map((encoding) => encoding.trim())
    .filter((encoding) => {
      const name = encoding.split(';', 1)[0]?.trim().toLowerCase() ?? '';
      return READABLE_ENCODINGS.has(name);
    });
  return kept.length === 0 ? 'identity' : kept.join(', ');
}
