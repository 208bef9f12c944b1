/** Sends valid requests as counter-checks: they show whether an operation works, before a rejection is interpreted. */
import type { OperationId } from '../src/contract/types.ts';
import { isTruncatedJson } from './responses/json-response.ts';
import { createUnflaggedWalletError, mayBeRestricted } from './actors/several-users.ts';
import type { Attempt } from './attempt.ts';
import { NotTested, describeError } from './check-errors.ts';
import type { HttpResponse } from './target/http-request.ts';
import { BudgetSpent, Interrupted, createBlockedError } from './target/request-errors.ts';

const MAX_ATTEMPTS = 6;
/** After this many rejected valid requests, the operation counts as not working. */
const REJECTIONS_NEEDED = 2;

/** Maximum number of requests that test whether an operation succeeds again. */
const MAX_RECOVERY_ATTEMPTS = 8;
/** Pause between these requests, in milliseconds. */
const RECOVERY_PAUSE = 500;

export class CounterChecks {
  readonly #createAttempt: (previous?: Attempt) => Attempt;
  readonly #results = new Map<OperationId, Promise<NotTested | HttpResponse>>();
  /** Operations that did not succeed again after a failure. */
  readonly #unavailable = new Set<OperationId>();

  /** @param createAttempt creates a first attempt, or a repetition of the inconclusive attempt `previous` */
  constructor(createAttempt: (previous?: Attempt) => Attempt) {
    this.#createAttempt = createAttempt;
  }

  /** Returns the accepted response to a valid request, sent once in a run; throws NotTested if none succeeds. */
  async requireWorking(operation: OperationId): Promise<HttpResponse> {
    let counterCheck = this.#results.get(operation);
    if (counterCheck === undefined) {
      counterCheck = this.#sendValid(operation);
      this.#results.set(operation, counterCheck);
    }
    const result = await counterCheck;
    if (result instanceof NotTested) throw result;
    return result;
  }

  /**
   * Returns why the required valid request, or a request that must precede it, was rejected; null if it succeeded,
   * was not needed, or got no response.
   */
  async findRejection(operation: OperationId): Promise<NotTested | null> {
    // The run may have ended before the response.
    const result = await this.#results.get(operation)?.catch(() => null);
    return result instanceof NotTested && result.causeType === 'contract' ? result : null;
  }

  /** Returns whether the operation or a wallet operation succeeds now, which shows that the deployment responds. */
  async isAlive(operation: OperationId | null): Promise<boolean> {
    const walletOperations: OperationId[] = ['startWalletAuth', 'authenticateWallet'];
    const candidates = operation === null ? walletOperations : [operation, ...walletOperations];
    for (const candidate of new Set(candidates)) {
      if (await this.succeeds(candidate)) return true;
    }
    return false;
  }

  /** Returns whether one new valid request of the operation succeeds. */
  async succeeds(operation: OperationId): Promise<boolean> {
    const attempt = this.#createAttempt();
    const request = await catchError(() => attempt.createValidRequest(operation));
    if (request instanceof Error) return false;
    const send = () => attempt.sendWithoutDiagnostics(request);
    const response = await catchError(() => attempt.ctx.ledger.sendAndCountOtp(request, send));
    return !(response instanceof Error) && response.accepted;
  }

  /** Returns whether the operation succeeds again within MAX_RECOVERY_ATTEMPTS valid requests. */
  async recovers(operation: OperationId): Promise<boolean> {
    const attempt = this.#createAttempt();
    const maxAttempts = this.#unavailable.has(operation) ? 1 : MAX_RECOVERY_ATTEMPTS;
    for (let count = 1; count <= maxAttempts; count += 1) {
      if (count > 1) await attempt.pause(RECOVERY_PAUSE);
      if (!(await this.succeeds(operation))) continue;
      this.#unavailable.delete(operation);
      return true;
    }
    this.#unavailable.add(operation);
    return false;
  }

  async #sendValid(operation: OperationId): Promise<NotTested | HttpResponse> {
    let reason = 'no response';
    let rejections = 0;
    let attempt: Attempt | undefined;
    for (let count = 1; count <= MAX_ATTEMPTS; count += 1) {
      attempt = this.#createAttempt(attempt);
      try {
        const response = await attempt.dispatch(await attempt.createValidRequest(operation));
        if (response.blockedBy !== null) throw createBlockedError(response);
        const isIncomplete = isTruncatedJson(response) && attempt.inconclusiveReason !== null;
        if (response.accepted && !isIncomplete) return response;
        reason = `got ${response.status}`;
        if (attempt.inconclusiveReason === null) rejections += 1;
        if (rejections === REJECTIONS_NEEDED) {
          // A Fraud flag that is not declared may restrict the account (§7.4).
          return operation === 'addWalletToUser' && mayBeRestricted(attempt)
            ? createUnflaggedWalletError()
            : new NotTested(`a required ${operation} request failed: ${reason}`, 'contract');
        }
      } catch (error) {
        if (error instanceof NotTested && attempt.inconclusiveReason === null) {
          if (error.causeType === 'contract') rejections += 1;
          if (error.causeType !== 'contract' || rejections === REJECTIONS_NEEDED) return error;
        }
        if (error instanceof BudgetSpent || error instanceof Interrupted) throw error;
        reason = describeError(error);
      }
    }
    return new NotTested(`a required ${operation} request failed: ${reason}`, 'environment');
  }
}

async function catchError<T>(work: () => Promise<T>): Promise<T | Error> {
  try {
    return await work();
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
