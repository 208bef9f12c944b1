/** Sends requests, and repeats them by the retry policy. */
import type { LimitFunction } from 'p-limit';
import { isRejectionBody } from '../responses/rejection-body.ts';
import { Breakdown } from '../check-errors.ts';
import { fixedSlot, type Slot } from '../scheduler.ts';
import type { RequestBudget } from './budget.ts';
import type { Crashes } from './crashes.ts';
import type { FailureShare } from './failure-share.ts';
import type { HttpRequest, HttpResponse } from './http-request.ts';
import type { Liveness } from './liveness.ts';
import type { Outages } from './outages.ts';
import type { Pace } from './pace.ts';
import { isLimit, mayBeLock, isServiceResponse, describeFieldNames } from './response-kinds.ts';
import {
  FIRST_PAUSE,
  wasNotSent,
  NO_RESPONSE_CONDITIONS,
  UNCLEAR_RESPONSE_CONDITIONS,
  type Condition,
  type LastTry,
  type Sending,
} from './retry-policy.ts';
import type { Transport } from './transport.ts';
import { Interrupted, RequestError } from './request-errors.ts';
import type { Waiting } from './waiting.ts';

export interface Network {
  readonly transport: Transport;
  readonly budget: RequestBudget;
  readonly signal: AbortSignal;
  readonly waiting: Waiting;
  readonly liveness: Liveness;
  readonly failureShare: FailureShare;
  readonly outages: Outages;
  readonly pace: Pace;
  readonly limitConcurrency: LimitFunction;
  readonly crashes: Crashes;
  /** Timeout of a response, in milliseconds. */
  readonly timeout: number;
  /** Whether the deployment itself, rather than a gateway, returns errors as HTML pages. */
  refusalsAreHtml: boolean;
  /** Field names of error bodies with a success status, such as `code message`; null if unknown. */
  rejectionFieldNames: string | null;
}

export class RetryingTransport {
  readonly #network: Network;
  readonly #slot: Slot;
  /** Why later results are inconclusive; null while there is no reason. */
  inconclusiveReason: string | null = null;

  /** @param slot the slot to release while waiting for a rate limit */
  constructor(network: Network, slot: Slot = fixedSlot) {
    this.#network = network;
    this.#slot = slot;
  }

  /** @throws RequestError, BudgetSpent, Interrupted, Breakdown */
  async send(request: HttpRequest, sending: Sending): Promise<HttpResponse> {
    const statuses: (number | null)[] = [];
    const progress: TryProgress = { counts: new Map(), explainAfterwards: undefined };
    for (;;) {
      const result = await this.#try(request, sending.sender);
      statuses.push(result instanceof RequestError ? null : result.status);
      const { crashes, failureShare, refusalsAreHtml, timeout } = this.#network;
      const { isDown } = crashes;
      const failuresNeeded = failureShare.countFailuresNeeded(statuses.length);
      const facts = {
        request,
        statuses,
        isDown,
        refusalsAreHtml,
        timeout,
        failuresNeeded,
        sending,
      };
      const response =
        result instanceof RequestError
          ? await this.#applyCondition(NO_RESPONSE_CONDITIONS, { ...facts, result }, progress)
          : await this.#applyCondition(UNCLEAR_RESPONSE_CONDITIONS, { ...facts, result }, progress);
      if (response === 'retry') continue;
      sending.record(response);
      return response;
    }
  }

  async pause(milliseconds: number): Promise<void> {
    await this.#network.waiting.wait(milliseconds);
  }

