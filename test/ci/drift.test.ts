/** The scheduled workflows write the differences to drift.txt if the dialect of the deployment has changed. */
import { execFile } from 'node:child_process';
import { access, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

import { executable, walletAppEnv } from '../cli/run-flagbearer.ts';
import { createFolder } from '../setup/folder.ts';
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
  /** Runs the script in a folder with a program in place of npx. */
  async function detect(cwd: string, npx: string, env: Record<string, string> = {}): Promise<void> {
    const path = join(cwd, 'bin');
    await mkdir(path, { recursive: true });
    await writeFile(join(path, 'npx'), `#!/bin/sh\n${npx}\n`, { mode: 0o755 });
    const variables = { PATH: `${path}:${process.env['PATH']}`, DIALECT: 'staging.dialect.yaml' };
    await run('bash', ['-e', '-c', await readScript()], { cwd, env: { ...variables, ...env } });
  }

  it('writes the differences only if the deployment has changed', async () => {
    const cwd = await createFolder({});
    const detectAt = (FLAGBEARER_TARGET: string) =>
      // `shift 2` removes the arguments `--yes flagbearer` of npx.
      detect(cwd, `shift 2\nexec '${process.execPath}' '${executable}' "$@"`, {
        ...walletAppEnv,
        FLAGBEARER_TARGET,
        FLAGBEARER_ONLY: '4.1.response',
      });
    const drift = join(cwd, 'drift.txt');
    const original = await sandbox.workspace();
    await detectAt(original.url);
    // The first run has no earlier dialect, and writes the differences from the default dialect.
    await rm(drift);
    await detectAt(original.url);
    await expect(access(drift)).rejects.toThrow('ENOENT');
    const changed = await sandbox.workspace({ dialect: { wallet: { variant: 'type' } } });
    await detectAt(changed.url);
    expect(await readFile(drift, 'utf8')).toMatch(/^wallet\.variant +either +type/m);
  }, 120_000);

  it('writes no differences if the first run ends early and writes no dialect', async () => {
    const cwd = await createFolder({});
    // Exit code 4 is an incomplete run. When it starts, the script has already written before.yaml.
    await detect(cwd, 'exit 4');
    expect((await readdir(cwd)).toSorted()).toEqual(['before.yaml', 'bin']);
  });
});
