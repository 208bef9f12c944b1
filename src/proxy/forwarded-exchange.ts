/** An exchange that passed through the proxy, with its secrets. It is discarded after it is judged. */
import type { CompiledContract } from '../contract/validators.ts';
import { getPath } from '../http/request-head.ts';
import type { BodyProblem, Exchange } from '../judge/exchange.ts';

export interface ForwardedExchange {
  /** When the request came in, in milliseconds since 1970. */
  readonly at: number;
  readonly durationMs: number;
  readonly request: ObservedRequest;
  /** Null if the deployment returned no response. */
  readonly response: ObservedResponse | null;
  /** Why the response is missing or incomplete; null if it is complete. */
  readonly error: ExchangeError | null;
}

export interface ObservedRequest {
  readonly method: string;
  /** Path and query, as they were sent. */
  readonly url: string;
  readonly headers: ObservedHeaders;
  readonly body: ObservedBody;
}

export interface ObservedResponse {
  readonly status: number;
  readonly headers: ObservedHeaders;
  readonly body: ObservedBody;
}

/** Alternating names and values, as in `rawHeaders` of Node. */
export type ObservedHeaders = readonly string[];

export interface ObservedBody {
  /** The parsed JSON; undefined without a body, and for a body with a problem. */
  readonly value: unknown;
  readonly problem?: BodyProblem;
}

export interface ExchangeError {
  /**
   * - `unreachable`: the connection failed before a response, or the response cannot be forwarded (502).
   * - `timeout`: the deployment did not respond in time (504).
   * - `cut`: the response was incomplete.
   * - `aborted`: the client disconnected.
   * - `refused`: the proxy rejected the request because of violations.
   */
  readonly kind: 'unreachable' | 'timeout' | 'cut' | 'aborted' | 'refused';
  /** What happened, in a sentence without secrets. */
  readonly message: string;
}

/** Returns the headers in their order, with the name as it was sent and in lower case. */
export function parseHeaders(raw: ObservedHeaders) {
  return raw.flatMap((name, index) =>
    index % 2 === 0 ? [{ name, lowerName: name.toLowerCase(), value: raw[index + 1] ?? '' }] : [],
  );
}

/** Returns the values of a header, one for each line. */
export function listValues(headers: ObservedHeaders, name: string): readonly string[] {
  return parseHeaders(headers).flatMap(({ lowerName, value }) => (lowerName === name ? value : []));
}

/** Returns the value of a header; repeated values are joined. */
export function getHeader(headers: ObservedHeaders, name: string): string | undefined {
  const values = listValues(headers, name);
  return values.length === 0 ? undefined : values.join(', ');
}

/** Returns the values by name in lower case; repeated values are joined. */
export function toHeaderMap(headers: ObservedHeaders): Record<string, string> {
  const byName = new Map<string, string>();
  for (const { lowerName, value } of parseHeaders(headers)) {
    const earlier = byName.get(lowerName);
    byName.set(lowerName, earlier === undefined ? value : `${earlier}, ${value}`);
  }
  return Object.fromEntries(byName);
}

/** Returns the input of the judge. A response that did not reach the client completely is not judged. */
export function toExchange(
  { request: { method, url, headers, body }, response, error }: ForwardedExchange,
  contract: CompiledContract,
): Exchange {
  const judged = error === null ? response : null;
  const operation = contract.operations.find(
    (candidate) => candidate.path === getPath(url) && candidate.method.toUpperCase() === method,
  );
  return {
    contract,
    operationId: operation?.operationId,
    method,
    url,
    headers: toHeaderMap(headers),
    body: body.value,
    bodyProblem: body.problem,
    status: judged?.status ?? null,
    responseBody: judged?.body.value,
    responseProblem: judged?.body.problem,
  };
}
