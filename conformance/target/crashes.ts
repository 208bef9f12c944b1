/**
 * Requests that end the process of the deployment: the connection breaks, and new ones are refused until
 * something starts it again. A network that only breaks connections never looks like that.
 */
import type { Exchange } from '../outcome.ts';
import type { Reply } from './http-request.ts';
import { Trouble } from './trouble.ts';

/** A request and who sent it. */
export interface Sent {
  /** Id of the check, or name of the probe group. */
  readonly sender: string;
  readonly method: string;
  readonly path: string;
}

const BROKEN: ReadonlySet<string | null> = new Set(['ECONNRESET', 'EPIPE']);

export class Crashes {
  /** Of connections that broke since the last response. */
  #broken: Sent[] = [];
  #isDown = false;
  /** The senders that each crash may be due to. */
  readonly #crashes: ReadonlySet<string>[] = [];
  /** The last request that broke, by its sender. */
  readonly #evidence = new Map<string, Exchange>();
  readonly #culprits = new Set<string>();
  #turn: Promise<unknown> = Promise.resolve();

  /** Whether connections are refused since one broke. */
  get isDown(): boolean {
    return this.#isDown;
  }

  /** Requests whose connections broke right before the deployment stopped. */
  get lastRequests(): readonly Sent[] {
    return this.#broken;
  }

  /** Returns whether the deployment stopped twice for requests of this sender, and of no other both times. */
  isCulprit(sender: string): boolean {
    return this.#culprits.has(sender);
  }

  evidenceOf(sender: string): Exchange | null {
    return this.#evidence.get(sender) ?? null;
  }

  /** Sends a request; suspects of a crash one at a time, so that the next crash identifies the sender. */
  async watched(sent: Sent, send: () => Promise<Reply | Trouble>): Promise<Reply | Trouble> {
    const isSuspect = this.#crashes.some((senders) => senders.has(sent.sender));
    if (!isSuspect) return this.#seen(sent, await send());
    const turn = this.#turn.then(send, send);
    this.#turn = turn;
    return this.#seen(sent, await turn);
  }

  #seen(sent: Sent, result: Reply | Trouble): Reply | Trouble {
    if (!(result instanceof Trouble)) this.#responded();
    else if (BROKEN.has(result.code)) {
      // It restarted, and stopped again.
      if (this.#isDown) this.#responded();
      this.#broken.push(sent);
      if (result.exchange !== null) this.#evidence.set(sent.sender, result.exchange);
    } else if (result.code === 'ECONNREFUSED' && this.#broken.length > 0) this.#isDown = true;
    return result;
  }

  #responded(): void {
    if (this.#isDown) {
      const senders = new Set(this.#broken.map(({ sender }) => sender));
      for (const before of this.#crashes) {
        const both = [...senders].filter((sender) => before.has(sender));
        if (both.length === 1 && both[0] !== undefined) this.#culprits.add(both[0]);
      }
      this.#crashes.push(senders);
      this.#isDown = false;
    }
    this.#broken = [];
  }
}
