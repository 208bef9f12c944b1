/** Determines the verdict from the result of an attempt. */
import {
  Breakdown,
  Failure,
  NotTested,
  Skipped,
  UnusableInput,
  describeError,
} from './check-errors.ts';
import type { Cause, CheckResult, Exchange, Level } from './outcome.ts';
import { toSentence } from './to-sentence.ts';
import { MAX_EVIDENCE, type AttemptBase } from './attempt-base.ts';
import { BudgetSpent, Interrupted, RequestError } from './target/request-errors.ts';

export type Judgement = Pick<CheckResult, 'verdict' | 'cause' | 'reason' | 'evidence'>;

/** Returns the verdict of an attempt that threw `error` (null: nothing); `retry` if it is inconclusive. */
export function judge(attempt: AttemptBase, error: unknown, level: Level): Judgement | 'retry' {
  const { evidence } = attempt;
  if (error === null) return judgeCompleted(attempt, level);
  if (error instanceof Failure) return judgeFailure(attempt, error, level);
  if (error instanceof NotTested) return judgeNotTested(attempt, error);
  if (error instanceof RequestError)
    return error.isTemporary ? 'retry' : judgeInconclusive(attempt, error);
  if (error instanceof BudgetSpent || error instanceof Interrupted) {
    const cause = error instanceof BudgetSpent ? 'budget' : 'environment';
    return { verdict: 'not-tested', cause, reason: toSentence(error.message), evidence };
  }
  return createErrorJudgement(
    error instanceof Error
      ? `${error.name}: ${error.message}`
      : 'a value that is not an error was thrown',
    evidence,
  );
}

function judgeFailure(attempt: AttemptBase, failure: Failure, level: Level): Judgement | 'retry' {
  if (attempt.inconclusiveReason !== null && !failure.isConclusive) return 'retry';
  const reason = toSentence(failure.message);
  const evidence = listFailureEvidence(attempt, failure);
  if (level === 'OPEN' && !(failure instanceof Breakdown))
    return { verdict: 'observed', reason, evidence };
  return { verdict: level === 'SHOULD' ? 'warn' : 'fail', cause: 'contract', reason, evidence };
}

function judgeNotTested(attempt: AttemptBase, error: NotTested): Judgement | 'retry' {
  if (attempt.inconclusiveReason !== null) return 'retry';
  const isUnusable = error instanceof UnusableInput;
  if (isUnusable) attempt.ctx.coverage.recordUnusable(error.problem);
  const sentences = [error.message, error.fix].filter((part) => part !== null).map(toSentence);
  return {
    verdict: isUnusable ? 'error' : 'not-tested',
    // A skipped operation is not a missing setting.
    ...(!(error instanceof Skipped) && { cause: getCause(error) }),
    reason: sentences.join(' '),
    evidence: attempt.evidence,
  };
}

/** Returns the verdict if every attempt was inconclusive, or if a retry cannot help. */
export function judgeInconclusive(attempt: AttemptBase, error: unknown): Judgement {
  const problem = attempt.inconclusiveReason ?? describeError(error);
  return {
    verdict: 'not-tested',
    cause: 'environment',
    reason: toSentence(`request failed: ${problem}`),
    evidence: attempt.trail,
  };
}

function judgeCompleted(attempt: AttemptBase, level: Level): Judgement {
  const { evidence, observation } = attempt;
  if (attempt.assertions === 0)
    return createErrorJudgement('the check made no assertion', evidence);
  if (level === 'OPEN') {
    return { verdict: 'observed', reason: toSentence(observation ?? 'as expected'), evidence };
  }
  return {
    verdict: 'pass',
    reason: observation === null ? '' : toSentence(observation),
    evidence: evidence.slice(-1),
  };
}

/** Returns the cause. A dialect key that a setting would provide counts as a missing setting. */
function getCause({ causeType, fix }: NotTested): Cause {
  return causeType === 'dialect' && fix !== null ? 'settings' : causeType;
}

function createErrorJudgement(reason: string, evidence: readonly Exchange[]): Judgement {
  return { verdict: 'error', cause: 'flagbearer', reason: toSentence(reason), evidence };
}

/** Returns the exchanges, those of the failure last: reports offer to repeat the last exchange. */
function listFailureEvidence(attempt: AttemptBase, failure: Failure): readonly Exchange[] {
  const failed = new Set(failure.responses.map(({ exchange }) => exchange));
  if (failure instanceof Breakdown && failure.exchange !== null) failed.add(failure.exchange);
  const earlier = attempt.trail.filter((exchange) => !failed.has(exchange));
  return [...earlier, ...failed].slice(-MAX_EVIDENCE);
}
