/** Measures the disk space of `npm install`. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { toRow } from '../measurement.mjs';
import { readVersion } from '../servers/index.mjs';

const run = promisify(execFile);

/** @type {import('../measurement.mjs').Measurement} */
export const installSize = {
  name: 'install-size',
  title: 'Installed, with all dependencies',
  unit: 'MiB',
  better: 'lower',
  async measure({ flagbearer }) {
    const rows = [toRow('flagbearer', [await measureSize(flagbearer.projectFolder)])];
    for (const name of ['@stoplight/prism-cli', '@mockoon/cli']) {
      const folder = await mkdtemp(join(tmpdir(), 'flagbearer-bench-'));
      await writeFile(join(folder, 'package.json'), '{ "private": true }');
      const competitor = `${name}@${readVersion(name)}`;
      await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', competitor], {
        cwd: folder,
      });
      rows.push(toRow(competitor, [await measureSize(folder)]));
      await rm(folder, { recursive: true, force: true });
    }
    return rows;
  },
};

async function measureSize(folder) {
  const { stdout } = await run('du', ['-sk', join(folder, 'node_modules')]);
  return Math.round(Number(stdout.split('\t')[0]) / 1024);
}
