/** A request of the service that the page makes itself, and what came back. */
import { Unreachable } from '../api/control-error.ts';

export interface ServiceRequest {
  readonly method: 'GET' | 'POST';
  /** The path of the operation, behind the base URL. */
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
    /** Parsed where it is JSON, else the text. */
    readonly body: unknown;
    readonly durationMs: number;
  };
}

export function urlOf(baseUrl: string, { path, query = {} }: ServiceRequest): string {
  const search = new URLSearchParams(query).toString();
  return `${baseUrl}${path}${search === '' ? '' : `?${search}`}`;
}

/**
 * Sends a request of a client application.
 *
 * @throws Unreachable where no response comes, as when a fault has dropped the connection
 */
export async function send(baseUrl: string, request: ServiceRequest): Promise<Exchange> {
  const { method, headers, body } = request;
  const start = performance.now();
  const response = await fetch(urlOf(baseUrl, request), {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new Unreachable();
  });
  const text = await response.text();
  return {
    request,
    response: {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: parsed(text),
      durationMs: Math.round(performance.now() - start),
    },
  };
}

/** A text in a response, by the name of its field; empty where there is none. */
export function fieldOf({ response: { body } }: Exchange, name: string): string {
  const value: unknown =
    typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;
  return typeof value === 'string' ? value : '';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
