import { expect, it } from 'vitest';
import { createFolder } from '../../setup/folder.ts';
import { useSandbox } from '../../sandbox.ts';
import { runFlagbearer, walletAppEnv } from '../run-flagbearer.ts';

const sandbox = useSandbox({ fixedCode: '000000' });

it(
  'a sandbox with --fixed-code passes flagbearer conform with --otp-source fixed:',
  { timeout: 60_000 },
  async () => {
    const cwd = await createFolder({});
    const args = ['conform', sandbox.url, '--otp-source', 'fixed:000000'];
    const { exit, stdout } = await runFlagbearer(args, { cwd, env: walletAppEnv });
    expect({ exit, stdout }).toMatchObject({
      exit: 0,
      stdout: expect.stringContaining('Nothing failed, 8 of 8 operations covered.'),
    });
  },
);
