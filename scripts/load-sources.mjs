import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = new URL('../', import.meta.url);

/**
 * Loads TypeScript modules without a build of dist. Call it once per process: Node caches the file by name.
 *
 * @param {string} contents a module that imports them, with paths from the root
 * @returns {Promise<any>} the module
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
