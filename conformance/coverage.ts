/** Records which operations succeeded in a run, and which settings were unusable. */
import { serviceOperations } from '../src/contract/effective/service-contract.ts';
import type { OperationId } from '../src/contract/types.ts';
import { NotTested, Skipped, UnusableInput, describeError } from './check-errors.ts';
import type { InputProblem, OperationCoverage } from './outcome.ts';
import type { HttpResponse } from './target/http-request.ts';

interface OperationTests {
  /** Resolves if a valid request succeeds. @throws NotTested */
  requireWorking(operation: OperationId): Promise<unknown>;
  /** Returns why the valid request that checks need was rejected in this run; null if it was not. */
  findRejection(operation: OperationId): Promise<NotTested | null>;
}

export class Coverage {
  readonly #covered = new Set<OperationId>();
  readonly #problems = new Map<string, InputProblem>();

  recordSuccess({ request: { operation }, accepted }: HttpResponse): void {
    if (operation !== null && accepted) this.#covered.add(operation);
  }

  /** Records that a setting was unusable; the first problem of each setting counts. */
  recordUnusable(problem: InputProblem): void {
    if (!this.#problems.has(problem.input)) this.#problems.set(problem.input, problem);
  }

  get problems(): readonly InputProblem[] {
    return [...this.#problems.values()];
  }

  async measureOperations(
    scope: ReadonlySet<OperationId>,
    tests: OperationTests,
  ): Promise<OperationCoverage[]> {
    const coverages: OperationCoverage[] = [];
    for (const operation of serviceOperations.keys()) {
      if (!scope.has(operation)) coverages.push({ operation, coverage: 'skipped' });
      else coverages.push(await this.#measureOperation(operation, tests));
    }
    return coverages;
  }

  async #measureOperation(
    operation: OperationId,
    { requireWorking, findRejection }: OperationTests,
  ): Promise<OperationCoverage> {
    if (this.#covered.has(operation)) {
      const rejection = await findRejection(operation);
      if (rejection === null) return { operation, coverage: 'covered' };
      const reason = `${describeError(rejection)}, although other requests succeed`;
      const fix =
        'Look for the cause in the log of the deployment, then repeat the run. If the deployment rejects new destinations, set destinations.';
      return { operation, coverage: 'not-covered', reason, fix };
    }
    try {
      await requireWorking(operation);
      return { operation, coverage: 'covered' };
    } catch (error) {
      if (error instanceof UnusableInput) this.recordUnusable(error.problem);
      const reason = describeError(error);
      if (error instanceof Skipped) {
        const fix = `Skip ${operation} too, or do not skip ${error.operation}.`;
        return { operation, coverage: 'not-covered', reason, fix };
      }
      const fix = error instanceof NotTested ? error.fix : null;
      return { operation, coverage: 'not-covered', reason, ...(fix !== null && { fix }) };
    }
  }
}
