import { execFileSync } from 'node:child_process';
import { createSeededRandom } from '../mutants/trouble/seeded-random.ts';

const length = process.env['FLAGBEARER_TESTS'];

/** Whether every case runs, which takes about 20 minutes on two cores. */
export const isComplete = length === 'complete';

/**
 * Some tests prove the same with more cases: `npm test` runs a short form, the projects `conformance` and
 * `slow` a long one.
 */
export const isLong = length === 'long' || isComplete;

/** Returns the value for short or long runs, such as the number of cases. */
export function selectByLength<Value>({
  short,
  long,
}: {
  readonly short: Value;
  readonly long: Value;
}): Value {
  return isLong ? long : short;
}

/** Selects the sample; FLAGBEARER_TESTS_SEED repeats that of another commit. */
export const seed = Number(process.env['FLAGBEARER_TESTS_SEED'] ?? seedOfCommit());

function seedOfCommit(): number {
  const { GITHUB_SHA } = process.env;
  return Number.parseInt((GITHUB_SHA || readCurrentCommit()).slice(0, 8), 16);
}

/** Returns the hash of the commit; zeros outside a repository. */
function readCurrentCommit(): string {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return '00000000';
  }
}

/**
 * Returns all cases with FLAGBEARER_TESTS=complete, otherwise a sample: another one for each commit, so that
 * every case runs sooner or later, and the same one for all runs of a commit.
 */
export function sample<Case>(cases: readonly Case[], count: number): readonly Case[] {
  if (isComplete) return cases;
  const draw = createSeededRandom(seed);
  return cases
    .map((one) => ({ one, rank: draw() }))
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, count)
    .map(({ one }) => one);
}
