/** Bundles the wallet that `flagbearer/wallet` puts into pages: src/wallet/page and noble, one script. */
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { root } from './bundle-options.mjs';

/**
 * Writes dist/wallet-page.js.
 * @param {{ write: boolean }} options
 * @returns {Promise<import('esbuild').Metafile['outputs']>} the inputs of the file
 */
export async function bundleWalletPage({ write }) {
  const { metafile } = await build({
    absWorkingDir: fileURLToPath(root),
    entryPoints: { 'wallet-page': 'src/wallet/page/install.ts' },
    outdir: 'dist',
    bundle: true,
    minify: true,
    format: 'iife',
    globalName: 'flagbearerWallet',
    platform: 'browser',
    target: ['es2022', 'chrome110', 'firefox115', 'safari16.4'],
    legalComments: 'none',
    logLevel: 'warning',
    metafile: true,
    write,
  });
  return metafile.outputs;
}
