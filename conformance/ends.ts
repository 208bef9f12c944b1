/** The ways in which a check ends before its last line. */
import type { Cause } from './outcome.ts';
import type { Reply } from './target/call.ts';

/** An assertion did not hold. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly replies: readonly Reply[];
  /** Whether it stands whatever else happened, such as an answer that must never be given. */
  readonly conclusive: boolean;

  constructor(message: string, replies: readonly Reply[], conclusive: boolean) {
    super(message);
    this.replies = replies;
    this.conclusive = conclusive;
  }
}

/** It can't be looked at here and now. */
export class NotTested extends Error {
  override readonly name = 'NotTested';
  readonly because: Extract<Cause, 'environment' | 'settings' | 'contract' | 'dialect'>;

  constructor(message: string, because: NotTested['because']) {
    super(message);
    this.because = because;
  }
}
