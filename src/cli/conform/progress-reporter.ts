import { formatReadableDuration } from '../../reporting/text/duration-text.ts';
import { shorten, toVisibleLine } from '../../reporting/text/visible-text.ts';
import { pluralize } from '../../pluralize.ts';
import type { Output } from './host.ts';
import type { Paint } from './paint.ts';
import type { CheckResult, Progress, ProgressListener } from '../../../conformance/outcome.ts';
import { CLEAR_LINE } from '../text/progress-line.ts';

export interface ProgressReporter {
  readonly onProgress: ProgressListener;
  /** Clears the line, so that other text can be written. */
  pause(): void;
  end(): void;
}

/** Milliseconds between two updates of the line. */
const UPDATE_INTERVAL = 1000;

/**
 * @param options.hasLine whether one line of the terminal shows the current phase
 * @param options.printsChecks whether to print each check that does not pass and, without `hasLine`, each phase
 */
export function createProgressReporter(
  out: Output,
  paint: Paint,
  now: () => number,
  { hasLine, printsChecks }: { readonly hasLine: boolean; readonly printsChecks: boolean },
): ProgressReporter {
  const start = now();
  let phase: string | undefined;
  const draw = (): void => {
    if (!hasLine || phase === undefined) return;
    const line = `${phase} · ${formatReadableDuration(now() - start)}`;
    out.write(CLEAR_LINE + shorten(line, (out.columns ?? 80) - 2));
  };
  const pause = (): void => {
    if (hasLine && phase !== undefined) out.write(CLEAR_LINE);
    phase = undefined;
  };
  const timer = setInterval(draw, UPDATE_INTERVAL).unref();
  return {
    onProgress(progress) {
      const entry = describeEntry(progress, hasLine, paint);
      if (printsChecks && entry !== undefined) {
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

/** Returns a line to print; undefined for a passed check, and for a phase if `hasLine` is true. */
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
