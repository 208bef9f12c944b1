/**
 * Measures operations on whole workspaces in the store, without HTTP. measurements/workspaces.mjs
 * runs this script in a separate process:
 *
 *   node --expose-gc bench/workspace-operations.mjs rounds bundle scenario...
 *
 * `bundle` is the output of `bundleStore`. Prints the milliseconds of each operation for each scenario as
 * JSON. The scenarios are measured alternately.
 */
import { pathToFileURL } from 'node:url';

const [rounds, bundle, ...files] = process.argv.slice(2);
const { defaultDialect, loadScenario, LogStore, createMemoryEngine, systemClock } = await import(
  pathToFileURL(bundle).href
);

const scenarios = [];
for (const file of files) {
  const { base } = await loadScenario([{ file }], defaultDialect);
  const workspaceLimits = { limit: Infinity, idleTimeout: null };
  const store = await LogStore.open(createMemoryEngine(), { clock: systemClock, workspaceLimits });
  const settings = { seed: 7, dialect: defaultDialect };
  const durations = { create: [], fork: [], reset: [], delete: [] };
  scenarios.push({ base, store, settings, durations });
}

for (let round = 0; round < Number(rounds); round += 1) {
  if (round % 100 === 0) globalThis.gc?.();
  for (const scenario of scenarios) await runOperations(scenario, `w${round}`);
}
console.log(JSON.stringify(scenarios.map(({ durations }) => durations)));

async function runOperations({ base, store, settings, durations }, name) {
  const measure = async (operation, run) => {
    const startTime = performance.now();
    await run();
    durations[operation].push(performance.now() - startTime);
  };
  const fork = `${name}-fork`;
  await measure('create', () => store.create({ ...settings, name, base }));
  await changeUser(store, name);
  await measure('fork', () => store.fork(name, fork));
  await changeUser(store, fork);
  await measure('reset', () => store.reset(name));
  await changeUser(store, name);
  await measure('delete', () => store.delete(name));
  await store.delete(fork);
}

/** Changes a user, so that forks, resets and deletions have an effect. */
async function changeUser(store, name) {
  await store.write(name, async (unit) => {
    const [user] = await unit.listUsers(0, 1);
    await unit.putUser({ ...user, emailAddress: 'other@example.test' });
    await unit.putIdentity('email:other@example.test', user.id);
  });
}
