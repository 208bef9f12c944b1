/** Shares responses between checks, so that equivalent requests are sent once. */
import type { Attempt } from '../attempt.ts';
import type { RunContext } from '../run-context.ts';
import type { Reply } from '../target/http-request.ts';

export class KnownReplies {
  readonly #isReusable: (reply: Reply) => boolean;
  /** Maps keys to responses; a promise resolves to null if its response is not reusable. */
  readonly #runs = new WeakMap<RunContext, Map<string, Promise<Reply | null>>>();

  /** @param isReusable returns whether other checks can reuse a response */
  constructor(isReusable: (reply: Reply) => boolean) {
    this.#isReusable = isReusable;
  }

  /** Returns the stored response of the key, or sends the request. */
  async sendOnce(t: Attempt, key: string, send: () => Promise<Reply>): Promise<Reply> {
    const known = await this.#getReplies(t).get(key);
    return known ?? this.sendAndStore(t, key, send);
  }

  /** Sends a request and stores the reply. */
  async sendAndStore(t: Attempt, key: string, send: () => Promise<Reply>): Promise<Reply> {
    const reply = send();
    const kept = reply.then(
      (its) => (this.#isReusable(its) && t.tainted === null ? its : null),
      () => null,
    );
    this.#getReplies(t).set(key, kept);
    return reply;
  }

  #getReplies({ ctx }: Attempt): Map<string, Promise<Reply | null>> {
    const run = this.#runs.get(ctx) ?? new Map<string, Promise<Reply | null>>();
    this.#runs.set(ctx, run);
    return run;
  }
}
