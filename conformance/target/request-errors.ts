import type { Exchange } from '../outcome.ts';
import type { HttpResponse } from './http-request.ts';
import { isBodyProblem } from './response-body.ts';

/** No response of the service: network error, timeout, limit or gateway. The request may have an effect. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  /** The error code of Node, such as ECONNREFUSED; null if there is none. */
  readonly code: string | null;
  readonly exchange: Exchange | null;

  constructor(
    message: string,
    details: { code?: string | null; exchange?: Exchange; cause?: unknown } = {},
  ) {
    super(message, { cause: details.cause });
    this.code = details.code ?? null;
    this.exchange = details.exchange ?? null;
  }

  /** Whether repeating the same request may succeed. */
  get isTemporary(): boolean {
    return !isBodyProblem(this.code);
  }
}

export function createBlockedError({ request, blockedBy }: HttpResponse): RequestError {
  return new RequestError(
    `${request.method} ${request.path} was rejected by a limit or a gateway: ${blockedBy}`,
  );
}

export class BudgetSpent extends Error {
  override readonly name = 'BudgetSpent';
}

/** A run that ends early, because it was interrupted or the deployment stopped responding. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}
