import type { Exchange } from '../outcome.ts';
import type { Reply } from './http-request.ts';
import { isBodyProblem } from './response-body.ts';

/** Something between the run and the deployment's own decision: network, time-out, rate limit, gateway. */
export class Trouble extends Error {
  override readonly name = 'Trouble';
  /** The code of Node, such as ECONNREFUSED; null if there is none. */
  readonly code: string | null;
  /** What was sent; null where nothing was. */
  readonly exchange: Exchange | null;

  constructor(
    message: string,
    about: { code?: string | null; exchange?: Exchange; cause?: unknown } = {},
  ) {
    super(message, { cause: about.cause });
    this.code = about.code ?? null;
    this.exchange = about.exchange ?? null;
  }

  /** Whether the same request may go through another time. */
  get isPassing(): boolean {
    return !isBodyProblem(this.code);
  }
}

/** Returns the error for a request that a gateway or a rate limit blocked. */
export function troubleOfBlocked({ request, blockedBy }: Reply): Trouble {
  return new Trouble(
    `${request.method} ${request.path} was rejected by a limit or a gateway: ${blockedBy}`,
  );
}

/** The budget of the run is spent. */
export class BudgetSpent extends Error {
  override readonly name = 'BudgetSpent';
}

/** The run ends before its last check: it was interrupted, or the deployment stopped responding. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}
