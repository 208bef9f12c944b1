import { isDecided, isSkippedByBudget } from '../../reporting/report.ts';
import { exitCode } from '../command/command.ts';
import type { BaselineComparison } from './baseline.ts';
import type { CheckResult, RunOutcome, Stop } from '../../../conformance/outcome.ts';
import type { StopSignal } from '../stop-signal.ts';

export interface EndedRun extends Pick<RunOutcome, 'stop' | 'operations' | 'unusableInputs'> {
  readonly results: readonly Pick<CheckResult, 'id' | 'verdict' | 'cause'>[];
  readonly baseline: BaselineComparison;
  readonly strict: boolean;
  /** The signal that ended the run; null if there was none. */
  readonly interruptedBy: StopSignal | null;
}

/**
 * Returns the exit code. Precedence: an early stop (except `stoppedResponding`), failures, internal errors,
 * an incomplete run, failures of --strict.
 */
export function getRunExitCode(run: EndedRun): number {
  const { stop, results, baseline, strict } = run;
  if (stop !== null && stop.kind !== 'stoppedResponding') return getStopExitCode(stop, run);
  if (results.some(({ id, verdict }) => verdict === 'fail' && !baseline.known.includes(id))) {
    return exitCode.findings;
  }
  if (results.some(({ verdict, cause }) => verdict === 'error' && cause === 'flagbearer')) {
    return exitCode.internalError;
  }
  if (isIncomplete(run)) return exitCode.incomplete;
  const hasStrictFailure = baseline.stale.length > 0 || results.some(isStrictFailure);
  return strict && hasStrictFailure ? exitCode.findings : exitCode.success;
}

function isStrictFailure(result: EndedRun['results'][number]): boolean {
  const { verdict, cause } = result;
  const isSettingMissing = verdict === 'not-tested' && cause === 'settings';
  return verdict === 'warn' || isSettingMissing || isSkippedByBudget(result);
}

function isIncomplete({ stop, operations, unusableInputs, results }: EndedRun): boolean {
  return (
    stop !== null ||
    unusableInputs.length > 0 ||
    operations.some(({ coverage }) => coverage === 'not-covered') ||
    results.some(({ verdict }) => verdict === 'error') ||
    !results.some(isDecided)
  );
}

function getStopExitCode(
  { kind }: Exclude<Stop, { kind: 'stoppedResponding' }>,
  { interruptedBy }: EndedRun,
): number {
  switch (kind) {
    case 'unreachable':
      return exitCode.unreachable;
    // The URL of another service is an invalid setting.
    case 'otherService':
    case 'credentialsRefused':
      return exitCode.invalidInput;
    case 'interrupted':
      return interruptedBy === 'SIGTERM' ? exitCode.terminated : exitCode.interrupted;
  }
}
