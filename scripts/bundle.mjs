/**
 * Bundles src into dist. The packages under "dependencies" in package.json stay outside and are
 * installed beside flagbearer; the others become part of the bundle, so that it starts fast.
 */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';
import { installed, root, shared, standIn, urlOfFile, withoutCharsets } from './bundle-options.mjs';
import { bundleStart } from './start-bundle.mjs';

/** Bundled CommonJS packages ask for Node's own modules by `require`. */
const requireForCommonJs = [
  "import { createRequire as createRequireForBundle } from 'node:module';",
  'const require = createRequireForBundle(import.meta.url);',
].join('\n');

/**
 * The executable: turns the compile cache on (Node 22 has one), then loads the command line, from one
 * file where the sandbox is to start.
 */
const launcher = `#!/usr/bin/env node
import module from 'node:module';

module.enableCompileCache?.();
if (process.argv[2] === 'start') module.createRequire(import.meta.url)('./start.cjs');
else await import('./command-line.js');
`;

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
  ...urlOfFile,
};

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
      external: installed.filter((name) => name !== 'openapi-fetch'),
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
 * Writes dist/index.js, dist/vitest.js, dist/cli/main.js, dist/conformance and their chunks, the same
 * of the test kit in CommonJS, and dist/cli/start.cjs; removes nothing.
 * @param {{ write?: boolean }} options `write: false` only tells what the bundle would hold
 * @returns {Promise<import('esbuild').Metafile>} which module went where
 */
export async function bundle({ write = true } = {}) {
  const others = Promise.all([bundleCommonJs({ write }), bundleStart({ write })]);
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
    external: installed,
    plugins: [withoutCharsets],
    banner: { js: requireForCommonJs },
    metafile: true,
    write,
  });
  if (write) {
    await mkdir(new URL('dist/cli/', root), { recursive: true });
    await writeFile(new URL('dist/cli/main.js', root), launcher, { mode: 0o755 });
  }
  return { ...metafile, outputs: Object.assign(metafile.outputs, ...(await others)) };
}
