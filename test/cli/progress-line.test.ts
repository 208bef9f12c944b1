import { describe, expect, it } from 'vitest';
import { progressLine } from '../../src/cli/text/progress-line.ts';
import { flagbearer } from './flagbearer.ts';

function drawn(isTTY: boolean, lines: 'live' | 'lasting'): string[] {
  const written: string[] = [];
  let now = 0;
  const out = { isTTY, columns: 80, write: (text: string) => written.push(text) };
  const line = progressLine(out, lines, () => now);
  for (const [at, done] of [
    [0, 0],
    [390, 1],
    [500, 50],
    [550, 60],
    [650, 75],
  ] as const) {
    now = at;
    line.update('generating users', done, 100);
  }
  line.update('writing users');
  line.end();
  return written.map((text) => text.replace('\r\u001B[2K', ''));
}

describe('the progress of long work', () => {
  it('is shown on a terminal once it takes long, and is erased at the end', () => {
    expect(drawn(true, 'live')).toEqual([
      'generating users [############------------] 50 %',
      'generating users [##################------] 75 %',
      'writing users ...',
      '',
    ]);
  });

  it('is not printed to a log, or where lines can not be erased', () => {
    expect(drawn(false, 'live')).toEqual([]);
    expect(drawn(true, 'lasting')).toEqual([]);
  });

  it('is not in what scenario generate prints to a file or a pipe', async () => {
    const { stderr } = await flagbearer(['scenario', 'generate', '--users', '300']);
    expect(stderr).toBe('');
  });
});
