/** Sends requests, and repeats them by the retry policy. */
import type { LimitFunction } from 'p-limit';
import { isRejectionBody } from '../responses/rejection-body.ts';
import { Breakdown } from '../outcomes.ts';
import type { Exchange } from '../outcome.ts';
import { fixedSlot, type Slot } from '../scheduler.ts';
import type { RequestBudget } from './budget.ts';
import type { Crashes } from './crashes.ts';
import type { HttpRequest, HttpResponse } from './http-request.ts';
import type { Liveness } from './liveness.ts';
import type { Outages } from './outages.ts';
import type { Pace } from './pace.ts';
import { isLimit, isLock, isServiceResponse, describeFieldNames } from './response-kinds.ts';
import {
  hasNotArrived,
  NO_DECISION,
  NO_RESPONSE,
  type Condition,
  type End,
  type Sending,
} from './retry-policy.ts';
import type { Transport } from './transport.ts';
import { Interrupted, Trouble } from './trouble.ts';
import type { Waiting } from './waiting.ts';

export interface Lines {
  readonly transport: Transport;
  readonly budget: RequestBudget;
  readonly signal: AbortSignal;
  readonly waiting: Waiting;
  readonly liveness: Liveness;
  readonly outages: Outages;
  readonly pace: Pace;
  /** Limits the number of requests in flight. */
  readonly slots: LimitFunction;
  readonly crashes: Crashes;
  /** Timeout of a response, in milliseconds. */
  readonly timeout: number;
  /** Whether the deployment itself, rather than a gateway, returns errors as HTML pages. */
  refusalsAreHtml: boolean;
  /** Property names that identify an error body with any status; see `describeFieldNames`. */
  refusesByNames: string | null;
}

const FIRST_PAUSE = 60;

/** Sends the requests of one attempt. */
export class Line {
  readonly #lines: Lines;
  readonly #slot: Slot;
  /** Reason why later results are inconclusive; null while the attempt is undisturbed. */
  tainted: string | null = null;

  /** @param slot the slot to release while waiting for a rate limit */
  constructor(lines: Lines, slot: Slot = fixedSlot) {
    this.#lines = lines;
    this.#slot = slot;
  }

