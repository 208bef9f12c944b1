/**
 * Detects requests that end the process of the deployment: the connection breaks, and new
 * connections are refused until the process restarts. A network that only breaks connections does
 * not refuse new ones.
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

export class Crashes {
  /** Requests whose connections broke since the last response. */
  #brokenRequests: Sent[] = [];
  #hasResponded = false;
  #isDown = false;
  /** The possible senders of each crash. */
  readonly #crashes: ReadonlySet<string>[] = [];
  /** The last request of each sender whose connection broke. */
  readonly #evidence = new Map<string, Exchange>();
  readonly #culprits = new Set<string>();
  #turn: Promise<unknown> = Promise.resolve();

  /** Whether connections are refused since a connection broke. */
  get isDown(): boolean {
    return this.#isDown;
  }

  /** Requests whose connections broke right before the deployment stopped. */
  get lastRequests(): readonly Sent[] {
    return this.#brokenRequests;
  }

  /** Returns whether the deployment stopped twice and only this sender can be the cause. */
  isCulprit(sender: string): boolean {
    return this.#culprits.has(sender);
  }

  findEvidence(sender: string): Exchange | null {
    return this.#evidence.get(sender) ?? null;
  }

  /** Sends a request. Possible causes of a crash send one at a time: the next crash shows which it was. */
  async sendWatched(
    sent: Sent,
    send: () => Promise<HttpResponse | Trouble>,
  ): Promise<HttpResponse | Trouble> {
    const isSuspect = this.#crashes.some((senders) => senders.has(sent.sender));
    if (!isSuspect) return this.#recordResult(sent, await send());
    const turn = this.#turn.then(send, send);
    this.#turn = turn;
    return this.#recordResult(sent, await turn);
  }

  #recordResult(sent: Sent, result: HttpResponse | Trouble): HttpResponse | Trouble {
    if (!(result instanceof Trouble)) {
      this.#hasResponded = true;
      this.#recordConnection();
    } else if (CONNECTION_ERRORS.has(result.code)) {
      // The deployment restarted, and stopped again.
      if (this.#isDown) this.#recordConnection();
      this.#brokenRequests.push(sent);
      if (result.exchange !== null) this.#evidence.set(sent.sender, result.exchange);
    } else if (result.code === 'ECONNREFUSED' && this.#brokenRequests.length > 0) {
      // A deployment that has never responded is unreachable.
      this.#isDown = this.#hasResponded;
    }
    return result;
  }

  /** Records that the deployment accepts connections, which ends a crash. */
  #recordConnection(): void {
    if (this.#isDown) {
      const senders = new Set(this.#brokenRequests.map(({ sender }) => sender));
      for (const earlierSenders of this.#crashes) {
        const [common, ...others] = [...senders].filter((sender) => earlierSenders.has(sender));
        if (common !== undefined && others.length === 0) this.#culprits.add(common);
      }
      this.#crashes.push(senders);
      this.#isDown = false;
    }
    this.#brokenRequests = [];
  }
}
