/** Checks the GitLab template and the example that includes it. */
import { execFile } from 'node:child_process';
import { chmod, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { listSettings } from '../../src/config/setting.ts';
import { createFolder } from '../setup/folder.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
const template = parse(await readFile(`${root}ci/gitlab/flagbearer.yml`, 'utf8'));
const example = parse(await readFile(`${root}examples/ci/gitlab.yml`, 'utf8'));

describe('ci/gitlab/flagbearer.yml', () => {
  it('has every job that the example extends, and the FLAGBEARER_ variables of the example are settings', () => {
    const { include: _include, ...jobs } = example;
    const settings = new Set(listSettings('conform').map(({ variable }) => variable));
    for (const job of Object.values<{ extends: string; variables: object }>(jobs)) {
      expect(template).toHaveProperty([job.extends]);
      for (const name of Object.keys(job.variables)) {
        if (name.startsWith('FLAGBEARER_')) expect(settings).toContain(name);
      }
    }
  });

  it.each([
    ['.flagbearer-conform', ['conform']],
    ['.flagbearer-exec', ['exec', '--report-dir', 'reports', '--', 'sh', '-c', 'npm test']],
  ])('%s runs flagbearer with these arguments', async (job, args) => {
    const [command] = template[job].script;
    // A fake npx prints its arguments.
    const cwd = await createFolder({ npx: '#!/bin/sh\nprintf "%s\\n" "$@"\n' });
    await chmod(`${cwd}/npx`, 0o755);
    const env = {
      PATH: `${cwd}:${process.env['PATH']}`,
      FLAGBEARER_VERSION: '1',
      FLAGBEARER_REPORT_DIR: 'reports',
      RUN: 'npm test',
    };
    const { stdout } = await run('sh', ['-c', command], { cwd, env });
    expect(stdout.trim().split('\n')).toEqual(['--yes', 'flagbearer@1', ...args]);
  });
});
