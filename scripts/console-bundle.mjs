/**
 * Bundles src/console into dist/console: the page, and files with a content hash in their name, which browsers
 * may cache forever. The editor is a separate chunk, loaded on demand.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { build } from 'esbuild';
import { browserOptions, root } from './bundle-options.mjs';

const target = new URL('dist/console/', root);

/**
 * Writes dist/console.
 * @param {{ write?: boolean }} options `write: false` only returns the metafile
 * @returns {Promise<import('esbuild').Metafile>} the modules of each file
 */
export async function bundleConsole({ write = true } = {}) {
  if (write) {
    await rm(target, { recursive: true, force: true });
    await mkdir(target, { recursive: true });
  }
  const { metafile } = await build({
    ...browserOptions,
    entryPoints: { console: 'src/console/main.tsx' },
    outdir: 'dist/console',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    splitting: true,
    format: 'esm',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    tsconfig: 'src/console/tsconfig.json',
    metafile: true,
    write,
  });
  if (write) await writeFile(new URL('page.html', target), await createPage(metafile));
  return metafile;
}

/** @param {import('esbuild').Metafile} metafile */
async function createPage({ outputs }) {
  const [path, entry] =
    Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === 'src/console/main.tsx') ??
    [];
  if (path === undefined || entry?.cssBundle === undefined)
    throw new Error('the console bundle has no script or no styles');
  const page = await readFile(new URL('src/console/page.html', root), 'utf8');
  return page
    .replace('console.js', `console/${basename(path)}`)
    .replace('console.css', `console/${basename(entry.cssBundle)}`);
}
