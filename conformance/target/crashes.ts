/**
 * Detects requests that end the process of the deployment: the connection breaks, and new connections are
 * refused or break, until the process restarts. If only the network breaks connections, new connections
 * are not refused.
 */
import type { Exchange } from '../outcome.ts';
import type { HttpResponse } from './http-request.ts';
import { RequestError } from './request-errors.ts';

export interface RequestSummary {
  /** Id of the check, or name of the probe group. */
  readonly sender: string;
  readonly method: string;
  readonly path: string;
}

const CONNECTION_ERRORS: ReadonlySet<string | null> = new Set(['ECONNRESET', 'EPIPE']);

/** Number of broken connections in a row that a network fault is unlikely to cause. */
const MIN_BROKEN = 5;

const noop = (): void => undefined;

export class Crashes {
  /** Requests whose connections broke and that may have caused the current crash. */
  #brokenRequests: RequestSummary[] = [];
  #brokenInARow = 0;
  #hasResponded = false;
  #isDown = false;
  /** The possible senders of each crash. */
  readonly #crashes: ReadonlySet<string>[] = [];
  /** The last request of each sender that may have caused a crash. */
  readonly #evidence = new Map<string, Exchange>();
  readonly #crashCauses = new Set<string>();
  readonly #inFlight = new Set<Promise<unknown>>();
  /** The request that must be sent alone; null while requests may be sent concurrently. */
  #exclusiveRequest: Promise<unknown> | null = null;

  /** Whether connections have been refused since a connection broke. */
  get isDown(): boolean {
    return this.#isDown;
  }

  /** Requests whose connections broke right before the deployment stopped. */
  get lastRequests(): readonly RequestSummary[] {
    return this.#brokenRequests;
  }

  /** Returns whether this sender may have caused a crash, and is the only possible cause of a later crash. */
  isCrashCause(sender: string): boolean {
    return this.#crashCauses.has(sender);
  }

  findEvidence(sender: string): Exchange | null {
    return this.#evidence.get(sender) ?? null;
  }

  /** Sends a request. A sender that may have caused a crash sends alone, so that the next crash proves it. */
  async sendAndDetectCrash(
    request: RequestSummary,
    send: () => Promise<HttpResponse | RequestError>,
  ): Promise<HttpResponse | RequestError> {
    while (this.#exclusiveRequest !== null) await this.#exclusiveRequest;
    const mustBeAlone = this.#crashes.some((senders) => senders.has(request.sender));
    const result = mustBeAlone
      ? Promise.allSettled(this.#inFlight).then(() => this.#sendAndRecord(request, send))
      : this.#sendAndRecord(request, send);
    this.#inFlight.add(result);
    if (mustBeAlone) this.#exclusiveRequest = result.then(noop, noop);
    try {
      return await result;
    } finally {
      this.#inFlight.delete(result);
      if (mustBeAlone) this.#exclusiveRequest = null;
    }
  }

  async #sendAndRecord(
    request: RequestSummary,
    send: () => Promise<HttpResponse | RequestError>,
  ): Promise<HttpResponse | RequestError> {
    const wasSentBeforeBreak = this.#brokenRequests.length === 0;
    // While the deployment is down, a request may reach the restarted process, and end it again.
    const mayBeCause = wasSentBeforeBreak || this.#isDown;
    const result = await send();
    if (!(result instanceof RequestError)) {
      this.#hasResponded = true;
      // A response to a request from before the break does not show that new connections are accepted.
      const usedOldConnection = wasSentBeforeBreak && this.#brokenRequests.length > 0;
      if (!usedOldConnection) this.#recordConnection();
    } else if (CONNECTION_ERRORS.has(result.code)) {
      // The deployment restarted, and stopped again.
      if (this.#isDown) this.#recordConnection();
      this.#brokenInARow += 1;
      if (mayBeCause) {
        this.#brokenRequests.push(request);
        if (result.exchange !== null) this.#evidence.set(request.sender, result.exchange);
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
      const [onlySender] = senders.size === 1 ? senders : [];
      if (onlySender !== undefined && this.#crashes.some((earlier) => earlier.has(onlySender)))
        this.#crashCauses.add(onlySender);
      this.#crashes.push(senders);
      this.#isDown = false;
    }
    this.#brokenRequests = [];
    this.#brokenInARow = 0;
  }
}
