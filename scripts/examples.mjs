/**
 * Packs flagbearer, then installs and tests each example with it in a temporary folder.
 *
 *   node scripts/examples.mjs [NAME]...
 */
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pack, root, run } from './run-command.mjs';

const examples = join(root, 'examples');
const folder = await mkdtemp(join(tmpdir(), 'flagbearer-examples-'));
try {
  const tarball = await pack(folder);
  const names = process.argv.length > 2 ? process.argv.slice(2) : await listExamplesWithTests();
  // In parallel, because npm mostly waits for the network; the tests run one after another.
  await Promise.all(names.map((name) => install(name, tarball)));
  for (const name of names) await runTests(name);
  console.log(`The examples pass with the packed tarball: ${names.join(', ')}.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function listExamplesWithTests() {
  const names = await readdir(examples);
  return names.filter((name) => existsSync(join(examples, name, 'package.json'))).sort();
}

async function install(/** @type {string} */ name, /** @type {string} */ tarball) {
  const isSource = (/** @type {string} */ path) => !path.includes('node_modules');
  await cp(join(examples, name), join(folder, name), { recursive: true, filter: isSource });
  const options = ['--no-package-lock', '--no-audit', '--no-fund'];
  // The tarball replaces the version in package.json.
  await run('npm', join(folder, name), 'install', ...options, tarball);
}

async function runTests(/** @type {string} */ name) {
  const output = await run('npm', join(folder, name), 'test');
  console.log(`${name}\n${output.trimEnd().split('\n').slice(-8).join('\n')}\n`);
}
