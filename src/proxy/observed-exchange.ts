/** A call that went through the proxy, secrets and all. It is kept no longer than it takes to judge it. */

import type { CompiledContract } from '../contract/validators.ts';
import type { BodyFault, Exchange } from '../judge/exchange.ts';
import { operationOf } from '../judge/operation-of-request.ts';

export interface ObservedExchange {
  /** When it came, in milliseconds since 1970. */
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

/** Names and values in turn, as Node gives them. */
export type ObservedHeaders = readonly string[];

export type ObservedBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly value: unknown }
  /** A text or bytes that can't be read as JSON. */
  | { readonly kind: 'notJson'; readonly fault: BodyFault }
  /** It went through without being looked at. */
  | { readonly kind: 'tooLarge' };

export interface Trouble {
  /**
   * - `unreachable`: no connection, or none that lasted until a response (502).
   * - `timeout`: the deployment was silent for too long (504).
   * - `cut`: the response began and broke off.
   * - `aborted`: the client has gone.
   * - `refused`: it was not passed on, for what it has against it.
   */
  readonly kind: 'unreachable' | 'timeout' | 'cut' | 'aborted' | 'refused';
  /** What happened, in a sentence without secrets. */
  readonly message: string;
}

/** The value of a header, those of a name that came more than once behind one another. */
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

/** The JSON of a body; undefined where there is none. */
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
