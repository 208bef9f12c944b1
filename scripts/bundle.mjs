/**
 * Bundles src into dist. The packages under "dependencies" in package.json are not bundled, but installed
 * with flagbearer. All other packages become part of the bundle, so that flagbearer starts fast.
 */
import { build } from 'esbuild';
import {
  FAKER,
  commonJsOptions,
  replaceFaker,
  externalPackages,
  nodeOptions,
  replaceImports,
  withoutCharsets,
} from './bundle-options.mjs';
import { bundleStart } from './start-bundle.mjs';
import { bundleWalletPage } from './wallet-bundle.mjs';

/** Defines `require`, with which bundled CommonJS packages load built-in modules. */
const requireForCommonJs = [
  "import { createRequire as createRequireForBundle } from 'node:module';",
  'const require = createRequireForBundle(import.meta.url);',
].join('\n');

/**
 * Writes the CommonJS entries (dist/index.cjs, dist/vitest.cjs and others) and dist/faker-en.cjs.
 * @returns {Promise<import('esbuild').Metafile['outputs']>} the modules of each file
 */
async function bundleCommonJs(/** @type {{ write: boolean }} */ { write }) {
  const common = { ...commonJsOptions, metafile: /** @type {const} */ (true), write };
  const built = await Promise.all([
    build({
      ...common,
      entryPoints: { index: 'src/index.ts' },
      // Bundles openapi-fetch: at run time, require('openapi-fetch') does not return its default export.
      external: externalPackages.filter((name) => name !== 'openapi-fetch'),
      plugins: [
        replaceFaker('./faker-en.cjs'),
        replaceImports(/^(@peculiar[/]x509|reflect-metadata)$/, './vendor/x509.cjs'),
        withoutCharsets,
      ],
    }),
    build({
      ...common,
      entryPoints: { vitest: 'src/testkit/vitest.ts' },
      plugins: [
        replaceImports(/[/]start-sandbox[.]ts$/, './index.cjs'),
        // Node can require an ES module that has no top-level await.
        replaceImports(/[/]conformance-tests[.]ts$/, './conformance-tests.js'),
      ],
    }),
    build({ ...common, entryPoints: { wallet: 'src/wallet/wallet.ts' } }),
    build({
      ...common,
      entryPoints: { playwright: 'src/playwright/playwright.ts' },
      plugins: [replaceImports(/[/](?:start|connect)-sandbox[.]ts$/, './index.cjs')],
    }),
    build({ ...common, entryPoints: { 'faker-en': FAKER } }),
  ]);
  return Object.assign({}, ...built.map(({ metafile }) => metafile.outputs));
}

/**
 * Writes all entries as ES modules with their chunks, the entries in CommonJS, and the files of
 * bundleStart and bundleWalletPage. Does not remove old files.
 * @param {{ write?: boolean }} options `write: false` only returns the metafile
 * @returns {Promise<import('esbuild').Metafile>} the modules of each file
 */
export async function bundle({ write = true } = {}) {
  const otherOutputs = Promise.all([
    bundleCommonJs({ write }),
    bundleStart({ write }),
    bundleWalletPage({ write }),
  ]);
  const { metafile } = await build({
    ...nodeOptions,
    entryPoints: {
      index: 'src/index.ts',
      vitest: 'src/testkit/vitest.ts',
      wallet: 'src/wallet/wallet.ts',
      playwright: 'src/playwright/playwright.ts',
      'conformance-tests': 'src/testkit/vitest/conformance-tests.ts',
      'cli/command-line': 'src/cli/main.ts',
    },
    chunkNames: 'chunks/[name]-[hash]',
    splitting: true,
    format: 'esm',
    external: externalPackages,
    plugins: [withoutCharsets],
    banner: { js: requireForCommonJs },
    metafile: true,
    write,
  });
  return { ...metafile, outputs: Object.assign(metafile.outputs, ...(await otherOutputs)) };
}
