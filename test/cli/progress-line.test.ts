import { describe, expect, it } from 'vitest';
import { createProgressLine } from '../../src/cli/text/progress-line.ts';
import { createSteppingPauses } from '../setup/stepping-pauses.ts';

function createLine(isTTY: boolean, lines: 'live' | 'plain' = 'live') {
  const written: string[] = [];
  let now = 0;
  const pauses = createSteppingPauses();
  const out = { isTTY, columns: 80, write: (text: string) => written.push(text) > 0 };
  const progress = createProgressLine(out, lines, { pauses, now: () => now });
  return {
    progress,
    written,
    pauses,
    /** Advances the clock, and waits until the line is drawn. */
    async draw(elapsed: number) {
      now += elapsed;
      const [pause = 0] = pauses.waiting;
      pauses.end(pause);
      await pauses.waitUntilBegun(100);
    },
  };
}

const CLEAR = '\r\u001B[2K';

describe('a progress line', () => {
  it('shows the completed and total count and the time left', async () => {
    const { progress, written, draw } = createLine(true);
    progress.update('users checked', 0, 100_000);
    await draw(400);
    progress.update('users checked', 40_000, 100_000);
    await draw(3600);
    expect(written).toEqual([
      `${CLEAR}[------------------------] 0 of 100,000 users checked`,
      `${CLEAR}[##########--------------] 40,000 of 100,000 users checked, 6 seconds left`,
    ]);
  });

  it('shows work of unknown length', async () => {
    const { progress, written, draw } = createLine(true);
    progress.update('reading big.json');
    await draw(400);
    expect(written).toEqual([`${CLEAR}reading big.json ...`]);
  });

  it('measures the time of each part of the work', async () => {
    const { progress, written, draw } = createLine(true);
    progress.update('reading big.json');
    await draw(9000);
    progress.update('users checked', 0, 10);
    await draw(0);
    progress.update('users checked', 5, 10);
    await draw(1000);
    expect(written.at(-1)).toContain('5 of 10 users checked, 1 second left');
  });

  it('is removed once at the end', async () => {
    const { progress, written, draw } = createLine(true);
    progress.update('reading big.json');
    await draw(400);
    progress.end();
    progress.end();
    expect(written.slice(1)).toEqual([CLEAR]);
  });

  it('writes nothing for short work', () => {
    const { progress, written } = createLine(true);
    progress.update('users checked', 1, 2);
    progress.end();
    expect(written).toEqual([]);
  });

  it('is at most as long as the terminal is wide', async () => {
    const { progress, written, draw } = createLine(true);
    progress.update(`reading ${'a'.repeat(200)}`);
    await draw(400);
    expect(written[0]).toHaveLength(CLEAR.length + 79);
  });

  it.each([
    [false, 'live'],
    [true, 'plain'],
  ] as const)('is never drawn if isTTY is %s and lines are %s', (isTTY, lines) => {
    const { progress, written, pauses } = createLine(isTTY, lines);
    progress.update('users checked', 1, 2);
    expect(pauses.waiting).toEqual([]);
    progress.end();
    expect(written).toEqual([]);
  });
});
