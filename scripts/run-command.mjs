import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import spawn from 'cross-spawn';

export const root = fileURLToPath(new URL('../', import.meta.url));

/**
 * Runs a command, on Windows also a script such as npm.cmd.
 *
 * @param {string} command
 * @param {string} cwd
 * @param {string[]} args
 * @returns {Promise<string>} the stdout of the command
 * @throws Error with the output of a command that fails
 */
export async function run(command, cwd, ...args) {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const [[code], stdout, stderr] = await Promise.all([
    once(child, 'close'),
    ...[child.stdout, child.stderr].map((stream) => (stream === null ? '' : text(stream))),
  ]);
  if (code !== 0) throw new Error(`${cwd}: ${command} ${args.join(' ')}\n${stdout}${stderr}`);
  return stdout ?? '';
}

/** Packs the package into a folder. @returns the path of the tarball */
export async function pack(/** @type {string} */ folder) {
  const args = ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder];
  return join(folder, (await run('npm', root, ...args)).trim());
}
