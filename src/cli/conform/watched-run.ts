import type { Audience } from '../../config.ts';
import type { Host, Output } from './host.ts';
import type { StopSignal } from './interruption.ts';
import { liveProgress, plainProgress, type ProgressReporter } from './progress-reporter.ts';
import { paintFor } from './paint.ts';
import { asking } from './questions.ts';
import type { ConformSettings, RunOutcome, Runner } from './runner.ts';

/** Where a run is shown. */
export interface Scene {
  readonly host: Host;
  /** For people: stderr when stdout has JSON. */
  readonly out: Output;
  readonly audience: Audience;
  readonly form: 'text' | 'json';
  readonly detail: 'quiet' | 'progress' | 'verbose';
}

export interface WatchedRun {
  readonly outcome: RunOutcome;
  readonly interruptedBy: StopSignal | null;
}

const SILENT: ProgressReporter = {
  watch: () => undefined,
  pause: () => undefined,
  end: () => undefined,
};

/** Runs and shows progress. A signal to stop ends the run early. */
export async function watchedRun(
  runner: Runner,
  settings: ConformSettings,
  { host, out, audience, detail }: Scene,
): Promise<WatchedRun> {
  const paint = paintFor(out.isTTY === true ? audience.colors : 'plain');
  const isLive = out.isTTY === true && audience.lines === 'live';
  const live = { now: host.now, lines: detail === 'verbose' ? 'each' : 'none' } as const;
  const inLog = () => (detail === 'verbose' ? plainProgress(out, paint) : SILENT);
  const shown = () => (isLive ? liveProgress(out, paint, live) : inLog());
  const reporter = detail === 'quiet' ? SILENT : shown();
  const interruption = host.untilInterrupted();
  const { signal } = interruption;
  signal.addEventListener('abort', () => {
    reporter.pause();
    host.stderr.write(
      'Stopping: writing reports with the results so far. Press Ctrl-C again to exit immediately.\n',
    );
  });
  const pause = (): void => reporter.pause();
  // Questions go to stderr: stdout may be redirected.
  const ask = asking({ input: host.stdin, output: host.stderr, pause, signal });
  try {
    const outcome = await runner.runConformance(settings, { watch: reporter.watch, signal, ask });
    return { outcome, interruptedBy: interruption.by };
  } finally {
    reporter.end();
  }
}
