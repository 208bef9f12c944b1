/** Bundles the store and the scenario loader, which the package does not export, into one module. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const EXPORTS = [
  "export { defaultDialect } from './src/dialect/keys.ts';",
  "export { systemClock } from './src/ports/clock.ts';",
  "export { loadScenario } from './src/scenarios/load.ts';",
  "export { LogStore } from './src/store/log-store.ts';",
  "export { createMemoryEngine } from './src/store/memory-engine.ts';",
];

/** @returns {Promise<string>} the path of the module: in dist/ of the installed package, next to the schemas */
export async function bundleStore({ folder }) {
  const outfile = join(folder, 'dist/bench-store.mjs');
  await build({
    stdin: {
      contents: EXPORTS.join('\n'),
      resolveDir: fileURLToPath(new URL('../', import.meta.url)),
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'bundle',
    // npm installs these packages with flagbearer.
    external: ['@faker-js/faker', 'libphonenumber-js', 'secp256k1'],
    banner: {
      js: "import { createRequire as forBundle } from 'node:module'; const require = forBundle(import.meta.url);",
    },
    outfile,
    logLevel: 'warning',
  });
  return outfile;
}
