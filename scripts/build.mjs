/**
 * Makes dist: the bundle, the types of src/index.ts, and the licences of what is bundled.
 * With --bundle-only just the bundle, which is what it takes to run.
 */
import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { bundle } from './bundle.mjs';
import { thirdPartyLicences } from './third-party-licences.mjs';

const root = new URL('../', import.meta.url);
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');

if (process.argv.includes('--bundle-only')) await bundle();
else await buildAll();

async function buildAll() {
  await rm(new URL('dist/', root), { recursive: true, force: true });
  const [metafile] = await Promise.all([bundle(), declarations()]);
  await writeFile(new URL('dist/THIRD-PARTY-LICENSES.txt', root), thirdPartyLicences(metafile));
}

async function declarations() {
  const run = promisify(execFile);
  await run(process.execPath, [tsc, '--project', 'tsconfig.build.json'], {
    cwd: fileURLToPath(root),
  });
}
