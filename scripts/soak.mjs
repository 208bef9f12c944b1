/**
 * Minutes of mixed load on a sandbox in a process of its own (test/soak).
 *
 *   node scripts/soak.mjs                                       ten minutes
 *   node scripts/soak.mjs --minutes 60 --store file:DIR      as long, and on the store, that is wanted
 *
 * Exits 1 where a request went wrong, the log has an error, the journal or the memory grows.
 */
import { runTestCommand } from './test-command.mjs';

await runTestCommand('test/soak/soak-command.ts');
