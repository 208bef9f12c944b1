/** Searches for the smallest request that a rule forbids but the deployment accepts. */
import type { Arbitrary } from 'fast-check';
import { Failure } from '../check-errors.ts';

type FastCheck = typeof import('fast-check');

export interface Search<T> {
  /** Values to try before `any`, because a faulty deployment is likely to accept them. */
  readonly likely: readonly T[];
  readonly any: Arbitrary<T>;
  readonly maxRuns: number;
  /** Additional requests to shrink a violation. Runs that remain of `maxRuns` are also used for this. */
  readonly maxShrinks: number;
  readonly seed: number;
  /** Sends a request with the value; throws Failure if it is accepted. */
  send(value: T): Promise<void>;
}

/** @throws Failure of the smallest violation; without a violation, the other error of `send` that ended the search */
export async function searchForViolation<T>(fc: FastCheck, search: Search<T>): Promise<void> {
  const { likely, any, maxRuns, seed, send } = search;
  let smallest: Failure | null = null;
  let otherError: { error: unknown } | null = null;
  let remaining = maxRuns + search.maxShrinks;

  const passes = async (value: T): Promise<boolean> => {
    if (otherError !== null || remaining === 0) return true;
    remaining -= 1;
    try {
      await send(value);
      return true;
    } catch (error) {
      if (error instanceof Failure) {
        // fast-check tries only smaller values after the first violation.
        smallest = error;
        return false;
      }
      // Another error, such as of the network, is not a violation; it ends the search.
      otherError = { error };
      return true;
    }
  };

  await fc.check(fc.asyncProperty(any, passes), {
    seed,
    numRuns: maxRuns,
    examples: likely.map((value) => [value]),
  });
  throwResult(smallest, otherError);
}

function throwResult(smallest: Failure | null, otherError: { error: unknown } | null): void {
  if (smallest !== null) throw smallest;
  if (otherError !== null) throw otherError.error;
}
