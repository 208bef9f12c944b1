/** Requests that the proxy neither forwards nor judges. */
import type { IncomingMessage } from 'node:http';
import { createHostRule, type HostRules } from '../http/allowed-host.ts';
import { formatOriginAdvice, createOriginRule } from '../http/allowed-origin.ts';
import { getHeader, listValues } from './forwarded-exchange.ts';

export interface RequestRefusal {
  readonly status: 400 | 403 | 501 | 508;
  readonly detail: string;
}

/** Returns a function that checks the head of a request. @param proxy the name of this proxy in Via */
export function createRequestCheck(
  rules: HostRules & { readonly cors: readonly string[] },
  proxy: string,
): (req: IncomingMessage) => RequestRefusal | undefined {
  const isAllowedHost = createHostRule(rules);
  const isAllowedOrigin = createOriginRule(rules.cors);

  return (req) => {
    const { headers, rawHeaders, socket } = req;
    if (!isAllowedHost(headers.host, socket.localAddress)) {
      return createRefusal(
        403,
        'The Host header is not allowed. Use a loopback name such as localhost, or allow the host with --allow-host.',
      );
    }
    const { origin } = headers;
    if (origin !== undefined && !isAllowedOrigin(origin)) {
      const advice = formatOriginAdvice(origin);
      return createRefusal(403, `Requests from web pages of this origin are rejected; ${advice}.`);
    }
    // RFC 9110, section 7.6.3; RFC 5842, section 7.2
    const senders = (getHeader(rawHeaders, 'via') ?? '').split(',');
    const isLoop = senders.some((sender) => sender.trim().split(/\s+/)[1] === proxy);
    return isLoop ? createRefusal(508, LOOP) : (findTargetProblem(req) ?? findFramingProblem(req));
  };
}

function createRefusal(status: RequestRefusal['status'], detail: string): RequestRefusal {
  return { status, detail };
}

const LOOP =
  'Loop: the request already passed through this proxy (Via), so its upstream is the proxy itself. Start the proxy with the URL of the deployment.';

/** RFC 9112, section 3.2: another form would name another server than the deployment. */
function findTargetProblem({ method, url = '' }: IncomingMessage): RequestRefusal | undefined {
  if (url.startsWith('/') || (method === 'OPTIONS' && url === '*')) return undefined;
  return createRefusal(
    400,
    'The request target must be a path. Use the proxy like an ordinary server: send the path, not an absolute URL.',
  );
}

/** RFC 9112, section 6.1: a changed Transfer-Encoding would change how the upstream reads the body. */
function findFramingProblem({
  httpVersion,
  rawHeaders,
}: IncomingMessage): RequestRefusal | undefined {
  const codings = listValues(rawHeaders, 'transfer-encoding');
  if (codings.length === 0) return undefined;
  if (httpVersion === '1.0') {
    return createRefusal(400, 'HTTP/1.0 does not support Transfer-Encoding. Send Content-Length.');
  }
  return isChunked(codings)
    ? undefined
    : createRefusal(501, 'Unsupported Transfer-Encoding; only chunked is supported.');
}

/** Returns whether Transfer-Encoding has only the coding that Node decodes. */
export function isChunked(codings: readonly string[]): boolean {
  return codings.length === 1 && codings[0]?.trim().toLowerCase() === 'chunked';
}
