/** Options that all bundles share. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

export const root = new URL('../', import.meta.url);
const { dependencies } = JSON.parse(await readFile(new URL('package.json', root), 'utf8'));

/** Packages that are installed with flagbearer, and therefore not bundled. */
export const installed = Object.keys(dependencies);

/** @type {import('esbuild').BuildOptions} */
const common = {
  absWorkingDir: fileURLToPath(root),
  bundle: true,
  legalComments: 'none',
  logLevel: 'warning',
};

/** @type {import('esbuild').BuildOptions} */
export const shared = {
  ...common,
  outdir: 'dist',
  platform: 'node',
  target: 'node20.19',
};

/** @type {import('esbuild').BuildOptions} */
export const forBrowsers = {
  ...common,
  minify: true,
  platform: 'browser',
  target: ['es2022', 'chrome110', 'firefox115', 'safari16.4'],
};

/**
 * For CommonJS: import() becomes require, and there is no import.meta.
 * @type {import('esbuild').BuildOptions}
 */
export const asCommonJs = {
  ...shared,
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
  supported: { 'dynamic-import': false },
  define: { 'import.meta.url': 'urlOfThisFile' },
  banner: { js: "const urlOfThisFile = require('node:url').pathToFileURL(__filename).href;" },
};

/**
 * Removes the charsets of body-parser, half a megabyte that takes longer to load than the sandbox:
 * bodies are read as bytes (src/http/body.ts), so they are never used.
 * @type {import('esbuild').Plugin}
 */
export const withoutCharsets = {
  name: 'without-charsets',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^iconv-lite$/ }, () => ({ path: 'none', namespace: 'charsets' }));
    onLoad({ filter: /.*/, namespace: 'charsets' }, () => ({
      contents: 'exports.encodingExists = () => false;',
    }));
  },
};

/** @returns {import('esbuild').Plugin} which replaces modules by a file of dist */
export function createReplacement(/** @type {RegExp} */ filter, /** @type {string} */ path) {
  return {
    name: `replacement ${path}`,
    setup: ({ onResolve }) => onResolve({ filter }, () => ({ path, external: true })),
  };
}

/** ES modules that cannot be required are bundled into their own file. */
export const ENGLISH = '@faker-js/faker/locale/en';

export function replaceEnglish(/** @type {string} */ path) {
  return createReplacement(new RegExp(`^${ENGLISH}$`), path);
}
