/**
 * Compares flagbearer with similar tools, side by side in one run.
 *
 *   npm run bench                     everything, about half an hour
 *   npm run bench -- --quick          measurements with goals: one or two minutes
 *   npm run bench -- --only start-up  measurements whose name starts with start-up; repeatable
 *   npm run bench -- --only start-up --keep    the same, and saves the results
 *   npm run bench -- --list           the names of the measurements
 *
 * Writes bench/results.json, docs/internals/performance/results.md and the plots; with --quick, or --only
 * without --keep, it only prints. Other servers are installed into bench/node_modules if missing.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

if (!existsSync(new URL('node_modules/.package-lock.json', import.meta.url))) {
  console.error('installing the other servers into bench/node_modules');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) process.exit(status ?? 1);
}
const { main } = await import('./run.mjs');
process.exitCode = await main(process.argv.slice(2));
