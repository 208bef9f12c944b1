/**
 * The smoke test under every line of Node.js that is supported, each installed from npm:
 * `npm run smoke:node-versions`, or `-- 22` for one of them.
 */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const smoke = fileURLToPath(new URL('smoke.mjs', import.meta.url));
const asked = process.argv.slice(2);

for (const version of asked.length > 0 ? asked : ['20.19', '22', '24']) {
  const folder = await mkdtemp(join(tmpdir(), 'flagbearer-node-'));
  try {
    await writeFile(join(folder, 'package.json'), '{ "private": true }');
    run('npm', ['install', '--no-audit', '--no-fund', `node@${version}`], { cwd: folder });
    const bin = join(folder, 'node_modules', '.bin');
    const env = { ...process.env, PATH: `${bin}${delimiter}${process.env['PATH']}` };
    const name = run('node', ['--version'], { env }).trim();
    run('node', [smoke], { env });
    console.log(`${name}: the packed tarball works.`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @returns what the command printed; when it fails, that is the error */
function run(
  /** @type {string} */ command,
  /** @type {string[]} */ words,
  /** @type {import('node:child_process').SpawnSyncOptions} */ options,
) {
  const ran = spawnSync(command, words, { ...options, encoding: 'utf8' });
  if (ran.status === 0) return ran.stdout;
  throw new Error(`${command} ${words.join(' ')}\n${ran.stdout}${ran.stderr}`);
}
