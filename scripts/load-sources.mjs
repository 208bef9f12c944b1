import { mkdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = new URL('../', import.meta.url);

/**
 * Loads TypeScript modules without a build.
 *
 * @param {string} contents a module that re-exports them; its paths start at the root
 * @returns {Promise<any>} the module
 */
export async function loadSources(contents) {
  // Its packages are found from there. A module is loaded once per name.
  const file = new URL(`node_modules/.cache/flagbearer/${process.pid}-${(count += 1)}.mjs`, root);
  await mkdir(new URL('.', file), { recursive: true });
  const { outputFiles } = await build({
    absWorkingDir: fileURLToPath(root),
    stdin: { contents, resolveDir: fileURLToPath(root), loader: 'ts' },
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    write: false,
  });
  await writeFile(file, outputFiles[0]?.contents ?? '');
  try {
    return await import(file.href);
  } finally {
    await rm(file);
  }
}

let count = 0;
