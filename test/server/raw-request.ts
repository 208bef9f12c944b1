/** Sends requests that fetch cannot send, for example with duplicate headers or any path. */
import { request, type IncomingMessage } from 'node:http';
import * as consumers from 'node:stream/consumers';

export interface RawRequest {
  readonly method?: string;
  /** Sent unchanged, including percent-encoding. */
  readonly path: string;
  /** Sent in this order; Host is added if missing. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly body?: string | Buffer;
}

export interface RawResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The body, if it is JSON. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly body: any;
}

/** Sends a request to the host and port of a URL. The path of the URL is prepended to the request path. */
export function sendRawRequest(
  url: string,
  { method = 'POST', path, headers = [], body }: RawRequest,
): Promise<RawResponse> {
  const { hostname, port, pathname } = new URL(url);
  const hasHeader = (header: string) => headers.some(([name]) => name.toLowerCase() === header);
  // A request without a body also has a Content-Length, 0, unless its method is GET or HEAD.
  const hasLength = body !== undefined || (method !== 'GET' && method !== 'HEAD');
  const length = String(Buffer.byteLength(body ?? ''));
  const lengthHeaders = hasLength ? [['content-length', length] as const] : [];
  const allHeaders = [
    ...(hasHeader('host') ? [] : [['host', `${hostname}:${port}`] as const]),
    ...headers,
    ...(hasHeader('content-length') || hasHeader('transfer-encoding') ? [] : lengthHeaders),
  ];
  return new Promise((resolve, reject) => {
    const clientRequest = request(
      {
        hostname,
        port,
        method,
        path: `${pathname === '/' ? '' : pathname}${path}`,
        headers: allHeaders.flat(),
      },
      (response) => void readResponse(response).then(resolve, reject),
    );
    clientRequest.on('error', reject);
    clientRequest.end(body);
  });
}

async function readResponse(response: IncomingMessage): Promise<RawResponse> {
  const { statusCode: status = 0, headers } = response;
  const text = await consumers.text(response);
  const isJson = /json/.test(headers['content-type'] ?? '') && text !== '';
  return { status, headers, text, body: isJson ? JSON.parse(text) : undefined };
}
