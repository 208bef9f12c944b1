/** Represents a request as data, so that a check can malform a valid request. */
import type { JsonValue } from '../../src/contract/openapi-document.ts';
import type { OperationId } from '../../src/contract/types.ts';
import { toFields } from '../responses/fields.ts';
import type { Exchange } from '../outcome.ts';

export interface HttpRequest {
  /** The operation of the request; null for paths outside the service. */
  readonly operation: OperationId | null;
  readonly method: string;
  /** Path below the base URL, with a leading slash. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Headers with names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Body to send as JSON; undefined sends no body. */
  readonly body?: JsonValue | undefined;
  /** Body to send unmodified, instead of `body`. */
  readonly raw?: string | Uint8Array;
}

export interface HttpResponse {
  readonly request: HttpRequest;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The body parsed as JSON; undefined if it is not JSON. */
  readonly body: unknown;
  /** Whether the status is 2xx and the body reports no error. */
  readonly accepted: boolean;
  /**
   * Why the service did not process the request: a rate limit, or a page of an intermediary. Otherwise
   * null.
   */
  readonly blockedBy: string | null;
  readonly exchange: Exchange;
}

export function withoutHeader(request: HttpRequest, name: string): HttpRequest {
  const lowerCaseName = name.toLowerCase();
  const { [lowerCaseName]: _, ...headers } = request.headers;
  return { ...request, headers };
}

export function withHeader(request: HttpRequest, name: string, value: string): HttpRequest {
  return { ...request, headers: { ...request.headers, [name.toLowerCase()]: value } };
}

export function withClientId(request: HttpRequest, clientId: string): HttpRequest {
  return withHeader(request, 'service-client-id', clientId);
}

export function withSecret(request: HttpRequest, secret: string): HttpRequest {
  return withHeader(request, 'service-client-secret', secret);
}

export function withoutSecret(request: HttpRequest): HttpRequest {
  return withoutHeader(request, 'service-client-secret');
}

export function withBearer(request: HttpRequest, bearer: string | null): HttpRequest {
  return bearer === null
    ? withoutHeader(request, 'authorization')
    : withHeader(request, 'authorization', `Bearer ${bearer}`);
}

export function withField(request: HttpRequest, name: string, value: JsonValue): HttpRequest {
  return { ...request, body: { ...getBodyFields(request), [name]: value } };
}

/** Returns the request with the same value in each of the fields. */
export function withFields(
  request: HttpRequest,
  names: readonly string[],
  value: JsonValue,
): HttpRequest {
  return names.reduce((changed, name) => withField(changed, name, value), request);
}

export function withoutField(request: HttpRequest, name: string): HttpRequest {
  const { [name]: _, ...body } = getBodyFields(request);
  return { ...request, body };
}

export function getBodyFields({ body }: HttpRequest): Readonly<Record<string, JsonValue>> {
  return (toFields(body) ?? {}) as Readonly<Record<string, JsonValue>>;
}

/** Returns the request with a body that may be neither JSON nor UTF-8. */
export function withRaw(request: HttpRequest, raw: string | Uint8Array): HttpRequest {
  const { body: _, ...withoutBody } = request;
  return { ...withoutBody, raw };
}
