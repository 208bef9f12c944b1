/**
 * Sends hostile requests to a sandbox (test/hostile): corrupted requests to the service and to the control API.
 *
 *   node scripts/fuzz.mjs                                  20,000 requests; takes some minutes
 *   node scripts/fuzz.mjs --seed 7 --requests 100000
 *
 * Prints problems, such as a request with an invalid response, and exits 1 if there are any.
 */
import { loadSources } from './load-sources.mjs';

await loadSources("import './test/hostile/fuzz-command.ts';");
