/** What is told of a run while it runs. */
import { clauseTitle } from '../../reporting/words/clause-title.ts';
import { durationText } from '../../reporting/words/duration-text.ts';
import { shortened, visibleLine } from '../../reporting/words/visible-text.ts';
import { counted } from '../../counted.ts';
import type { Output } from './host.ts';
import type { Paint } from './paint.ts';
import type { CheckResult, Progress, Watch } from './runner.ts';
import { CLEAR_LINE } from '../text/progress-line.ts';

export interface Narrator {
  readonly watch: Watch;
  /** Makes room for something else to be written, until there is more to tell. */
  pause(): void;
  /** Nothing more is told. */
  end(): void;
}

/** For logs: a line for each section when its first check is done, and for each verdict but pass. */
export function plainNarrator(out: Output, paint: Paint): Narrator {
  const sections = new Set<string>();
  return {
    watch(progress) {
      if (progress.kind !== 'checked') {
        out.write(`${phaseText(progress)}\n`);
        return;
      }
      const { result } = progress;
      if (!sections.has(result.clause)) out.write(`${clauseTitle(result.clause)}\n`);
      sections.add(result.clause);
      if (result.verdict !== 'pass') out.write(`${verdictLine(result, paint)}\n`);
    },
    pause: () => undefined,
    end: () => undefined,
  };
}

/** Verdicts that somebody who watches wants to see at once. */
const URGENT: ReadonlySet<string> = new Set(['fail', 'warn', 'error']);

/** How often a terminal sees the time go by, in milliseconds. */
const TICK = 1000;

/** For terminals: one line that changes, and above it what goes wrong. */
export function liveNarrator(out: Output, paint: Paint, now: () => number): Narrator {
  const began = now();
  let phase: string | undefined;
  const draw = (): void => {
    if (phase === undefined) return;
    const line = `${phase} · ${durationText(now() - began)}`;
    out.write(CLEAR_LINE + shortened(line, (out.columns ?? 80) - 2));
  };
  const pause = (): void => {
    if (phase !== undefined) out.write(CLEAR_LINE);
    phase = undefined;
  };
  const clock = setInterval(draw, TICK).unref();
  return {
    watch(progress) {
      if (progress.kind === 'checked' && URGENT.has(progress.result.verdict)) {
        pause();
        out.write(`${verdictLine(progress.result, paint)}\n`);
      }
      phase = phaseText(progress);
      draw();
    },
    pause,
    end() {
      clearInterval(clock);
      pause();
    },
  };
}

function phaseText(progress: Progress): string {
  switch (progress.kind) {
    case 'discovering':
      return `discovering the dialect, ${progress.index + 1} of ${progress.of}: ${progress.group}`;
    case 'checking':
      return `running ${counted(progress.of, 'check')}`;
    case 'checked': {
      const { result, index, of } = progress;
      return `${index + 1} of ${of} · §${result.clause} ${visibleLine(result.title)}`;
    }
  }
}

/** `fail        4.2.request.missing-refused  a missing signature is accepted` */
function verdictLine(result: Omit<CheckResult, 'evidence'>, paint: Paint): string {
  const { id, verdict, reason } = result;
  return `  ${paint(verdict, verdict.padEnd(10))}  ${id}  ${visibleLine(reason)}`;
}
