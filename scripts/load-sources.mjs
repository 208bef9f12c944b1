import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = new URL('../', import.meta.url);

/**
 * Bundles and imports a TypeScript module. Call it once per process, because Node caches the bundle by its path.
 *
 * @param {string} contents the code of the module; its imports are relative to the root
 * @returns {Promise<any>} the exports of the module
 */
export async function loadSources(contents) {
  // The file is in node_modules, so that Node finds the imported packages.
  const file = new URL(`node_modules/.cache/flagbearer/${process.pid}.mjs`, root);
  await build({
    absWorkingDir: fileURLToPath(root),
    stdin: { contents, resolveDir: fileURLToPath(root), loader: 'ts' },
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    outfile: fileURLToPath(file),
  });
  try {
    return await import(file.href);
  } finally {
    await rm(file);
  }
}
