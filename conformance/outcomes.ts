/** The ways in which a check ends before its last line. */
import type { OperationId } from '../src/contract/words.ts';
import type { Cause, Exchange, InputProblem } from './outcome.ts';
import type { Reply } from './target/http-request.ts';

/** An assertion did not hold. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly replies: readonly Reply[];
  /** Whether the failure counts even if the attempt was disturbed, such as an accepted invalid request. */
  readonly conclusive: boolean;

  constructor(message: string, replies: readonly Reply[], conclusive: boolean) {
    super(message);
    this.replies = replies;
    this.conclusive = conclusive;
  }
}

/** A request prevents the deployment from responding, whatever rule the check is about. */
export class Breakdown extends Failure {
  readonly exchange: Exchange | null;

  constructor(message: string, exchange: Exchange | null) {
    super(message, [], true);
    this.exchange = exchange;
  }
}

/** A precondition of the check is missing. */
export class NotTested extends Error {
  override readonly name: string = 'NotTested';
  readonly because: Extract<Cause, 'environment' | 'settings' | 'contract' | 'dialect'>;
  /** What the caller can do, as a sentence; null where nothing is known to help. */
  readonly fix: string | null;

  constructor(message: string, because: NotTested['because'], fix: string | null = null) {
    super(message);
    this.because = because;
    this.fix = fix;
  }
}

/** The check needs an operation that the caller skips. */
export class Skipped extends NotTested {
  override readonly name = 'Skipped';

  constructor(operation: OperationId) {
    super(`${operation} is skipped`, 'settings');
  }
}

/** A setting that was given could not be used: the run is incomplete, and the deployment is not blamed. */
export class UnusableInput extends NotTested {
  override readonly name = 'UnusableInput';
  readonly problem: InputProblem;

  constructor(problem: InputProblem) {
    super(`${problem.input}: ${problem.reason}`, 'environment', problem.fix);
    this.problem = problem;
  }
}
