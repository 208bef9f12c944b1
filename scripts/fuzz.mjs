/**
 * Hostile requests to a sandbox, derived from both contracts and broken (test/hostile).
 *
 *   node scripts/fuzz.mjs                                  20,000 requests; takes some minutes
 *   node scripts/fuzz.mjs --seed 7 --requests 100000
 *
 * Exits 1 with the requests that were answered as they may not be.
 */
import { runTestCommand } from './test-command.mjs';

await runTestCommand('test/hostile/fuzz-command.ts');
