import { Unreachable } from '../api/control.ts';
import { formatQuery } from '../traffic/curl.ts';

export interface ServiceRequest {
  readonly method: 'GET' | 'POST';
  /** Relative to the base URL. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

export interface Exchange {
  readonly request: ServiceRequest;
  readonly response: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    /** Parsed JSON, else the text; undefined for an empty body. */
    readonly body: unknown;
    readonly durationMs: number;
  };
}

export function getUrl(baseUrl: string, { path, query = {} }: ServiceRequest): string {
  return `${baseUrl}${path}${formatQuery(query)}`;
}

/**
 * Sends a request as a client application.
 *
 * @throws Unreachable if there is no response, for example because a fault closed the connection
 */
export async function send(baseUrl: string, request: ServiceRequest): Promise<Exchange> {
  const { method, headers, body } = request;
  const start = performance.now();
  const response = await fetch(getUrl(baseUrl, request), {
    method,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
  }).catch(() => {
    throw new Unreachable();
  });
  const text = await response.text();
  return {
    request,
    response: {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: text === '' ? undefined : parseBody(text),
      durationMs: Math.round(performance.now() - start),
    },
  };
}

/** Returns the text at a path of fields of the response; empty if there is none. */
export function getText(exchange: Exchange | undefined, ...path: readonly string[]): string {
  let value = exchange?.response.body;
  for (const name of path) value = Reflect.get(Object(value), name);
  return typeof value === 'string' ? value : '';
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
