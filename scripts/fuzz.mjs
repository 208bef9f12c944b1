/**
 * Sends hostile requests to a sandbox (test/hostile): corrupted requests of the service and of the control API.
 *
 *   node scripts/fuzz.mjs                                  20,000 requests; takes some minutes
 *   node scripts/fuzz.mjs --seed 7 --requests 100000
 *
 * Exits 1 and prints requests with an invalid response.
 */
import { loadSources } from './load-sources.mjs';

await loadSources("import './test/hostile/fuzz-command.ts';");
