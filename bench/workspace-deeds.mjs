/**
 * Measures operations on whole workspaces at the store, without HTTP. Run in a separate process:
 *
 *   node --expose-gc bench/workspace-deeds.mjs rounds bundle scenario...
 *
 * `bundle` is the output of `storeBundle`. Prints, for each scenario, the milliseconds of each operation,
 * as JSON. The scenarios are interleaved.
 */
import { pathToFileURL } from 'node:url';

const [rounds, bundle, ...files] = process.argv.slice(2);
const { defaultDialect, loadScenario, LogStore, createMemoryEngine, systemClock } = await import(
  pathToFileURL(bundle).href
);

const spaces = [];
for (const file of files) {
  const { base } = await loadScenario([{ file }], defaultDialect);
  const tenancy = { permanent: 'default', limit: Infinity, unusedFor: null };
  const store = await LogStore.open(createMemoryEngine(), { clock: systemClock, tenancy });
  const settings = { seed: 7, dialect: defaultDialect };
  const took = { create: [], fork: [], reset: [], delete: [] };
  spaces.push({ base, store, settings, took });
}

for (let round = 0; round < Number(rounds); round += 1) {
  if (round % 100 === 0) globalThis.gc?.();
  for (const space of spaces) await play(space, `w${round}`);
}
console.log(JSON.stringify(spaces.map(({ took }) => took)));

async function play({ base, store, settings, took }, name) {
  const timed = async (deed, work) => {
    const began = performance.now();
    await work();
    took[deed].push(performance.now() - began);
  };
  const fork = `${name}-fork`;
  await timed('create', () => store.create({ ...settings, name, base }));
  await change(store, name);
  await timed('fork', () => store.fork(name, fork));
  await change(store, fork);
  await timed('reset', () => store.reset(name));
  await change(store, name);
  await timed('delete', () => store.delete(name));
  await store.delete(fork);
}

/** Creates state, so that forks, resets and deletions have an effect. */
async function change(store, name) {
  await store.write(name, async (unit) => {
    const [user] = await unit.users(0, 1);
    await unit.putUser({ ...user, emailAddress: 'other@example.test' });
    await unit.putIdentity('email:other@example.test', user.id);
  });
}
