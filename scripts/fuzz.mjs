/**
 * Hostile requests to a sandbox, derived from both contracts and broken (test/hostile).
 *
 *   npm run fuzz                                  20,000 requests; takes some minutes
 *   npm run fuzz -- --seed 7 --requests 100000
 *
 * Exits 1 with the requests that were answered as they may not be.
 */
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

process.chdir(fileURLToPath(new URL('../', import.meta.url)));
const outfile = 'node_modules/.cache/flagbearer/fuzz.mjs';
await mkdir('node_modules/.cache/flagbearer', { recursive: true });
await build({
  entryPoints: ['test/hostile/fuzz-command.ts'],
  outfile,
  ...{ bundle: true, packages: 'external', platform: 'node', format: 'esm', logLevel: 'warning' },
});
await import(`../${outfile}`);
