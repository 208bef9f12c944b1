import { seededDraws } from './mutants/trouble/seeded-draws.ts';

/**
 * How long the tests are. Some prove the same with more of it: of those `npm test` runs a short form, and
 * `npm run test:all`, which `.ci/run` has too, the whole.
 */
export const isLong = process.env['FLAGBEARER_TESTS'] === 'long';

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

/**
 * Of cases that `FLAGBEARER_TESTS=complete npx vitest run --project conformance` has all of, so many in `npm run test:all`: the same each time,
 * from all over the list.
 */
export function sampled<Case>(cases: readonly Case[], count: number): readonly Case[] {
  if (!isLong) return cases;
  const draw = seededDraws(SEED);
  return cases
    .map((one) => ({ one, rank: draw() }))
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, count)
    .map(({ one }) => one);
}
