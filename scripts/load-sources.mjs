import { mkdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = new URL('../', import.meta.url);

/**
 * Loads TypeScript modules without a build.
 *
 * @param {string} contents a module that exports from them, with paths from the root
 * @returns {Promise<any>} the module
 */
export async function loadSources(contents) {
  // In node_modules, so that packages are found; numbered, because Node caches modules by name.
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
