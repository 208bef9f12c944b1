import { describe, expect, it } from 'vitest';
import { runChild } from '../../../src/cli/exec/child.ts';
import { hasSignals } from '../run-flagbearer.ts';

const options = { cwd: process.cwd(), env: process.env };

describe('the command of exec', () => {
  it('can be npm, which is npm.cmd on Windows', async () => {
    const end = await runChild('npm', ['--version'], options);
    expect(end).toEqual({ kind: 'exited', code: 0 });
  });

  it('receives its arguments unchanged', async () => {
    const text = 'a "b" %PATH% $HOME & c';
    const check = `process.exit(process.argv[1] === ${JSON.stringify(text)} ? 0 : 1)`;
    const end = await runChild('node', ['-e', check, text], options);
    expect(end).toEqual({ kind: 'exited', code: 0 });
  });

  it('is reported if it is missing', async () => {
    const end = await runChild('flagbearer-has-no-such-command', [], options);
    expect(end).toEqual({ kind: 'notStarted', code: 'ENOENT' });
  });

  it.runIf(hasSignals)('is reported if a part of its path is a file', async () => {
    const end = await runChild('./package.json/tests', [], options);
    expect(end).toEqual({ kind: 'notStarted', code: 'ENOTDIR' });
  });
});
