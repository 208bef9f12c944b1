/**
 * Detects requests that end the process of the deployment: the connection breaks, and new connections are
 * refused or break, until the process restarts. If only the network breaks connections, new ones are not
 * refused.
 */
import type { Exchange } from '../outcome.ts';
import type { HttpResponse } from './http-request.ts';
import { Trouble } from './trouble.ts';

export interface Sent {
  /** Id of the check, or name of the probe group. */
  readonly sender: string;
  readonly method: string;
  readonly path: string;
}

const CONNECTION_ERRORS: ReadonlySet<string | null> = new Set(['ECONNRESET', 'EPIPE']);

/** Number of broken connections in a row that a network hardly causes. */
const MIN_BROKEN = 5;

const noop = (): void => undefined;

export class Crashes {
  /** Requests in flight when connections began to break, without a response since. */
  #brokenRequests: Sent[] = [];
  #brokenInARow = 0;
  #hasResponded = false;
  #isDown = false;
  /** The possible senders of each crash. */
  readonly #crashes: ReadonlySet<string>[] = [];
  /** The last request of each sender that may have been the cause. */
  readonly #evidence = new Map<string, Exchange>();
  readonly #culprits = new Set<string>();
  readonly #inFlight = new Set<Promise<unknown>>();
  /** The request that is sent alone, or waits for that; null while others may be sent. */
  #alone: Promise<unknown> | null = null;

  /** Whether connections are refused since a connection broke. */
  get isDown(): boolean {
    return this.#isDown;
  }

  /** Requests whose connections broke right before the deployment stopped. */
  get lastRequests(): readonly Sent[] {
    return this.#brokenRequests;
  }

  /** Returns whether the deployment stopped twice after requests of this sender, once while it sent alone. */
  isCulprit(sender: string): boolean {
    return this.#culprits.has(sender);
  }

  findEvidence(sender: string): Exchange | null {
    return this.#evidence.get(sender) ?? null;
  }

  /** Sends a request; a possible cause of a crash alone, so that the next crash proves it. */
  async sendWatched(
    sent: Sent,
    send: () => Promise<HttpResponse | Trouble>,
  ): Promise<HttpResponse | Trouble> {
    while (this.#alone !== null) await this.#alone;
    const isSuspect = this.#crashes.some((senders) => senders.has(sent.sender));
    const result = isSuspect
      ? Promise.allSettled(this.#inFlight).then(() => this.#sendAndRecord(sent, send))
      : this.#sendAndRecord(sent, send);
    this.#inFlight.add(result);
    if (isSuspect) this.#alone = result.then(noop, noop);
    try {
      return await result;
    } finally {
      this.#inFlight.delete(result);
      if (isSuspect) this.#alone = null;
    }
  }

  async #sendAndRecord(
    sent: Sent,
    send: () => Promise<HttpResponse | Trouble>,
  ): Promise<HttpResponse | Trouble> {
    const isEarlier = this.#brokenRequests.length === 0;
    const mayBeCause = isEarlier || this.#isDown;
    const result = await send();
    if (!(result instanceof Trouble)) {
      this.#hasResponded = true;
      // A response to a request before the first broken connection proves no new connection.
      if (!isEarlier || this.#brokenRequests.length === 0) this.#recordConnection();
    } else if (CONNECTION_ERRORS.has(result.code)) {
      // The deployment restarted, and stopped again.
      if (this.#isDown) this.#recordConnection();
      this.#brokenInARow += 1;
      if (mayBeCause) {
        this.#brokenRequests.push(sent);
        if (result.exchange !== null) this.#evidence.set(sent.sender, result.exchange);
      }
    } else if (result.code === 'ECONNREFUSED' && this.#brokenRequests.length > 0) {
      // A deployment that has never responded is unreachable.
      this.#isDown = this.#hasResponded;
    }
    return result;
  }

  /** Records that the deployment accepts connections, which ends a crash. */
  #recordConnection(): void {
    if (this.#isDown || this.#brokenInARow >= MIN_BROKEN) {
      const senders = new Set(this.#brokenRequests.map(({ sender }) => sender));
      const [only] = senders.size === 1 ? senders : [];
      if (only !== undefined && this.#crashes.some((earlier) => earlier.has(only)))
        this.#culprits.add(only);
      this.#crashes.push(senders);
      this.#isDown = false;
    }
    this.#brokenRequests = [];
    this.#brokenInARow = 0;
  }
}
