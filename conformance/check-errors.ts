/** Defines the errors that end a check early. */
import type { OperationId } from '../src/contract/types.ts';
import type { Cause, Exchange, InputProblem } from './outcome.ts';
import type { HttpResponse } from './target/http-request.ts';

export class Failure extends Error {
  override readonly name = 'Failure';
  readonly responses: readonly HttpResponse[];
  /** Whether the failure counts even if a request of the check failed: for example, an invalid request was accepted. */
  readonly isConclusive: boolean;

  constructor(
    message: string,
    responses: readonly HttpResponse[],
    { isConclusive = false }: { readonly isConclusive?: boolean } = {},
  ) {
    super(message);
    this.responses = responses;
    this.isConclusive = isConclusive;
  }
}

/** An error for a request after which the deployment stops responding. */
export class Breakdown extends Failure {
  readonly exchange: Exchange | null;

  constructor(message: string, exchange: Exchange | null) {
    super(message, [], { isConclusive: true });
    this.exchange = exchange;
  }
}

/** An error for a missing precondition of the check. */
export class NotTested extends Error {
  override readonly name: string = 'NotTested';
  readonly causeType: Extract<Cause, 'environment' | 'settings' | 'contract' | 'dialect'>;
  /** What to do, as a sentence; null if no fix is known. */
  readonly fix: string | null;
  /** The rejection that prevents the check. */
  readonly response: HttpResponse | null;

  constructor(
    message: string,
    causeType: NotTested['causeType'],
    fix: string | null = null,
    response: HttpResponse | null = null,
  ) {
    super(message);
    this.causeType = causeType;
    this.fix = fix;
    this.response = response;
  }
}

/** Creates the error for a missing setting. @param needed the setting, as the end of "needs …" */
export function createSettingError(
  needed: string,
  fix = 'Add this under conform: in flagbearer.config.yaml.',
): NotTested {
  return new NotTested(`needs ${needed}`, 'settings', fix);
}

/** Creates the error for a check that does not concern deployments with this dialect. */
export function createInapplicable(reason: string): NotTested {
  return new NotTested(`not applicable: ${reason}`, 'dialect');
}

/** An error for an operation that the settings skip. */
export class Skipped extends NotTested {
  override readonly name = 'Skipped';

  readonly operation: OperationId;

  constructor(operation: OperationId) {
    super(`needs ${operation}, which is skipped`, 'settings');
    this.operation = operation;
  }
}

/** An error for an unusable setting. The run is then incomplete, but the deployment does not fail. */
export class UnusableInput extends NotTested {
  override readonly name = 'UnusableInput';
  readonly problem: InputProblem;

  constructor(problem: InputProblem) {
    super(`${problem.input}: ${problem.reason}`, 'environment', problem.fix);
    this.problem = problem;
  }
}

export function describeRejection({ request, status }: HttpResponse): string {
  return `a required ${request.operation ?? 'HTTP'} request is rejected with ${status}`;
}

export function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns the result; null if the work throws NotTested. */
export async function nullIfNotTested<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NotTested) return null;
    throw error;
  }
}
