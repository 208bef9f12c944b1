/** Runs a check, and repeats it until an attempt is not disturbed by the network. */
import { Attempt } from './attempt.ts';
import type { Check } from './define-check.ts';
import { Failure } from './check-errors.ts';
import type { Slot } from './scheduler.ts';
import { judge, judgeUndecided } from './judge.ts';
import { toListedCheck } from './select-checks.ts';
import type { CheckResult } from './outcome.ts';
import type { RunContext } from './run-context.ts';
import { assertRunning } from './target/retrying-transport.ts';
import { Variety } from './variety.ts';

const MAX_ATTEMPTS = 6;

export interface CheckedResult {
  /** The result, whose reason may still contain secrets. */
  readonly result: CheckResult;
  /** Whether the check failed, perhaps because of concurrent checks. */
  readonly mayBeDisturbed: boolean;
}

/** Runs a check and returns its result. Releases the slot while the check waits for a rate limit. */
export async function runCheck(check: Check, ctx: RunContext, slot: Slot): Promise<CheckedResult> {
  const listedCheck = toListedCheck(check);
  const startedAt = ctx.now();
  let last = { attempt: new Attempt(ctx), error: null as unknown };
  for (let count = 1; count <= MAX_ATTEMPTS; count += 1) {
    const attempt = new Attempt(ctx, last.attempt, slot);
    attempt.sender = listedCheck.id;
    attempt.variety = new Variety(listedCheck.id);
    const error = await catchError(() => performCheck(check, attempt));
    last = { attempt, error };
    const judgement = judge(attempt, error, listedCheck.level);
    if (judgement !== 'retry') {
      const result = { ...listedCheck, ...judgement, durationMs: ctx.now() - startedAt };
      const isInconclusive = error instanceof Failure && !error.isConclusive;
      return { result, mayBeDisturbed: isInconclusive && listedCheck.level !== 'OPEN' };
    }
  }
  const judgement = judgeUndecided(last.attempt, last.error);
  const result = { ...listedCheck, ...judgement, durationMs: ctx.now() - startedAt };
  return { result, mayBeDisturbed: false };
}

async function performCheck(check: Check, attempt: Attempt): Promise<void> {
  assertRunning(attempt.ctx.network);
  attempt.ctx.budget.assertTimeForChecks();
  await check.run(attempt);
}

async function catchError(work: () => Promise<void>): Promise<unknown> {
  try {
    await work();
    return null;
  } catch (error) {
    return error;
  }
}
