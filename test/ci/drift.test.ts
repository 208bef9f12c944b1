/** The scheduled workflows write the differences to drift.txt if the dialect of the deployment has changed. */
import { execFile } from 'node:child_process';
import { access, chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

import { executable } from '../cli/run-flagbearer.ts';
import { runInFolder } from '../config/in-folder.ts';
import { useSandbox } from '../sandbox.ts';

const run = promisify(execFile);
const sandbox = useSandbox();

/** Functions that read the detection script of each template. */
const TEMPLATES = {
  GitHub: async () => {
    const { jobs } = parse(await readFile('ci/github/drift.yml', 'utf8'));
    return jobs.drift.steps.find(({ name }: { name?: string }) => name === 'Detect').run;
  },
  GitLab: async () => {
    const template = parse(await readFile('ci/gitlab/drift.yml', 'utf8'));
    return template['.flagbearer-drift'].script[0];
  },
} as const;

describe.each(Object.entries(TEMPLATES))('the template of %s', (_, readScript) => {
  it('writes the differences if the deployment changed, and nothing otherwise', async () => {
    const npx = `#!/bin/sh\nshift 2\nexec '${process.execPath}' '${executable}' "$@"\n`;
    await runInFolder({ 'bin/npx': npx }, async (cwd) => {
      await chmod(join(cwd, 'bin/npx'), 0o755);
      const detect = async (FLAGBEARER_TARGET: string): Promise<void> => {
        await run('bash', ['-e', '-c', await readScript()], {
          cwd,
          env: {
            PATH: `${join(cwd, 'bin')}:${process.env['PATH']}`,
            DIALECT: 'staging.dialect.yaml',
            FLAGBEARER_TARGET,
            FLAGBEARER_CLIENT_ID: 'wallet-app',
            FLAGBEARER_CLIENT_SECRET: 'wallet-app-secret',
            FLAGBEARER_ACCESS_TOKEN: 'wallet-app-token',
            FLAGBEARER_ONLY: '4.1.response',
          },
        });
      };
      const drift = join(cwd, 'drift.txt');
      const original = await sandbox.workspace();
      await detect(original.url);
      await run('rm', ['-f', drift]);
      await detect(original.url);
      await expect(access(drift)).rejects.toThrow('ENOENT');
      const changed = await sandbox.workspace({ dialect: { wallet: { variant: 'type' } } });
      await detect(changed.url);
      expect(await readFile(drift, 'utf8')).toMatch(/^wallet\.variant +either +type/m);
    });
  }, 120_000);
});
