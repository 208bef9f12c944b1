/** One line on a terminal that shows the progress of long work. */
import { loadTerminalFormat } from '../../config.ts';
import type { Progress } from '../../documents/progress.ts';
import { systemPauses, type Pauses } from '../../ports/pauses.ts';
import { pluralize } from '../../pluralize.ts';
import type { Output } from '../conform/host.ts';

/** Milliseconds before the line is shown: most work ends earlier. */
const SHOW_DELAY = 400;
/** Milliseconds between two updates. */
const UPDATE_INTERVAL = 100;
const BAR_WIDTH = 24;
/** Erases the line of a terminal (ECMA-48, EL). */
export const CLEAR_LINE = '\r\u001B[2K';

interface State {
  readonly task: string;
  readonly done: number | undefined;
  readonly total: number | undefined;
  /** In milliseconds. */
  readonly startedAt: number;
}

/** Shows progress on stderr if that is a terminal. */
export function createTerminalProgress(): Progress {
  const { lines } = loadTerminalFormat();
  return createProgressLine(process.stderr, lines, {
    pauses: systemPauses,
    now: () => performance.now(),
  });
}

/**
 * Shows the latest update on one line, which is drawn again every UPDATE_INTERVAL until `end`.
 *
 * @param lines `plain` if a line cannot be overwritten, as in a log: nothing is shown then
 * @param clock.now milliseconds of a monotonic clock
 */
export function createProgressLine(
  out: Output,
  lines: 'live' | 'plain',
  { pauses, now }: { readonly pauses: Pauses; readonly now: () => number },
): Progress {
  if (out.isTTY !== true || lines === 'plain') {
    return { update: () => undefined, end: () => undefined };
  }
  const ending = new AbortController();
  let state: State | undefined;
  let isDrawn = false;
  void drawUntilEnd(ending.signal);
  return {
    update(task, done, total) {
      const startedAt = state?.task === task ? state.startedAt : now();
      state = { task, done, total, startedAt };
    },
    end() {
      ending.abort();
      if (isDrawn) out.write(CLEAR_LINE);
      isDrawn = false;
    },
  };

  async function drawUntilEnd(signal: AbortSignal): Promise<void> {
    await pauses.pause(SHOW_DELAY, signal);
    while (!signal.aborted) {
      if (state !== undefined) {
        out.write(CLEAR_LINE + formatLine(state, now()).slice(0, (out.columns ?? 80) - 1));
        isDrawn = true;
      }
      await pauses.pause(UPDATE_INTERVAL, signal);
    }
  }
}

/** Returns `[######------] 50,000 of 100,000 users checked, 2 seconds left` */
function formatLine({ task, done, total, startedAt }: State, now: number): string {
  if (done === undefined || total === undefined || total === 0) return `${task} ...`;
  const filled = Math.round(Math.min(1, done / total) * BAR_WIDTH);
  const bar = '#'.repeat(filled) + '-'.repeat(BAR_WIDTH - filled);
  const progress = `[${bar}] ${formatCount(done)} of ${formatCount(total)} ${task}`;
  if (done === 0) return progress;
  const secondsLeft = Math.ceil(((now - startedAt) * (total - done)) / done / 1000);
  return `${progress}, ${pluralize(secondsLeft, 'second')} left`;
}

function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}
