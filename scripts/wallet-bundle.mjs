/** Bundles the wallet that `flagbearer/wallet` adds to pages: one script of src/wallet/page and noble. */
import { build } from 'esbuild';
import { browserOptions } from './bundle-options.mjs';

/**
 * Writes dist/wallet-page.js.
 * @param {{ write: boolean }} options
 * @returns {Promise<import('esbuild').Metafile['outputs']>} the modules of the file
 */
export async function bundleWalletPage({ write }) {
  const { metafile } = await build({
    ...browserOptions,
    entryPoints: { 'wallet-page': 'src/wallet/page/install.ts' },
    outdir: 'dist',
    format: 'iife',
    globalName: 'flagbearerWallet',
    metafile: true,
    write,
  });
  return metafile.outputs;
}
