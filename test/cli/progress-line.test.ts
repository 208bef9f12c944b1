import { describe, expect, it } from 'vitest';
import { createProgressLine } from '../../src/cli/text/progress-line.ts';
import { createSteppingPauses } from '../setup/stepping-pauses.ts';

/** In milliseconds: a line is shown after DELAY, and drawn again every INTERVAL. */
const DELAY = 400;
const INTERVAL = 100;

/** `plain` if a line cannot be overwritten, as in a log. */
type Lines = 'live' | 'plain';

function createLine({ isTTY = true, lines = 'live' }: { isTTY?: boolean; lines?: Lines } = {}) {
  const output: string[] = [];
  let now = 0;
  const pauses = createSteppingPauses();
  const out = { isTTY, columns: 80, write: (text: string) => output.push(text) > 0 };
  const progress = createProgressLine(out, lines, { pauses, now: () => now });
  return {
    progress,
    output,
    pauses,
    /** Advances the clock, and resolves when the line is drawn. */
    async draw(elapsed: number) {
      now += elapsed;
      const [pause = 0] = pauses.runningPauses;
      pauses.end(pause);
      await pauses.waitForPause(INTERVAL);
    },
  };
}

const CLEAR = '\r\u001B[2K';

describe('a progress line', () => {
  it('shows the completed and total count and the time left', async () => {
    const { progress, output, draw } = createLine();
    progress.update('users checked', 0, 100_000);
    await draw(DELAY);
    progress.update('users checked', 40_000, 100_000);
    await draw(4000 - DELAY);
    expect(output).toEqual([
      `${CLEAR}[------------------------] 0 of 100,000 users checked`,
      `${CLEAR}[##########--------------] 40,000 of 100,000 users checked, 6 seconds left`,
    ]);
  });

  it('shows work of unknown length', async () => {
    const { progress, output, draw } = createLine();
    progress.update('reading big.json');
    await draw(DELAY);
    expect(output).toEqual([`${CLEAR}reading big.json ...`]);
  });

  it('computes the time left from the time since the current task began', async () => {
    const { progress, output, draw } = createLine();
    progress.update('reading big.json');
    await draw(9000);
    progress.update('users checked', 0, 10);
    await draw(0);
    progress.update('users checked', 5, 10);
    await draw(1000);
    expect(output.at(-1)).toContain('5 of 10 users checked, 1 second left');
  });

  it('is erased only once, even if end is called twice', async () => {
    const { progress, output, draw } = createLine();
    progress.update('reading big.json');
    await draw(DELAY);
    progress.end();
    progress.end();
    expect(output.slice(1)).toEqual([CLEAR]);
  });

  it('writes nothing for short work', () => {
    const { progress, output } = createLine();
    progress.update('users checked', 1, 2);
    progress.end();
    expect(output).toEqual([]);
  });

  it('is shorter than the width of the terminal', async () => {
    const { progress, output, draw } = createLine();
    progress.update(`reading ${'a'.repeat(200)}`);
    await draw(DELAY);
    expect(output[0]).toHaveLength(CLEAR.length + 79);
  });

  it.each([
    [false, 'live'],
    [true, 'plain'],
  ] as const)('is never drawn if isTTY is %s and lines are %s', (isTTY, lines) => {
    const { progress, output, pauses } = createLine({ isTTY, lines });
    progress.update('users checked', 1, 2);
    expect(pauses.runningPauses).toEqual([]);
    progress.end();
    expect(output).toEqual([]);
  });
});
