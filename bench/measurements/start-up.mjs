/** Measures the time from the start of a process to its first correct response. */
import { runInterleaved, toRowWithRounds } from '../measurement.mjs';
import {
  createBareNode,
  createExpress,
  createFlagbearer,
  createMockoon,
  createPrism,
} from '../servers/index.mjs';
import { writeContract } from './start-wallet-auth.mjs';

/** @type {import('../measurement.mjs').Measurement} */
export const startUp = {
  name: 'start-up',
  title: 'Start to first response',
  unit: 'ms',
  better: 'lower',
  goals: [
    { what: 'ratio to Prism', rows: 'flagbearer', divisor: 'Prism', atMost: 0.2 },
    { what: 'ratio to bare node:http', rows: 'flagbearer', divisor: 'node:http', atMost: 2.3 },
  ],
  async measure({ flagbearer: installed, pace, log }) {
    const contract = await writeContract(installed);
    const servers = [
      createFlagbearer(installed),
      createBareNode(),
      createExpress(),
      createPrism(contract),
      createMockoon(),
    ];
    const measureOnce = async ({ start }) => {
      const startTime = performance.now();
      const { stop } = await start();
      const duration = performance.now() - startTime;
      await stop();
      return duration;
    };
    // Fills the file cache.
    for (const server of servers) await measureOnce(server);
    const figures = await runInterleaved(pace.repeats, servers, measureOnce);
    for (const { name } of servers)
      log(`${name}: ${figures.get(name).map(Math.round).join(' ')} ms`);
    return servers.map(({ name }) => toRowWithRounds(name, figures.get(name)));
  },
};
