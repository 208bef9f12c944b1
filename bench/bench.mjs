/**
 * Measures flagbearer beside the tools that do parts of its job, side by side in one run.
 *
 *   npm run bench                     everything, about a quarter of an hour
 *   npm run bench -- --quick          what has a goal: a minute or two
 *   npm run bench -- --only start-up  measurements whose name starts so; may be given several times
 *   npm run bench -- --only start-up --keep    the same, kept in the place of what was measured before
 *   npm run bench -- --list           the names
 *
 * Writes bench/results.json, docs/internals/performance/results.md and the plots beside it; with --quick, or --only
 * without --keep, it just prints. The peers are installed into bench/node_modules when they are not there.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
if (!existsSync(new URL('node_modules/.package-lock.json', import.meta.url))) {
  console.error('installing the peers into bench/node_modules');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: here,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) process.exit(status ?? 1);
}
const { main } = await import('./run.mjs');
process.exitCode = await main(process.argv.slice(2));
