/** Runs a TypeScript command of the test folder, since it shares code with the tests. */
import { mkdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

export async function runTestCommand(/** @type {string} */ entry) {
  process.chdir(fileURLToPath(new URL('../', import.meta.url)));
  const folder = 'node_modules/.cache/flagbearer';
  const outfile = `${folder}/${basename(entry, '.ts')}.mjs`;
  await mkdir(folder, { recursive: true });
  await build({
    entryPoints: [entry],
    outfile,
    ...{ bundle: true, packages: 'external', platform: 'node', format: 'esm', logLevel: 'warning' },
  });
  await import(`../${outfile}`);
}
