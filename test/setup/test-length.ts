import { execFileSync } from 'node:child_process';
import { createSeededRandom } from './seeded-random.ts';

const length = process.env['FLAGBEARER_TESTS'];

/** Whether every case runs, which takes about 20 minutes on two cores. */
export const isComplete = length === 'complete';

/** Whether tests of variable length run many cases, as in the projects `conformance` and `slow`. */
export const isLong = length === 'long' || isComplete;

/** Returns the value for short or long runs, such as the number of cases. */
export function selectByLength<Value>(values: {
  readonly short: Value;
  readonly long: Value;
}): Value {
  return isLong ? values.long : values.short;
}

/** The seed of all samples: FLAGBEARER_TESTS_SEED, or a seed derived from the commit. */
export const seed = Number(process.env['FLAGBEARER_TESTS_SEED'] ?? readCommitSeed());

function readCommitSeed(): number {
  const { GITHUB_SHA } = process.env;
  return Number.parseInt((GITHUB_SHA || readCurrentCommit()).slice(0, 8), 16);
}

/** Returns the hash of the commit, or zeros outside a repository. */
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

/** Returns all cases with FLAGBEARER_TESTS=complete, otherwise a sample that differs between commits. */
export function sample<Case>(cases: readonly Case[], count: number): readonly Case[] {
  if (isComplete) return cases;
  const draw = createSeededRandom(seed);
  return cases
    .map((testCase) => ({ testCase, rank: draw() }))
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, count)
    .map(({ testCase }) => testCase);
}
