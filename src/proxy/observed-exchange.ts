/** An exchange that passed through the proxy, secrets included. It is discarded once it is judged. */

import type { CompiledContract } from '../contract/validators.ts';
import type { BodyFault, Exchange } from '../judge/exchange.ts';
import { operationOf } from '../judge/operation-of-request.ts';

export interface ObservedExchange {
  /** When the request came in, in milliseconds since 1970. */
  readonly at: number;
  /** Wall time, in milliseconds. */
  readonly durationMs: number;
  readonly request: ObservedRequest;
  /** Null where the deployment gave none. */
  readonly response: ObservedResponse | null;
  /** Why there is no response, or no whole one; null where all went well. */
  readonly trouble: Trouble | null;
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

/** Names and values in turn, as in `rawHeaders` of Node. */
export type ObservedHeaders = readonly string[];

export type ObservedBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly value: unknown }
  /** A text or bytes that can't be read as JSON. */
  | { readonly kind: 'notJson'; readonly fault: BodyFault }
  /** Too large to be inspected. */
  | { readonly kind: 'tooLarge' };

export interface Trouble {
  /**
   * - `unreachable`: the connection failed or broke before a response (502).
   * - `timeout`: the deployment did not respond in time (504).
   * - `cut`: the response was incomplete.
   * - `aborted`: the client disconnected.
   * - `refused`: the proxy rejected the request because of violations.
   */
  readonly kind: 'unreachable' | 'timeout' | 'cut' | 'aborted' | 'refused';
  /** What happened, in a sentence without secrets. */
  readonly message: string;
}

/** Returns the value of a header; repeated values are joined. */
export function headerOf(headers: ObservedHeaders, name: string): string | undefined {
  const values: string[] = [];
  for (let at = 0; at + 1 < headers.length; at += 2) {
    if (headers[at]?.toLowerCase() === name) values.push(headers[at + 1] ?? '');
  }
  return values.length === 0 ? undefined : values.join(', ');
}

/** By name in lower case. */
export function headersByName(headers: ObservedHeaders): Record<string, string> {
  const byName = new Map<string, string>();
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const name = (headers[at] ?? '').toLowerCase();
    const value = headers[at + 1] ?? '';
    const known = byName.get(name);
    byName.set(name, known === undefined ? value : `${known}, ${value}`);
  }
  return Object.fromEntries(byName);
}

/** Returns the JSON of a body; undefined if there is none. */
export function jsonIn(body: ObservedBody | undefined): unknown {
  return body?.kind === 'json' ? body.value : undefined;
}

/** Returns a request as the judge sees it. One that was cut off has no response that could be judged. */
export function exchangeOf(
  {
    request: { method, url, headers, body },
    response,
    trouble,
  }: Pick<ObservedExchange, 'request' | 'response' | 'trouble'>,
  contract: CompiledContract,
): Exchange {
  const judged = trouble?.kind === 'cut' ? null : response;
  return {
    contract,
    operationId: operationOf({ method, url }, contract),
    method,
    url,
    headers: headersByName(headers),
    body: jsonIn(body),
    bodyFault: faultIn(body),
    status: judged?.status ?? null,
    responseBody: jsonIn(judged?.body),
    responseFault: faultIn(judged?.body),
  };
}

function faultIn(body: ObservedBody | undefined): BodyFault | undefined {
  if (body?.kind === 'tooLarge') return { kind: 'tooLarge' };
  return body?.kind === 'notJson' ? body.fault : undefined;
}
