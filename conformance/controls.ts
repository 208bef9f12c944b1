/** Sends valid requests as controls of negative checks, which show whether an operation works. */
import type { OperationId } from '../src/contract/types.ts';
import { isTruncatedJson } from './responses/json-response.ts';
import type { Attempt } from './attempt.ts';
import { NotTested } from './outcomes.ts';
import type { HttpResponse } from './target/http-request.ts';
import { Interrupted, createBlockedTrouble } from './target/trouble.ts';

const MAX_ATTEMPTS = 6;

export class Controls {
  readonly #begin: (before?: Attempt) => Attempt;
  readonly #found = new Map<OperationId, Promise<NotTested | HttpResponse>>();

  /** @param begin creates an attempt, or repeats an attempt without result */
  constructor(begin: (before?: Attempt) => Attempt) {
    this.#begin = begin;
  }

  /** Sends a valid request once per run; throws NotTested with its response if it is refused. */
  async sendControl(operation: OperationId): Promise<HttpResponse> {
    let control = this.#found.get(operation);
    if (control === undefined) {
      control = this.#sendValid(operation);
      this.#found.set(operation, control);
    }
    const found = await control;
    if (found instanceof NotTested) throw found;
    return found;
  }

  /** Returns whether a valid request of the operation, or of another operation, succeeds now. */
  async isAlive(operation: OperationId | null): Promise<boolean> {
    const signs: OperationId[] = ['startWalletAuth', 'authenticateWallet'];
    for (const sign of new Set(operation === null ? signs : [operation, ...signs])) {
      if (await this.succeeds(sign)) return true;
    }
    return false;
  }

  /** Returns whether a valid request of this operation succeeds now. */
  async succeeds(operation: OperationId): Promise<boolean> {
    const attempt = this.#begin();
    const request = await catchError(() => attempt.flows.createValidRequest(operation));
    if (request instanceof Error) return false;
    const response = await catchError(() => {
      const isSend = operation === 'sendSmsOtp' || operation === 'sendEmailOtp';
      if (isSend) attempt.ctx.ledger.countSend();
      return attempt.sendAsControl(request);
    });
    return !(response instanceof Error) && response.accepted;
  }

  async #sendValid(operation: OperationId): Promise<NotTested | HttpResponse> {
    let why = 'no response';
    let attempt = this.#begin();
    for (let count = 1; count <= MAX_ATTEMPTS; count += 1) {
      attempt = this.#begin(attempt);
      try {
        const response = await attempt.flows.dispatch(
          await attempt.flows.createValidRequest(operation),
        );
        if (response.blockedBy !== null) throw createBlockedTrouble(response);
        if (response.accepted && !(isTruncatedJson(response) && attempt.tainted !== null))
          return response;
        why = `got ${response.status}`;
        if (attempt.tainted !== null) continue;
        return new NotTested(`no ${operation} succeeded: ${why}`, 'contract');
      } catch (error) {
        if (error instanceof NotTested && attempt.tainted === null) return error;
        if (error instanceof Interrupted) throw error;
        why = error instanceof Error ? error.message : String(error);
      }
    }
    return new NotTested(`no ${operation} succeeded: ${why}`, 'environment');
  }
}

async function catchError<T>(work: () => Promise<T>): Promise<T | Error> {
  try {
    return await work();
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
