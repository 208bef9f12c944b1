/** Bundles the wallet that `flagbearer/wallet` puts into pages: src/wallet/page and noble, one script. */
import { build } from 'esbuild';
import { browserOptions } from './bundle-options.mjs';

/**
 * Writes dist/wallet-page.js.
 * @param {{ write: boolean }} options
 * @returns {Promise<import('esbuild').Metafile['outputs']>} the inputs of the file
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
