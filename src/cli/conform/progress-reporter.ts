import { formatReadableDuration } from '../../reporting/text/duration-text.ts';
import { shorten, toVisibleLine } from '../../reporting/text/visible-text.ts';
import { pluralize } from '../../pluralize.ts';
import type { Output } from './host.ts';
import type { Paint } from './paint.ts';
import type { CheckResult, Progress, ProgressListener } from '../../../conformance/outcome.ts';
import { CLEAR_LINE } from '../text/progress-line.ts';

export interface ProgressReporter {
  readonly onProgress: ProgressListener;
  /** Clears the line, so that something else can be written. */
  pause(): void;
  end(): void;
}

/** Milliseconds between two updates of the line. */
const UPDATE_INTERVAL = 1000;

/**
 * @param shows.line one line of a terminal is updated; else `each` prints the phases, too
 * @param shows.each each check that does not pass is printed
 */
export function createProgressReporter(
  out: Output,
  paint: Paint,
  now: () => number,
  shows: { readonly line: boolean; readonly each: boolean },
): ProgressReporter {
  const start = now();
  let phase: string | undefined;
  const draw = (): void => {
    if (!shows.line || phase === undefined) return;
    const line = `${phase} · ${formatReadableDuration(now() - start)}`;
    out.write(CLEAR_LINE + shorten(line, (out.columns ?? 80) - 2));
  };
  const pause = (): void => {
    if (shows.line && phase !== undefined) out.write(CLEAR_LINE);
    phase = undefined;
  };
  const timer = setInterval(draw, UPDATE_INTERVAL).unref();
  return {
    onProgress(progress) {
      const entry = describeEntry(progress, shows.line, paint);
      if (shows.each && entry !== undefined) {
        pause();
        out.write(`${entry}\n`);
      }
      phase = describePhase(progress);
      draw();
    },
    pause,
    end() {
      clearInterval(timer);
      pause();
    },
  };
}

/** Returns what is printed on a line of its own, if anything. */
function describeEntry(progress: Progress, hasLine: boolean, paint: Paint): string | undefined {
  if (progress.kind !== 'checked') return hasLine ? undefined : describePhase(progress);
  return progress.result.verdict === 'pass' ? undefined : formatVerdict(progress.result, paint);
}

function describePhase(progress: Progress): string {
  switch (progress.kind) {
    case 'discovering':
      return `detecting the dialect, ${progress.index + 1} of ${progress.total}: ${progress.group}`;
    case 'checking':
      return `running ${pluralize(progress.total, 'check')}`;
    case 'checked': {
      const { result, index, total } = progress;
      return `${index + 1} of ${total} · §${result.clause} ${toVisibleLine(result.title)}`;
    }
  }
}

/** Returns `  fail        4.2.request.missing-refused  a missing signature is accepted`. */
function formatVerdict(result: Omit<CheckResult, 'evidence'>, paint: Paint): string {
  const { id, verdict, reason } = result;
  return `  ${paint(verdict, verdict.padEnd(10))}  ${id}  ${toVisibleLine(reason)}`;
}
