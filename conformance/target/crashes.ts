/**
 * Detects requests that end the process of the deployment: the connection breaks, and new
 * connections are refused, or break too, until the process restarts. A network that only breaks some
 * connections does not refuse new ones.
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
    if (!isSuspect) return this.#sendAndRecord(sent, send);
    const sendNext = () => this.#sendAndRecord(sent, send);
    const turn = this.#turn.then(sendNext, sendNext);
    this.#turn = turn;
    return turn;
  }

  async #sendAndRecord(
    sent: Sent,
    send: () => Promise<HttpResponse | Trouble>,
  ): Promise<HttpResponse | Trouble> {
    const mayBeCause = this.#brokenRequests.length === 0;
    const result = await send();
    if (!(result instanceof Trouble)) {
      this.#hasResponded = true;
      this.#recordConnection();
    } else if (CONNECTION_ERRORS.has(result.code)) {
      // The deployment restarted, and stopped again.
      const isRestarted = this.#isDown;
      if (isRestarted) this.#recordConnection();
      this.#brokenInARow += 1;
      if (mayBeCause || isRestarted) {
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
      for (const earlierSenders of this.#crashes) {
        const [common, ...others] = [...senders].filter((sender) => earlierSenders.has(sender));
        if (common !== undefined && others.length === 0) this.#culprits.add(common);
      }
      this.#crashes.push(senders);
      this.#isDown = false;
    }
    this.#brokenRequests = [];
    this.#brokenInARow = 0;
  }
}
