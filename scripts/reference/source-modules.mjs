import { mkdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = new URL('../../', import.meta.url);

/**
 * Loads TypeScript modules of the source without a build.
 *
 * @param {string} contents a module that re-exports them; its paths start at the root
 * @returns {Promise<any>} the module
 */
export async function loadSources(contents) {
  const { outputFiles } = await build({
    absWorkingDir: fileURLToPath(root),
    stdin: { contents, resolveDir: fileURLToPath(root), loader: 'ts' },
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    write: false,
    logLevel: 'silent',
  });
  // Where its packages are found. The name is new each time, since modules are loaded once.
  const folder = new URL('node_modules/.cache/flagbearer/', root);
  const file = new URL(`sources-${process.pid}-${(count += 1)}.mjs`, folder);
  await mkdir(folder, { recursive: true });
  await writeFile(file, outputFiles[0]?.contents ?? '');
  try {
    return await import(pathToFileURL(fileURLToPath(file)).href);
  } finally {
    await rm(file);
  }
}

let count = 0;