  async #try(request: HttpRequest, sender: string): Promise<HttpResponse | RequestError> {
    const { budget, waiting, liveness, failureShare, crashes } = this.#network;
    assertRunning(this.#network);
    if (crashes.isCrashCause(sender))
      throw new Breakdown(
        `the deployment closed all connections after ${request.method} ${request.path}, twice`,
        crashes.findEvidence(sender),
      );
    budget.countRequest();
    const sent = { sender, method: request.method, path: request.path };
    const result = await crashes.sendAndDetectCrash(sent, () => this.#tryRequest(request));
    if (result instanceof RequestError && wasNotSent(result)) budget.refundRequest();
    waiting.recordResponse(
      result instanceof RequestError || !isLimit(result) ? 'response' : 'limit',
    );
    this.#adjustPace(result);
    failureShare.record(isServiceResponse(result) ? 'response' : 'failure');
    if (isServiceResponse(result)) liveness.recordResponse();
    else await liveness.recordFailure();
    return result;
  }

  async #tryRequest(request: HttpRequest): Promise<HttpResponse | RequestError> {
    try {
      const response = await this.#network.limitConcurrency(() => {
        // The run may have ended while the request waited for others.
        assertRunning(this.#network);
        return this.#network.transport.send(request);
      });
      return this.#isRejectedInBody(response) ? { ...response, accepted: false } : response;
    } catch (error) {
      if (error instanceof RequestError) return error;
      throw error;
    }
  }

  #adjustPace(result: HttpResponse | RequestError): void {
    const { pace } = this.#network;
    const isTooFast =
      result instanceof RequestError ||
      result.status >= 500 ||
      (isLimit(result) && !mayBeLock(result));
    if (isTooFast) pace.slowDown();
    else pace.recordResponse(result.exchange.response?.durationMs ?? 0);
  }

  /** Returns the response, or `retry` to repeat the request; throws the result if it is an error. */
  async #applyCondition<Result extends HttpResponse | RequestError>(
    conditions: readonly Condition<Result>[],
    lastTry: LastTry<Result>,
    progress: TryProgress,
  ): Promise<HttpResponse | 'retry'> {
    const result: HttpResponse | RequestError = lastTry.result;
    const condition = conditions.find((item) => item.holds(lastTry));
    this.#recordInconclusiveReason(condition, lastTry, progress);
    if (condition === undefined) return throwIfError(result);

    const count = (progress.counts.get(condition) ?? 0) + 1;
    progress.counts.set(condition, count);
    const triedAll = count >= condition.getMaxTries(lastTry);
    if (triedAll || !(await this.#waitForNextTry(condition, lastTry, count))) {
      const finalResult = condition.getResult?.(lastTry, triedAll) ?? result;
      if (finalResult instanceof Breakdown)
        this.#network.failureShare.recordCause(lastTry.statuses.length);
      return throwIfError(finalResult);
    }
    const { diagnostics, record } = lastTry.sending;
    if (condition.countsAsResponse && !(result instanceof RequestError)) record(result);
    if (diagnostics !== null) await condition.assertRetryUseful?.(lastTry, diagnostics, count);
    return 'retry';
  }

  #recordInconclusiveReason<Result extends HttpResponse | RequestError>(
    condition: Condition<Result> | undefined,
    lastTry: LastTry<Result>,
    progress: TryProgress,
  ): void {
    const { explainAfterwards } = progress;
    progress.explainAfterwards = condition?.explainInconclusiveAfterwards;
    // The reason of an earlier try applies once its condition no longer holds.
    const earlierReason =
      progress.explainAfterwards === undefined ? explainAfterwards?.(lastTry) : undefined;
    const reason = condition?.explainInconclusive?.(lastTry) ?? earlierReason ?? null;
    if (reason !== null) this.inconclusiveReason = reason;
  }

  /** Waits before the next try, if the run can wait. Returns whether the request is tried again. */
  async #waitForNextTry<Result extends HttpResponse | RequestError>(
    condition: Condition<Result>,
    lastTry: LastTry<Result>,
    count: number,
  ): Promise<boolean> {
    const { waiting } = this.#network;
    const pause = condition.pause?.(lastTry, count) ?? FIRST_PAUSE * 2 ** (count - 1);
    const wait = () => waiting.wait(pause);
    // Unless limits are random, requests of other checks would be rejected too, so this check keeps its slot.
    const canRelease = condition.releasesSlot && waiting.areLimitsRandom;
    const hasWaited = await (canRelease ? this.#slot.release(wait) : wait());
    return hasWaited || condition.countsAsResponse === true;
  }

  /** Returns whether the body is an error although the status is a success (§7). */
  #isRejectedInBody({ accepted, body, request }: HttpResponse): boolean {
    if (!accepted || request.operation === null) return false;
    if (isRejectionBody(body)) return true;
    const { rejectionFieldNames } = this.#network;
    return rejectionFieldNames !== null && describeFieldNames(body) === rejectionFieldNames;
  }
}

function throwIfError(result: HttpResponse | Error): HttpResponse {
  if (result instanceof Error) throw result;
  return result;
}

interface TryProgress {
  readonly counts: Map<object, number>;
  /** Returns the `inconclusiveReason` once the condition of the previous try no longer holds. */
  explainAfterwards: Condition<HttpResponse>['explainInconclusiveAfterwards'];
}

/** Throws Interrupted if the run has ended, so that no request or check starts. */
export function assertRunning({ signal, liveness }: Pick<Network, 'signal' | 'liveness'>): void {
  if (signal.aborted) throw new Interrupted('the run was interrupted');
  if (liveness.unreachable !== null) {
    throw new Interrupted(`the deployment stopped responding: ${liveness.unreachable}`);
  }
}
