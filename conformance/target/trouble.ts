import type { Exchange } from '../outcome.ts';

/** Something between the run and the deployment's own decision: network, time-out, rate limit, gateway. */
export class Trouble extends Error {
  override readonly name = 'Trouble';
  /** What Node calls it, such as ECONNREFUSED; null where it has no name. */
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
}

/** The budget of the run is spent. */
export class BudgetSpent extends Error {
  override readonly name = 'BudgetSpent';
}

/** The run was asked to end. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}
