import { seededDraws } from './mutants/trouble/seeded-draws.ts';

const length = process.env['FLAGBEARER_TESTS'];

/** Whether every case runs, which takes hours. */
const isComplete = length === 'complete';

/**
 * Some tests prove the same with more cases: `npm test` runs a short form, the projects `conformance` and
 * `slow` a long one.
 */
export const isLong = length === 'long' || isComplete;

/** @returns which of two applies, such as how many cases there are */
export function inLength<Value>({
  short,
  long,
}: {
  readonly short: Value;
  readonly long: Value;
}): Value {
  return isLong ? long : short;
}

const SEED = 1;

/** Returns all cases with FLAGBEARER_TESTS=complete, otherwise so many from all over the list, the same each time. */
export function sampled<Case>(cases: readonly Case[], count: number): readonly Case[] {
  if (isComplete) return cases;
  const draw = seededDraws(SEED);
  return cases
    .map((one) => ({ one, rank: draw() }))
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, count)
    .map(({ one }) => one);
}
