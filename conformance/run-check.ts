/** Runs a check, and repeats it until an attempt is conclusive. */
import { Attempt } from './attempt.ts';
import type { Check } from './define-check.ts';
import { Failure } from './check-errors.ts';
import type { Slot } from './scheduler.ts';
import { judge, judgeInconclusive, type Judgement } from './judge.ts';
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
  const { id, level } = listedCheck;
  const startedAt = ctx.now();
  let attempt = new Attempt(ctx);
  let error: unknown = null;
  let judgement: Judgement | 'retry' = 'retry';
  for (let count = 1; count <= MAX_ATTEMPTS && judgement === 'retry'; count += 1) {
    attempt = new Attempt(ctx, attempt, slot);
    attempt.sender = id;
    attempt.variety = new Variety(id);
    error = await performCheck(check, attempt);
    judgement = judge(attempt, error, level);
  }
  const isUncertainFailure = error instanceof Failure && !error.isConclusive;
  const mayBeDisturbed = isUncertainFailure && judgement !== 'retry' && level !== 'OPEN';
  if (judgement === 'retry') judgement = judgeInconclusive(attempt, error);
  const result = { ...listedCheck, ...judgement, durationMs: ctx.now() - startedAt };
  return { result, mayBeDisturbed };
}

/** Returns the error that the check throws; null if it completes. */
async function performCheck(check: Check, attempt: Attempt): Promise<unknown> {
  try {
    assertRunning(attempt.ctx.network);
    attempt.ctx.budget.assertTimeForChecks();
    await check.run(attempt);
    return null;
  } catch (error) {
    return error;
  }
}
