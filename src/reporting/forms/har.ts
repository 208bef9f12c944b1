/** HTTP Archive 1.2: the format in which browsers, Playwright and proxies exchange requests and responses. */
import { getQuery } from '../../http/request-head.ts';
import type { Report } from '../report.ts';

interface HarExchange {
  /** ISO 8601. */
  readonly startedAt: string;
  readonly durationMs: number;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Fields;
    /** Undefined also for a body with redacted parts, because tools that replay the archive compare bodies. */
    readonly body?: string | undefined;
  };
  readonly response: {
    readonly status: number;
    readonly headers: Fields;
    readonly body?: string | undefined;
  } | null;
  readonly comment?: string;
}

type Fields = Readonly<Record<string, string | readonly string[]>>;

/** The value of HAR 1.2 for an unknown size. */
const UNKNOWN_SIZE = -1;
const EMPTY_FIELDS = { cookies: [], headersSize: UNKNOWN_SIZE } as const;

export function createHar(exchanges: readonly HarExchange[], { name, version }: Report['tool']) {
  return {
    log: { version: '1.2' as const, creator: { name, version }, entries: exchanges.map(toEntry) },
  };
}

export type Har = ReturnType<typeof createHar>;

function toEntry({ startedAt, durationMs, request, response, comment }: HarExchange) {
  const { method, url, headers, body } = request;
  return {
    startedDateTime: startedAt,
    time: durationMs,
    request: {
      method,
      url,
      httpVersion: 'HTTP/1.1',
      headers: toPairs(headers),
      queryString: Array.from(new URLSearchParams(getQuery(url)), ([name, value]) => ({
        name,
        value,
      })),
      ...(body !== undefined && { postData: { mimeType: getMimeType(headers), text: body } }),
      bodySize: getSize(body),
      ...EMPTY_FIELDS,
    },
    response: {
      // Browsers write 0 if there was no response.
      status: response?.status ?? 0,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      headers: toPairs(response?.headers ?? {}),
      content: {
        size: getSize(response?.body),
        mimeType: getMimeType(response?.headers ?? {}),
        ...(response?.body !== undefined && { text: response.body }),
      },
      redirectURL: getFirst(response?.headers['location']) ?? '',
      bodySize: getSize(response?.body),
      ...EMPTY_FIELDS,
    },
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
    ...(comment !== undefined && { comment }),
  };
}

function toPairs(fields: Fields): { name: string; value: string }[] {
  return Object.entries(fields).flatMap(([name, values]) =>
    [values].flat().map((value) => ({ name, value })),
  );
}

function getMimeType(headers: Fields): string {
  return getFirst(headers['content-type']) ?? 'application/octet-stream';
}

function getFirst(values: Fields[string] | undefined): string | undefined {
  return typeof values === 'string' ? values : values?.[0];
}

function getSize(text: string | undefined): number {
  return text === undefined ? 0 : new TextEncoder().encode(text).length;
}

/** A masked value such as `<client secret>`, with which a request cannot be repeated. */
const MASKED = /<[a-z][a-zA-Z -]*>/;

/** Returns the exchanges of the evidence as an HTTP archive; the comment of each names its check. */
export function createReportHar({ tool, startedAt, results }: Report): Har {
  const exchanges = results.flatMap(({ id, verdict, evidence }) =>
    evidence.map(({ request: { method, url, headers, body }, response, networkError }) => ({
      startedAt,
      durationMs: response?.durationMs ?? 0,
      request: {
        method,
        url,
        headers,
        body: body === undefined || MASKED.test(body) ? undefined : body,
      },
      response,
      comment: [`${verdict} ${id}`, ...(networkError === undefined ? [] : [networkError])].join(
        ': ',
      ),
    })),
  );
  return createHar(exchanges, tool);
}
