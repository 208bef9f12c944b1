/** A check is tried until an attempt went through undisturbed. */
import { Attempt } from './attempt.ts';
import type { Check } from './define-check.ts';
import { judge, undecided } from './judge.ts';
import { listedCheck } from './listed-checks.ts';
import type { CheckResult } from './outcome.ts';
import type { Surroundings } from './surroundings.ts';

const MOST_ATTEMPTS = 6;

/** What comes of a check; the reason may hold secrets still. */
export async function resultOf(check: Check, around: Surroundings): Promise<CheckResult> {
  const listed = listedCheck(check);
  const began = around.now();
  let last = { attempt: new Attempt(around), error: null as unknown };
  for (let count = 1; count <= MOST_ATTEMPTS; count += 1) {
    const attempt = new Attempt(around);
    const error = await errorOf(() => check.run(attempt));
    last = { attempt, error };
    const judgement = judge(attempt, error, listed.level);
    if (judgement !== 'again') {
      return { ...listed, ...judgement, durationMs: around.now() - began };
    }
  }
  const judgement = undecided(last.attempt, last.error);
  return { ...listed, ...judgement, durationMs: around.now() - began };
}

async function errorOf(work: () => Promise<void>): Promise<unknown> {
  try {
    await work();
    return null;
  } catch (error) {
    return error;
  }
}
