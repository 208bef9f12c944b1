/** One line on a terminal that shows the progress of long work. */
import type { Output } from '../conform/host.ts';

/** Milliseconds before anything is shown: most work is done by then. */
const PATIENCE = 400;
/** Milliseconds between two drawings. */
const TICK = 100;
const BAR = 24;
/** Erases the line of a terminal (ECMA-48, EL). */
export const CLEAR_LINE = '\r\u001B[2K';

export interface ProgressLine {
  /** @param of how many there are to be; undefined where that is not known */
  update(what: string, done?: number, of?: number): void;
  /** Takes the line away. */
  end(): void;
}

/**
 * @param lines `lasting` where a line can't be written over, as in a log: nothing is shown then
 * @param now milliseconds since some point in time
 */
export function progressLine(
  out: Output,
  lines: 'live' | 'lasting',
  now: () => number,
): ProgressLine {
  if (out.isTTY !== true || lines === 'lasting') {
    return { update: () => undefined, end: () => undefined };
  }
  const began = now();
  let drawnAt = -Infinity;
  let what = '';
  return {
    update(next, done, of) {
      const at = now();
      const isNew = next !== what;
      what = next;
      if (at - began < PATIENCE || (!isNew && at - drawnAt < TICK)) return;
      drawnAt = at;
      out.write(CLEAR_LINE + lineOf(next, done, of).slice(0, (out.columns ?? 80) - 1));
    },
    end() {
      if (drawnAt !== -Infinity) out.write(CLEAR_LINE);
    },
  };
}

/** `making up users [######------] 50 %` */
function lineOf(what: string, done: number | undefined, of: number | undefined): string {
  if (done === undefined || of === undefined || of === 0) return `${what} ...`;
  const share = Math.min(1, done / of);
  const full = Math.round(share * BAR);
  return `${what} [${'#'.repeat(full)}${'-'.repeat(BAR - full)}] ${Math.floor(share * 100)} %`;
}
