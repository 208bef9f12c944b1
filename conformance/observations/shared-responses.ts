/** Shares responses between checks, so that equivalent requests are sent once. */
import type { Attempt } from '../attempt.ts';
import type { RunContext } from '../run-context.ts';
import type { HttpResponse } from '../target/http-request.ts';

export class SharedResponses {
  readonly #isReusable: (response: HttpResponse) => boolean;
  /** Maps keys to responses; a promise resolves to null if its response is not reusable. */
  readonly #byRun = new WeakMap<RunContext, Map<string, Promise<HttpResponse | null>>>();

  /** @param isReusable returns whether other checks can reuse a response */
  constructor(isReusable: (response: HttpResponse) => boolean) {
    this.#isReusable = isReusable;
  }

  /** Returns the stored response of the key, or sends the request. */
  async sendOnce(
    t: Attempt,
    key: string,
    send: () => Promise<HttpResponse>,
  ): Promise<HttpResponse> {
    const stored = await this.#getResponses(t).get(key);
    return stored ?? this.sendAndStore(t, key, send);
  }

  async sendAndStore(
    t: Attempt,
    key: string,
    send: () => Promise<HttpResponse>,
  ): Promise<HttpResponse> {
    const response = send();
    const reusable = response.then(
      (response) => (this.#isReusable(response) && t.tainted === null ? response : null),
      () => null,
    );
    this.#getResponses(t).set(key, reusable);
    return response;
  }

  #getResponses({ ctx }: Attempt): Map<string, Promise<HttpResponse | null>> {
    const responses = this.#byRun.get(ctx) ?? new Map<string, Promise<HttpResponse | null>>();
    this.#byRun.set(ctx, responses);
    return responses;
  }
}
