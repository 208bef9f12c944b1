/** Packs flagbearer and installs it into an empty folder, as users do. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../', import.meta.url));

/**
 * @typedef {object} Installation
 * @property {string} folder of the package, in node_modules
 * @property {string} cli
 * @property {string} version
 * @property {string} projectFolder of the project that it was installed in
 * @property {() => Promise<void>} remove
 */

/** @returns {Promise<Installation>} */
export async function installFlagbearer() {
  const projectFolder = await mkdtemp(join(tmpdir(), 'flagbearer-bench-'));
  await run('npm', ['run', 'build', '--silent'], { cwd: root });
  const pack = ['pack', '--ignore-scripts', '--json', '--pack-destination', projectFolder];
  const { stdout } = await run('npm', pack, { cwd: root });
  const [{ filename, version }] = JSON.parse(stdout);
  await writeFile(join(projectFolder, 'package.json'), '{ "private": true }');
  const install = [
    'install',
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
    join(projectFolder, filename),
  ];
  await run('npm', install, { cwd: projectFolder });
  const folder = join(projectFolder, 'node_modules/flagbearer');
  const { bin } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  return {
    folder,
    cli: join(folder, bin.flagbearer),
    version,
    projectFolder,
    remove: () => rm(projectFolder, { recursive: true, force: true }),
  };
}
