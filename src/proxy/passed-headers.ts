/** Which headers go from one connection to the next (RFC 9110, section 7.6). */
import { READABLE_ENCODINGS } from './body-copy.ts';
import { headerOf, type SeenHeaders } from './seen-call.ts';

/** They are about one connection; `Expect` was answered by this server already. */
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

/** @returns names and values in turn, for the deployment */
export function requestHeaders(headers: SeenHeaders, host: string): string[] {
  const passed = endToEnd(headers, new Set(['host', 'accept-encoding', 'via']));
  const encodings = headerOf(headers, 'accept-encoding');
  const via = headerOf(headers, 'via');
  return [
    ...['Host', host],
    ...passed,
    ...(encodings === undefined ? [] : ['Accept-Encoding', readable(encodings)]),
    // RFC 9110, section 7.6.3: so that loops are noticed.
    ...['Via', [via, '1.1 flagbearer'].filter(Boolean).join(', ')],
  ];
}

/** @returns names and values in turn, for the client */
export function answerHeaders(headers: SeenHeaders): string[] {
  return endToEnd(headers, new Set());
}

function endToEnd(headers: SeenHeaders, others: ReadonlySet<string>): string[] {
  const named = (headerOf(headers, 'connection') ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase());
  const dropped = new Set([...HOP_BY_HOP, ...others, ...named]);
  const passed: string[] = [];
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const name = headers[at] ?? '';
    if (!dropped.has(name.toLowerCase())) passed.push(name, headers[at + 1] ?? '');
  }
  return passed;
}

/** An answer that nobody here can read could not be judged. */
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
