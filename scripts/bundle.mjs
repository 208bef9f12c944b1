/**
 * Bundles src into dist. The packages under "dependencies" in package.json stay outside and are
 * installed with flagbearer; the others become part of the bundle, so that it starts fast.
 */
import { build } from 'esbuild';
import {
  ENGLISH,
  asCommonJs,
  replaceEnglish,
  installed,
  shared,
  createReplacement,
  withoutCharsets,
} from './bundle-options.mjs';
import { bundleStart } from './start-bundle.mjs';
import { bundleWalletPage } from './wallet-bundle.mjs';

/** Bundled CommonJS packages load built-in modules with `require`. */
const requireForCommonJs = [
  "import { createRequire as createRequireForBundle } from 'node:module';",
  'const require = createRequireForBundle(import.meta.url);',
].join('\n');

/**
 * Writes dist/index.cjs, dist/vitest.cjs, which loads it, dist/wallet.cjs, dist/playwright.cjs and dist/faker-en.cjs.
 * @returns {Promise<import('esbuild').Metafile['outputs']>} the inputs of each file
 */
async function bundleCommonJs(/** @type {{ write: boolean }} */ { write }) {
  const common = { ...asCommonJs, metafile: /** @type {const} */ (true), write };
  const built = await Promise.all([
    build({
      ...common,
      entryPoints: { index: 'src/index.ts' },
      // Its default export is a property of the result of require.
      external: installed.filter((name) => name !== 'openapi-fetch'),
      plugins: [
        replaceEnglish('./faker-en.cjs'),
        createReplacement(/^(@peculiar[/]x509|reflect-metadata)$/, './vendor/x509.cjs'),
        withoutCharsets,
      ],
    }),
    build({
      ...common,
      entryPoints: { vitest: 'src/testkit/vitest.ts' },
      plugins: [
        createReplacement(/[/]start-sandbox[.]ts$/, './index.cjs'),
        // Node requires an ES module without top-level await.
        createReplacement(/[/]conformance-tests[.]ts$/, './conformance-tests.js'),
      ],
    }),
    build({ ...common, entryPoints: { wallet: 'src/wallet/wallet.ts' } }),
    build({
      ...common,
      entryPoints: { playwright: 'src/playwright/playwright.ts' },
      plugins: [createReplacement(/[/](?:start|connect)-sandbox[.]ts$/, './index.cjs')],
    }),
    build({ ...common, entryPoints: { 'faker-en': ENGLISH } }),
  ]);
  return Object.assign({}, ...built.map(({ metafile }) => metafile.outputs));
}

/**
 * Writes dist/index.js, dist/vitest.js, dist/wallet.js, dist/playwright.js, dist/conformance-tests.js, dist/cli/main.js and their chunks,
 * the same of the test kit in CommonJS, dist/wallet-page.js, and dist/cli/start.cjs; removes nothing.
 * @param {{ write?: boolean }} options `write: false` only returns the metafile
 * @returns {Promise<import('esbuild').Metafile>} the modules of each file
 */
export async function bundle({ write = true } = {}) {
  const others = Promise.all([
    bundleCommonJs({ write }),
    bundleStart({ write }),
    bundleWalletPage({ write }),
  ]);
  const { metafile } = await build({
    ...shared,
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
    external: installed,
    plugins: [withoutCharsets],
    banner: { js: requireForCommonJs },
    metafile: true,
    write,
  });
  return { ...metafile, outputs: Object.assign(metafile.outputs, ...(await others)) };
}
