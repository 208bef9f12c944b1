/**
 * Packs the package and runs each example with it as a user would: in a separate folder, where npm
 * installs the dependencies of the example.
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
  // Installing is waiting for the most part; the tests have the machine to themselves.
  await Promise.all(names.map((name) => install(name, tarball)));
  for (const name of names) await runTests(name);
  console.log(`The examples pass with the packed tarball: ${names.join(', ')}.`);
} catch (problem) {
  console.error(problem instanceof Error ? problem.message : problem);
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