  /** @throws Trouble, BudgetSpent, Interrupted, Breakdown */
  async send(request: HttpRequest, sending: Sending): Promise<HttpResponse> {
    const statuses: (number | null)[] = [];
    const progress: Progress = { counts: new Map(), taintOnceOver: null };
    for (;;) {
      const result = await this.#try(request, sending.sender);
      statuses.push(result instanceof Trouble ? null : result.status);
      const { crashes, refusalsAreHtml: refusesInHtml, timeout } = this.#lines;
      const { isDown } = crashes;
      const about = { request, statuses, isDown, refusesInHtml, timeout, sending };
      const next =
        result instanceof Trouble
          ? await this.#follow(NO_RESPONSE, { ...about, result }, progress)
          : ((await this.#follow(NO_DECISION, { ...about, result }, progress)) ?? result);
      if (next === 'again' || next === null) continue;
      sending.record(next);
      return next;
    }
  }

  /** Pauses between repetitions. */
  async pause(milliseconds: number): Promise<void> {
    await this.#lines.waiting.wait(milliseconds);
  }

  async #try(request: HttpRequest, sender: string): Promise<HttpResponse | Trouble> {
    const { budget, waiting, liveness, crashes } = this.#lines;
    assertRunning(this.#lines);
    if (crashes.isCulprit(sender)) throw createBreakdown(request, crashes.findEvidence(sender));
    budget.request();
    const sent = { sender, method: request.method, path: request.path };
    const result = await crashes.sendWatched(sent, () => this.#tryRequest(request));
    if (result instanceof Trouble && hasNotArrived(result)) budget.refundRequest();
    waiting.recordResponse(result instanceof Trouble || !isLimit(result) ? 'answer' : 'limit');
    this.#keepPace(result);
    if (isServiceResponse(result)) liveness.recordResponse();
    else await liveness.recordFailure();
    return result;
  }

  async #tryRequest(request: HttpRequest): Promise<HttpResponse | Trouble> {
    try {
      const response = await this.#lines.slots(() => this.#lines.transport.send(request));
      return this.#isRefusalInWords(response) ? { ...response, accepted: false } : response;
    } catch (error) {
      if (error instanceof Trouble) return error;
      throw error;
    }
  }

  #keepPace(result: HttpResponse | Trouble): void {
    const { pace } = this.#lines;
    const isTooFast =
      result instanceof Trouble || result.status >= 500 || (isLimit(result) && !isLock(result));
    if (isTooFast) pace.slowDown();
    else pace.recordResponse(result.exchange.response?.durationMs ?? 0);
  }

  /**
   * Returns the response to use, or `again` to repeat the request; null if no condition holds.
   *
   * @throws Trouble, Breakdown
   */
  async #follow<Result extends HttpResponse | Trouble>(
    conditions: readonly Condition<Result>[],
    end: End<Result>,
    progress: Progress,
  ): Promise<HttpResponse | 'again' | null> {
    const condition = conditions.find((each) => each.holds(end));
    if (condition?.explainTaintOnceOver === undefined)
      this.tainted = progress.taintOnceOver ?? this.tainted;
    if (condition === undefined) return null;
    const count = (progress.counts.get(condition) ?? 0) + 1;
    progress.counts.set(condition, count);
    this.tainted = condition.explainTaint?.(end) ?? this.tainted;
    progress.taintOnceOver = condition.explainTaintOnceOver?.(end) ?? null;

    const isLast = count >= condition.getMaxTries(end);
    const mayGoOn = isLast || (await this.#pause(condition, end, count));
    if (isLast || !mayGoOn) {
      const result = condition.getResult(end, mayGoOn);
      if (result instanceof Error) throw result;
      return result;
    }
    const { evidence, record } = end.sending;
    const result: HttpResponse | Trouble = end.result;
    if (condition.isResponse && !(result instanceof Trouble)) record(result);
    if (evidence !== null) await condition.assertRetryUseful?.(end, evidence, count);
    return 'again';
  }

  /** Returns whether the request may be sent again. */
  async #pause<Result extends HttpResponse | Trouble>(
    condition: Condition<Result>,
    end: End<Result>,
    count: number,
  ): Promise<boolean> {
    const { waiting } = this.#lines;
    const pause = condition.pause?.(end, count) ?? FIRST_PAUSE * 2 ** (count - 1);
    const wait = () => waiting.wait(pause);
    // Under a rate limit, other requests would be rejected too.
    const releases = condition.isPaced && waiting.isByChance;
    const hasWaited = await (releases ? this.#slot.release(wait) : wait());
    return hasWaited || condition.isResponse === true;
  }

  /** Returns whether the body is an error although the status is a success (§7). */
  #isRefusalInWords({ accepted, body, request }: HttpResponse): boolean {
    if (!accepted || request.operation === null) return false;
    const { refusesByNames } = this.#lines;
    return (
      isRejectionBody(body) ||
      (refusesByNames !== null && describeFieldNames(body) === refusesByNames)
    );
  }
}

/** The attempts to send one request. */
interface Progress {
  readonly counts: Map<object, number>;
  /** Reason that taints the attempt as soon as the condition that set it no longer holds. */
  taintOnceOver: string | null;
}

/**
 * Checks that the run has not ended, so that requests and checks may start.
 *
 * @throws Interrupted
 */
export function assertRunning({ signal, liveness }: Pick<Lines, 'signal' | 'liveness'>): void {
  if (signal.aborted) throw new Interrupted('the run was interrupted');
  if (liveness.unreachable !== null) {
    throw new Interrupted(`the deployment stopped responding: ${liveness.unreachable}`);
  }
}

function createBreakdown({ method, path }: HttpRequest, exchange: Exchange | null): Breakdown {
  return new Breakdown(
    `the deployment stopped accepting connections after ${method} ${path} twice`,
    exchange,
  );
}
