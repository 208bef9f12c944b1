/** A large scenario, from the start of the process until it listens, and its memory. */
import { interleaved, rowOf } from '../measurement.mjs';
import { residentMemory } from '../process.mjs';
import { scenarioFile } from '../scenario-file.mjs';
import { flagbearer } from '../servers/index.mjs';

const nameOf = (users) => `${users.toLocaleString('en')} users`;

/** @type {import('../measurement.mjs').Measurement} */
export const loading = {
  name: 'growth-users',
  title: 'Start with a generated scenario, to the first response',
  unit: 's',
  better: 'less',
  plot: { x: 'users', y: 'seconds' },
  async measure({ flagbearer: installed, pace, say }) {
    const contestants = await Promise.all(
      pace.users.map(async (users) => {
        const file = await scenarioFile(installed, users);
        return { ...flagbearer(installed, ['--scenario', file], nameOf(users)), users };
      }),
    );
    const memory = new Map();
    const figures = await interleaved(Math.min(3, pace.rounds), contestants, async (one) => {
      const began = performance.now();
      const { pid, stop } = await one.start();
      const took = (performance.now() - began) / 1000;
      memory.set(one.name, Math.round(await residentMemory(pid)));
      await stop();
      return took;
    });
    for (const { name } of contestants)
      say(`${name}: ${figures.get(name).map((s) => s.toFixed(2))} s`);
    return contestants.map(({ name, users }) => ({
      ...rowOf(name, figures.get(name), { 'memory, MiB': memory.get(name) }),
      x: users,
    }));
  },
};
