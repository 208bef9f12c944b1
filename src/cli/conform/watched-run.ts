import { once } from 'node:events';
import { createInterface } from 'node:readline';
import pLimit from 'p-limit';
import type { RunOutcome } from '../../../conformance/outcome.ts';
import type { ConformSettings } from '../../../conformance/settings.ts';
import type { TerminalFormat } from '../../config.ts';
import type { StopSignal } from '../stop-signal.ts';
import type { Host, Output, Runner } from './host.ts';
import { createPaint } from './paint.ts';
import { createProgressReporter, type ProgressReporter } from './progress-reporter.ts';

export interface OutputContext {
  readonly host: Host;
  /** The stream for text: stderr if JSON is printed to stdout. */
  readonly out: Output;
  readonly terminalFormat: TerminalFormat;
  readonly form: 'text' | 'json';
  readonly detail: 'quiet' | 'normal' | 'verbose';
}

/** Performs a run and shows its progress. A signal to stop ends the run early. */
export async function runWatched(
  runner: Runner,
  settings: ConformSettings,
  context: OutputContext,
): Promise<{ readonly outcome: RunOutcome; readonly interruptedBy: StopSignal | null }> {
  const { host } = context;
  const reporter = createReporter(context);
  const interruption = host.createInterruption();
  const { signal } = interruption;
  signal.addEventListener('abort', () => {
    reporter.pause();
    host.stderr.write(
      'Stopping: writing reports with the results so far. Press Ctrl-C again to exit immediately.\n',
    );
  });
  // Asks the next question after the previous answer.
  const runExclusively = pLimit(1);
  const ask = (question: string): Promise<string> =>
    runExclusively(() => promptOnTerminal(question, host, reporter, signal));
  try {
    const outcome = await runner.runConformance(settings, {
      onProgress: reporter.onProgress,
      signal,
      ask,
    });
    return { outcome, interruptedBy: interruption.receivedSignal };
  } finally {
    reporter.end();
  }
}

function createReporter({ host, out, terminalFormat, detail }: OutputContext): ProgressReporter {
  const isTerminal = out.isTTY === true;
  return createProgressReporter(
    out,
    createPaint(isTerminal ? terminalFormat.colors : 'plain'),
    host.now,
    {
      hasLine: detail !== 'quiet' && isTerminal && terminalFormat.lines === 'live',
      printsChecks: detail === 'verbose',
    },
  );
}

/**
 * Prompts on stderr, because stdout can be redirected.
 *
 * @returns the line; empty if the input ends or the run is stopped
 */
async function promptOnTerminal(
  question: string,
  { stdin, stderr }: Host,
  reporter: ProgressReporter,
  signal: AbortSignal,
): Promise<string> {
  if (signal.aborted) return '';
  reporter.pause();
  stderr.write(`${question.trimEnd()} `);
  // `terminal: false` avoids raw mode, in which Ctrl-C sends no signal.
  const lines = createInterface({ input: stdin, terminal: false, signal });
  let typed = '';
  lines.once('line', (line) => {
    typed = line;
    lines.close();
  });
  await once(lines, 'close');
  return typed.trim();
}
