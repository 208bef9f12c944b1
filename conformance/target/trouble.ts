import type { Exchange } from '../outcome.ts';
import type { HttpResponse } from './http-request.ts';
import { isBodyProblem } from './response-body.ts';

/** A request that the deployment did not decide: network, timeout, rate limit, gateway. */
export class Trouble extends Error {
  override readonly name = 'Trouble';
  /** The error code of Node, such as ECONNREFUSED; null if there is none. */
  readonly code: string | null;
  readonly exchange: Exchange | null;

  constructor(
    message: string,
    about: { code?: string | null; exchange?: Exchange; cause?: unknown } = {},
  ) {
    super(message, { cause: about.cause });
    this.code = about.code ?? null;
    this.exchange = about.exchange ?? null;
  }

  /** Whether repeating the same request may succeed. */
  get isPassing(): boolean {
    return !isBodyProblem(this.code);
  }
}

export function createBlockedTrouble({ request, blockedBy }: HttpResponse): Trouble {
  return new Trouble(
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
