/**
 * Creates dist: the bundle, the console, the declarations, and the licences of bundled packages. With
 * --bundle-only, creates only the bundle and the console.
 */
import { rm, writeFile } from 'node:fs/promises';
import { bundle } from './bundle.mjs';
import { bundleConsole } from './console-bundle.mjs';
import { writeDeclarations } from './declarations.mjs';
import { formatThirdPartyLicences } from './third-party-licences.mjs';

const dist = new URL('../dist/', import.meta.url);

if (process.argv.includes('--bundle-only')) await Promise.all([bundle(), bundleConsole()]);
else await buildAll();

async function buildAll() {
  await rm(dist, { recursive: true, force: true });
  const [metafile, consoleMetafile] = await Promise.all([
    bundle(),
    bundleConsole(),
    writeDeclarations(),
  ]);
  await writeFile(
    new URL('THIRD-PARTY-LICENSES.txt', dist),
    formatThirdPartyLicences(metafile, consoleMetafile),
  );
}
