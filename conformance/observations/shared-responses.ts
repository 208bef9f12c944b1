/** Shares responses between checks, so that equivalent requests are sent once. */
import type { Attempt } from '../attempt.ts';
import type { RunContext } from '../run-context.ts';
import type { HttpResponse, HttpRequest } from '../target/http-request.ts';
import { isServerError } from '../target/response-kinds.ts';

type Send = () => Promise<HttpResponse>;
type StoredResponses = Map<string, Promise<HttpResponse | null>>;

export class SharedResponses {
  readonly #isReusable: (response: HttpResponse) => boolean;
  /** The responses by key, for each run; a promise resolves to null if its response is not reusable. */
  readonly #byRun = new WeakMap<RunContext, StoredResponses>();

  constructor(isReusable: (response: HttpResponse) => boolean) {
    this.#isReusable = isReusable;
  }

  async sendOnce(t: Attempt, key: string, send: Send): Promise<HttpResponse> {
    const stored = await this.#getResponses(t).get(key);
    return stored ?? this.sendAndStore(t, key, send);
  }

  async sendAndStore(t: Attempt, key: string, send: Send): Promise<HttpResponse> {
    const sending = send();
    const reusable = sending.then(
      (response) => (this.#isReusable(response) && t.inconclusiveReason === null ? response : null),
      () => null,
    );
    this.#getResponses(t).set(key, reusable);
    return sending;
  }

  #getResponses({ ctx }: Attempt): StoredResponses {
    const responses: StoredResponses = this.#byRun.get(ctx) ?? new Map();
    this.#byRun.set(ctx, responses);
    return responses;
  }
}

const rejections = new SharedResponses(
  (response) => !response.accepted && !isServerError(response) && response.blockedBy === null,
);

type SendRequest = (t: Attempt, request: HttpRequest) => Promise<HttpResponse>;

/** Returns an earlier rejection if only wallet, destination or session differ; otherwise sends the request. */
export function sendUnlessRejectedBefore(t: Attempt, request: HttpRequest, send: SendRequest) {
  return rejections.sendOnce(t, describeRequestPattern(t, request), () => send(t, request));
}

/** Always sends the request; `sendUnlessRejectedBefore` returns its rejection for equivalent requests. */
export function sendAndShareRejection(t: Attempt, request: HttpRequest, send: SendRequest) {
  return rejections.sendAndStore(t, describeRequestPattern(t, request), () => send(t, request));
}

/** Returns the request as a text, with placeholders for wallets, generated destinations and sessions. */
function describeRequestPattern({ ctx }: Attempt, request: HttpRequest): string {
  const { operation, method, path, query, headers, body, raw } = request;
  const rawText = raw instanceof Uint8Array ? Buffer.from(raw).toString('base64') : raw;
  const content = rawText ?? (body === undefined ? null : JSON.stringify(body));
  const sorted = Object.entries(headers).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return (
    JSON.stringify([operation, method, path, query, sorted, content])
      .replaceAll(/0x[\da-f]{130}/gi, '<signature>')
      .replaceAll(/0x[\da-f]{40}(?![\da-f])/gi, '<address>')
      // Generated North American numbers, also without their +.
      .replaceAll(/\b1\d{10}\b/g, (digits) =>
        ctx.identities.isGenerated(`+${digits}`) ? '<number>' : digits,
      )
      // The body is JSON inside a JSON string, so its quotes are escaped: the split leaves a backslash
      // at the end of each of its strings.
      .split('"')
      .map((text) => {
        if (text.startsWith('Bearer eyJ') && text.split('.').length === 3) return '<session>';
        const [value = ''] = text.split('\\');
        return ctx.identities.isGenerated(value) ? text.replace(value, '<destination>') : text;
      })
      .join('"')
  );
}
