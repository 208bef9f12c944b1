/** Measures the start with a large scenario until the first response, and the memory. */
import { runInterleaved, toRow } from '../measurement.mjs';
import { readResidentMemory } from '../process.mjs';
import { formatUserCount, writeScenario } from '../write-scenario.mjs';
import { createFlagbearer } from '../servers/index.mjs';

/** @type {import('../measurement.mjs').Measurement} */
export const loading = {
  name: 'loading',
  title: 'Start with a generated scenario, to the first response',
  unit: 's',
  better: 'lower',
  plot: { x: 'users', y: 'seconds' },
  async measure({ flagbearer: installed, pace, log }) {
    const contestants = await Promise.all(
      pace.users.map(async (users) => {
        const file = await writeScenario(installed, users);
        const server = createFlagbearer(installed, ['--scenario', file]);
        return { ...server, name: formatUserCount(users), users };
      }),
    );
    const memory = new Map();
    const rounds = Math.min(3, pace.rounds);
    const figures = await runInterleaved(rounds, contestants, async ({ name, start }) => {
      const startTime = performance.now();
      const { pid, stop } = await start();
      const duration = (performance.now() - startTime) / 1000;
      memory.set(name, Math.round(await readResidentMemory(pid)));
      await stop();
      return duration;
    });
    for (const { name } of contestants)
      log(`${name}: ${figures.get(name).map((seconds) => seconds.toFixed(2))} s`);
    return contestants.map(({ name, users }) => ({
      ...toRow(name, figures.get(name), { 'memory, MiB': memory.get(name) }),
      x: users,
    }));
  },
};
