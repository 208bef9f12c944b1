/** Looks for a request that a rule forbids and that is not refused, and for the smallest such. */
import type { Arbitrary } from 'fast-check';
import { Failure } from '../outcomes.ts';

type FastCheck = typeof import('fast-check');

export interface Search<T> {
  /** Tried first, in this order. */
  readonly likely: readonly T[];
  readonly any: Arbitrary<T>;
  /** How many are tried. */
  readonly runs: number;
  /** How many more may be tried to make a breach smaller. */
  readonly shrinking: number;
  readonly seed: number;
  /** Sends one. */
  look(value: T): Promise<void>;
}

/**
 * @throws Failure of the smallest breach, and whatever else a look throws, which ends the search
 */
export async function searchForBreach<T>(fc: FastCheck, search: Search<T>): Promise<void> {
  const { likely, any, runs, seed, look } = search;
  let smallest: Failure | null = null;
  let stopped: { error: unknown } | null = null;
  let left = runs + search.shrinking;

  const isKept = async (value: T): Promise<boolean> => {
    // What went wrong on the way says nothing of the request: it is no breach, and ends the search.
    if (stopped !== null || left === 0) return true;
    left -= 1;
    try {
      await look(value);
      return true;
    } catch (error) {
      if (error instanceof Failure) {
        // Only smaller ones are tried after a first.
        smallest = error;
        return false;
      }
      stopped = { error };
      return true;
    }
  };

  await fc.check(fc.asyncProperty(any, isKept), {
    seed,
    numRuns: runs,
    examples: likely.map((value) => [value]),
  });
  endOf(smallest, stopped);
}

function endOf(smallest: Failure | null, stopped: { error: unknown } | null): void {
  if (smallest !== null) throw smallest;
  if (stopped !== null) throw stopped.error;
}
