import { formatReadableDuration } from '../../reporting/text/duration-text.ts';
import { shorten, toVisibleLine } from '../../reporting/text/visible-text.ts';
import { pluralize } from '../../pluralize.ts';
import type { Output } from './host.ts';
import type { Paint } from './paint.ts';
import type { CheckResult, Progress, Watch } from '../../../conformance/outcome.ts';
import { CLEAR_LINE } from '../text/progress-line.ts';

export interface ProgressReporter {
  readonly watch: Watch;
  /** Clears the line, so that something else can be written. */
  pause(): void;
  end(): void;
}

/** Creates a reporter for logs, which prints each check that does not pass. */
export function createPlainProgress(out: Output, paint: Paint): ProgressReporter {
  return {
    watch(progress) {
      if (progress.kind !== 'checked') {
        out.write(`${describePhase(progress)}\n`);
        return;
      }
      const { result } = progress;
      if (result.verdict !== 'pass') out.write(`${formatVerdict(result, paint)}\n`);
    },
    pause: () => undefined,
    end: () => undefined,
  };
}

/** Milliseconds between two updates of the line. */
const UPDATE_INTERVAL = 1000;

/**
 * Creates a reporter for terminals, which updates one line.
 *
 * @param lines `each`: prints each check that does not pass on a line above it
 */
export function createLiveProgress(
  out: Output,
  paint: Paint,
  { now, lines }: { now: () => number; lines: 'each' | 'none' },
): ProgressReporter {
  const start = now();
  let phase: string | undefined;
  const draw = (): void => {
    if (phase === undefined) return;
    const line = `${phase} · ${formatReadableDuration(now() - start)}`;
    out.write(CLEAR_LINE + shorten(line, (out.columns ?? 80) - 2));
  };
  const pause = (): void => {
    if (phase !== undefined) out.write(CLEAR_LINE);
    phase = undefined;
  };
  const timer = setInterval(draw, UPDATE_INTERVAL).unref();
  return {
    watch(progress) {
      if (lines === 'each' && progress.kind === 'checked' && progress.result.verdict !== 'pass') {
        pause();
        out.write(`${formatVerdict(progress.result, paint)}\n`);
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
