/**
 * Runs mixed load on a sandbox in a separate process (test/soak).
 *
 *   node scripts/soak.mjs                                  ten minutes
 *   node scripts/soak.mjs --minutes 60 --store file:DIR    another duration and store
 *
 * Exits 1 if a request fails, the log has an error, or the journal or the memory keeps growing.
 */
import { loadSources } from './load-sources.mjs';

await loadSources("import './test/soak/soak-command.ts';");
