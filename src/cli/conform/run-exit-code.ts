import { isBeyondSight } from '../../dialect/left-open.ts';
import { exitCode } from '../command/exit-code.ts';
import type { BaselineComparison } from './baseline.ts';
import type { StopSignal } from './interruption.ts';
import type { RunOutcome, Stop } from './runner.ts';

export interface EndedRun {
  readonly stop: RunOutcome['stop'];
  readonly results: readonly Pick<RunOutcome['results'][number], 'id' | 'verdict' | 'cause'>[];
  readonly baseline: BaselineComparison;
  readonly strict: boolean;
  /** Which signal ended the run, where one did. */
  readonly interruptedBy: StopSignal | null;
}

/** What the process ends with; each number means one thing. */
export function runExitCode(run: EndedRun): number {
  const { stop, results, baseline, strict } = run;
  if (stop !== null) return stopExitCode(stop, run);
  const failed = results.filter(({ verdict }) => verdict === 'fail');
  if (failed.some(({ id }) => !baseline.known.includes(id))) return exitCode.findings;
  if (results.some(({ verdict, cause }) => verdict === 'error' && cause === 'flagbearer')) {
    return exitCode.broken;
  }
  if (!results.some(({ verdict }) => DECIDED.has(verdict))) return exitCode.inconclusive;
  const isUnclean = baseline.stale.length > 0 || results.some(isLeftOpen);
  return strict && isUnclean ? exitCode.findings : exitCode.done;
}

/** Verdicts about the deployment. */
const DECIDED: ReadonlySet<string> = new Set(['pass', 'fail', 'warn']);

/** What nobody can ever see is nothing that this run left out. */
function isLeftOpen({ id, verdict }: EndedRun['results'][number]): boolean {
  return verdict === 'error' || (verdict === 'not-tested' && !isBeyondSight(id));
}

function stopExitCode({ kind }: Stop, { interruptedBy }: EndedRun): number {
  switch (kind) {
    case 'unreachable':
      return exitCode.unreachable;
    // What answers there is not what the URL was thought to be: a wrong setting, too.
    case 'otherService':
    case 'credentialsRefused':
      return exitCode.refused;
    case 'interrupted':
      return interruptedBy === 'SIGTERM' ? exitCode.terminated : exitCode.interrupted;
  }
}
