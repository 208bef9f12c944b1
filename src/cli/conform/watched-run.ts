import type { Audience } from '../../config.ts';
import type { Host, Output } from './host.ts';
import type { StopSignal } from './interruption.ts';
import { liveNarrator, plainNarrator, type Narrator } from './narrator.ts';
import { paintFor } from './paint.ts';
import { asking } from './questions.ts';
import type { ConformSettings, RunOutcome, Runner } from './runner.ts';

/** Who watches a run, and where. */
export interface Scene {
  readonly host: Host;
  /** Where people read: stderr, when a program reads stdout. */
  readonly out: Output;
  readonly audience: Audience;
  readonly form: 'text' | 'json';
  /** Nothing is told on the way. */
  readonly isQuiet: boolean;
}

export interface WatchedRun {
  readonly outcome: RunOutcome;
  readonly interruptedBy: StopSignal | null;
}

const SILENT: Narrator = { watch: () => undefined, pause: () => undefined, end: () => undefined };

/** Runs, and tells on the way what happens. A signal to stop ends it early. */
export async function watchedRun(
  runner: Runner,
  settings: ConformSettings,
  { host, out, audience, isQuiet }: Scene,
): Promise<WatchedRun> {
  const paint = paintFor(out.isTTY === true ? audience.colors : 'plain');
  const isLive = out.isTTY === true && audience.lines === 'live';
  const told = () => (isLive ? liveNarrator(out, paint, host.now) : plainNarrator(out, paint));
  const narrator = isQuiet ? SILENT : told();
  const interruption = host.untilInterrupted();
  const { signal } = interruption;
  signal.addEventListener('abort', () => {
    narrator.pause();
    host.stderr.write(
      'Stopping: the reports will have what is there. Ctrl-C again ends at once.\n',
    );
  });
  const pause = (): void => narrator.pause();
  // The answer is typed where the question is seen, even if stdout goes elsewhere.
  const ask = asking({ input: host.stdin, output: host.stderr, pause, signal });
  try {
    const outcome = await runner.runConformance(settings, { watch: narrator.watch, signal, ask });
    return { outcome, interruptedBy: interruption.by };
  } finally {
    narrator.end();
  }
}
