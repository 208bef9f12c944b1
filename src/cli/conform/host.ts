import type { ListedCheck, RunOutcome, ProgressListener } from '../../../conformance/outcome.ts';
import type { ConformSettings } from '../../../conformance/settings.ts';
import { createInterruption, type Interruption } from '../stop-signal.ts';

export interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  /** The width of the terminal in characters. */
  readonly columns?: number | undefined;
}

export interface RunContext {
  readonly onProgress: ProgressListener;
  /** Ends the run early; the outcome of the run contains the results so far. */
  readonly signal: AbortSignal;
  ask(question: string): Promise<string>;
}

export interface Runner {
  runConformance(settings: ConformSettings, ctx: RunContext): Promise<RunOutcome>;
  /** Lists all checks without a deployment. */
  listChecks(): readonly ListedCheck[];
}

/** The parts of the process that the command uses; tests replace them. */
export interface Host {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean | undefined };
  /** Default: process.env. */
  readonly env?: NodeJS.ProcessEnv;
  loadRunner(): Promise<Runner>;
  /** Makes SIGINT and SIGTERM end the run instead of the process. */
  createInterruption(): Interruption;
  /** Milliseconds of a monotonic clock. */
  now(): number;
}

export const processHost: Host = {
  stdout: process.stdout,
  stderr: process.stderr,
  stdin: process.stdin,
  async loadRunner() {
    const [{ runConformance }, { listChecks }] = await Promise.all([
      import('../../../conformance/run-conformance.ts'),
      import('../../../conformance/select-checks.ts'),
    ]);
    return { listChecks, runConformance };
  },
  createInterruption,
  now: () => performance.now(),
};
