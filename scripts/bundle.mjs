/**
 * Bundles src into dist. The packages under "dependencies" in package.json stay outside and are
 * installed beside flagbearer; the others become part of the bundle, so that it starts fast.
 */
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = new URL('../', import.meta.url);
const { dependencies } = JSON.parse(await readFile(new URL('package.json', root), 'utf8'));

/** Bundled CommonJS packages ask for Node's own modules by `require`. */
const requireForCommonJs = [
  "import { createRequire as createRequireForBundle } from 'node:module';",
  'const require = createRequireForBundle(import.meta.url);',
].join('\n');

/** The executable: turns the compile cache on (Node 22 has one), then loads the command line. */
const launcher = `#!/usr/bin/env node
import module from 'node:module';

module.enableCompileCache?.();
await import('./command-line.js');
`;

/**
 * Options that all bundles share. Packages that are installed stay outside.
 * @type {import('esbuild').BuildOptions}
 */
const shared = {
  absWorkingDir: fileURLToPath(root),
  outdir: 'dist',
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  legalComments: 'none',
  logLevel: 'warning',
};

/**
 * Leaves out the charsets of body-parser, half a megabyte that takes longer to load than the
 * sandbox: bodies are read as bytes (src/http/body.ts), so none of them is ever asked for.
 * @type {import('esbuild').Plugin}
 */
const withoutCharsets = {
  name: 'without-charsets',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^iconv-lite$/ }, () => ({ path: 'none', namespace: 'charsets' }));
    onLoad({ filter: /.*/, namespace: 'charsets' }, () => ({
      contents: 'exports.encodingExists = () => false;',
    }));
  },
};

/** The files that vitest loads one by one when `flagbearer conform` runs. */
async function conformanceEntries() {
  const checks = await readdir(new URL('conformance/sections/', root));
  const names = [
    ...checks.filter((name) => name.endsWith('.check.ts')).map((name) => `sections/${name}`),
    'vitest/host.ts',
    'vitest/end.ts',
  ];
  return Object.fromEntries(
    names.map((name) => [`conformance/${name.replace(/[.]ts$/, '')}`, `conformance/${name}`]),
  );
}

/**
 * What is loaded with `require`, by runners that have no import() in the files they run, such as
 * jest. So import() becomes require, and what can't be required, since it is an ES module alone, is
 * bundled into a file of its own.
 * @type {import('esbuild').BuildOptions}
 */
const commonJs = {
  ...shared,
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
  supported: { 'dynamic-import': false },
  define: { 'import.meta.url': 'urlOfThisFile' },
  banner: { js: "const urlOfThisFile = require('node:url').pathToFileURL(__filename).href;" },
};

/** @returns {import('esbuild').Plugin} which lets a file of dist stand for modules */
function standIn(/** @type {RegExp} */ filter, /** @type {string} */ path) {
  return {
    name: `stand-in ${path}`,
    setup: ({ onResolve }) => onResolve({ filter }, () => ({ path, external: true })),
  };
}

const ENGLISH = '@faker-js/faker/locale/en';

/**
 * Writes dist/index.cjs, dist/vitest.cjs, which loads it, and dist/faker-en.cjs.
 * @returns {Promise<import('esbuild').Metafile['outputs']>} what is in them
 */
async function bundleCommonJs(/** @type {{ write: boolean }} */ { write }) {
  const common = { ...commonJs, metafile: /** @type {const} */ (true), write };
  const english = standIn(new RegExp(`^${ENGLISH}$`), './faker-en.cjs');
  const built = await Promise.all([
    build({
      ...common,
      entryPoints: { index: 'src/index.ts' },
      // Its default export comes as a property of what is required.
      external: Object.keys(dependencies).filter((name) => name !== 'openapi-fetch'),
      plugins: [english, withoutCharsets],
    }),
    build({
      ...common,
      entryPoints: { vitest: 'src/testkit/vitest.ts' },
      plugins: [standIn(/[/]start-sandbox[.]ts$/, './index.cjs')],
    }),
    build({ ...common, entryPoints: { 'faker-en': ENGLISH } }),
  ]);
  return Object.assign({}, ...built.map(({ metafile }) => metafile.outputs));
}

/**
 * Writes dist/index.js, dist/vitest.js, dist/cli/main.js, dist/conformance and their chunks, and the
 * same of the test kit in CommonJS; removes nothing.
 * @param {{ write?: boolean }} options `write: false` only tells what the bundle would hold
 * @returns {Promise<import('esbuild').Metafile>} which module went where
 */
export async function bundle({ write = true } = {}) {
  const commonJsOutputs = bundleCommonJs({ write });
  const { metafile } = await build({
    ...shared,
    entryPoints: {
      index: 'src/index.ts',
      vitest: 'src/testkit/vitest.ts',
      'cli/command-line': 'src/cli/main.ts',
      ...(await conformanceEntries()),
    },
    chunkNames: 'chunks/[name]-[hash]',
    splitting: true,
    format: 'esm',
    external: Object.keys(dependencies),
    plugins: [withoutCharsets],
    banner: { js: requireForCommonJs },
    metafile: true,
    write,
  });
  if (write) {
    await mkdir(new URL('dist/cli/', root), { recursive: true });
    await writeFile(new URL('dist/cli/main.js', root), launcher, { mode: 0o755 });
  }
  return { ...metafile, outputs: { ...metafile.outputs, ...(await commonJsOutputs) } };
}
