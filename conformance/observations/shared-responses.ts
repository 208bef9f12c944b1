/** Shares responses between checks, so that equivalent requests are sent once. */
import type { Attempt } from '../attempt.ts';
import type { RunContext } from '../run-context.ts';
import type { HttpResponse } from '../target/http-request.ts';

type Send = () => Promise<HttpResponse>;
type StoredResponses = Map<string, Promise<HttpResponse | null>>;

export class SharedResponses {
  readonly #isReusable: (response: HttpResponse) => boolean;
  /** Maps keys to responses; a promise resolves to null if its response is not reusable. */
  readonly #byRun = new WeakMap<RunContext, StoredResponses>();

  /** @param isReusable returns whether other checks can reuse a response */
  constructor(isReusable: (response: HttpResponse) => boolean) {
    this.#isReusable = isReusable;
  }

  /** Returns the stored response of the key, or sends the request. */
  async sendOnce(t: Attempt, key: string, send: Send): Promise<HttpResponse> {
    const stored = await this.#getResponses(t).get(key);
    return stored ?? this.sendAndStore(t, key, send);
  }

  async sendAndStore(t: Attempt, key: string, send: Send): Promise<HttpResponse> {
    const sending = send();
    const reusable = sending.then(
      (response) => (this.#isReusable(response) && t.tainted === null ? response : null),
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
