/** A request as data, so that a check can malform a valid one. */
import type { JsonValue } from '../../src/contract/openapi-document.ts';
import type { OperationId } from '../../src/contract/words.ts';
import { fieldsOrNull } from '../responses/fields.ts';
import type { Exchange } from '../outcome.ts';

export interface HttpRequest {
  /** The operation it is meant for; null for paths outside the service. */
  readonly operation: OperationId | null;
  readonly method: string;
  /** Below the base URL, beginning with a slash. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON; undefined sends no body. */
  readonly body?: JsonValue | undefined;
  /** Sent as it is, in place of `body`. */
  readonly raw?: string | Uint8Array;
}

export interface Reply {
  readonly request: HttpRequest;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The body as JSON; undefined if it is not JSON. */
  readonly body: unknown;
  /** Whether the status is a 2xx. */
  readonly accepted: boolean;
  /** 429, or a page of something before the service: nothing the service itself decided. */
  readonly blockedBy: string | null;
  readonly exchange: Exchange;
}

/** The request without a header. */
export function withoutHeader(request: HttpRequest, name: string): HttpRequest {
  const left = name.toLowerCase();
  const { [left]: _, ...headers } = request.headers;
  return { ...request, headers };
}

export function withHeader(request: HttpRequest, name: string, value: string): HttpRequest {
  return { ...request, headers: { ...request.headers, [name.toLowerCase()]: value } };
}

/** The request with a body that has a field more, or another value in a field. */
export function withField(request: HttpRequest, name: string, value: JsonValue): HttpRequest {
  return { ...request, body: { ...fieldsOf(request), [name]: value } };
}

export function withoutField(request: HttpRequest, name: string): HttpRequest {
  const { [name]: _, ...body } = fieldsOf(request);
  return { ...request, body };
}

/** The fields of the body; none where it is no object. */
export function fieldsOf({ body }: HttpRequest): Readonly<Record<string, JsonValue>> {
  return isFields(body) ? body : {};
}

/** The request with a text for a body that may be no JSON, or bytes that may be no text at all. */
export function withRaw(request: HttpRequest, raw: string | Uint8Array): HttpRequest {
  const { body: _, ...rest } = request;
  return { ...rest, raw };
}

function isFields(body: JsonValue | undefined): body is { readonly [name: string]: JsonValue } {
  return fieldsOrNull(body) !== null;
}
