/** What performs the run, as the command sees it. */
import type { ListedCheck, RunOutcome, Watch } from '../../../conformance/outcome.ts';
import type { ConformSettings } from '../../../conformance/settings.ts';

export type {
  CheckResult,
  InputProblem,
  ListedCheck,
  OperationCoverage,
  Progress,
  RunOutcome,
  Stop,
  Watch,
} from '../../../conformance/outcome.ts';
export type { ConformSettings } from '../../../conformance/settings.ts';

export interface RunContext {
  readonly watch: Watch;
  /** Ends the run early; its outcome contains the results so far. */
  readonly signal: AbortSignal;
  /** Prompts the user. */
  ask(question: string): Promise<string>;
}

export interface Runner {
  runConformance(settings: ConformSettings, ctx: RunContext): Promise<RunOutcome>;
  /** Every check there is, without a deployment. */
  listChecks(): readonly ListedCheck[];
}
