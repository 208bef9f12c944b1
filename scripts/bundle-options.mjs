/** Options of esbuild for the bundles. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

export const root = new URL('../', import.meta.url);
const { dependencies } = JSON.parse(await readFile(new URL('package.json', root), 'utf8'));

/** Packages that npm installs with flagbearer, so they are not bundled. */
export const externalPackages = Object.keys(dependencies);

/** @type {import('esbuild').BuildOptions} */
const baseOptions = {
  absWorkingDir: fileURLToPath(root),
  bundle: true,
  legalComments: 'none',
  logLevel: 'warning',
};

/** @type {import('esbuild').BuildOptions} */
export const nodeOptions = {
  ...baseOptions,
  outdir: 'dist',
  platform: 'node',
  target: 'node20.19',
};

/** @type {import('esbuild').BuildOptions} */
export const browserOptions = {
  ...baseOptions,
  minify: true,
  platform: 'browser',
  target: ['es2022', 'chrome110', 'firefox115', 'safari16.4'],
};

/**
 * Replaces import() by require(), because Jest cannot run import() in CommonJS, and replaces import.meta.url,
 * which CommonJS does not have.
 * @type {import('esbuild').BuildOptions}
 */
export const commonJsOptions = {
  ...nodeOptions,
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
  supported: { 'dynamic-import': false },
  define: { 'import.meta.url': 'urlOfThisFile' },
  banner: { js: "const urlOfThisFile = require('node:url').pathToFileURL(__filename).href;" },
};

/**
 * Removes the charsets of body-parser: half a megabyte. They are unused, because src/http/body.ts reads
 * bodies as bytes.
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

/** @returns {import('esbuild').Plugin} a plugin that replaces matching imports by a file of dist */
export function replaceImports(/** @type {RegExp} */ filter, /** @type {string} */ path) {
  return {
    name: `replacement ${path}`,
    setup: ({ onResolve }) => onResolve({ filter }, () => ({ path, external: true })),
  };
}

/** An ES module of faker. The CommonJS files of dist load dist/faker-en.cjs instead. */
export const FAKER = '@faker-js/faker/locale/en';

export function replaceFaker(/** @type {string} */ path) {
  return replaceImports(new RegExp(`^${FAKER}$`), path);
}
