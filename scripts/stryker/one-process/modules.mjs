/**
 * How Node loads the modules of tests without Vitest: hooks for `module.register`. TypeScript is
 * stripped of its types; a test that asks for Vitest gets vitest.mjs, one that starts a sandbox gets
 * the one that all tests share.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transform } from 'esbuild';

const here = (/** @type {string} */ name) => new URL(name, import.meta.url).href;

/** @type {import('node:module').ResolveHook} */
export async function resolve(specifier, context, next) {
  const { parentURL = '' } = context;
  const isFromTest = /\/test\/.*\.ts$/.test(parentURL);
  if (isFromTest && specifier === 'vitest') return { url: here('vitest.mjs'), shortCircuit: true };
  const resolved = await next(specifier, context);
  const isSandbox =
    parentURL.endsWith('/test/sandbox.ts') && specifier.endsWith('/server/listen.ts');
  return isSandbox
    ? { url: `${here('sandbox.mjs')}?of=${encodeURIComponent(resolved.url)}`, shortCircuit: true }
    : resolved;
}

/** @type {import('node:module').LoadHook} */
export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  const text = await readFile(fileURLToPath(url), 'utf8');
  const { code } = await transform(text, { loader: 'ts', format: 'esm', target: 'esnext' });
  return { format: 'module', source: code, shortCircuit: true };
}
