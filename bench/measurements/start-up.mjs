/** From the start of a process to its first correct response. */
import { interleaved, rowOfRounds } from '../measurement.mjs';
import { bareNode, express, flagbearer, mockoon, prism } from '../servers/index.mjs';
import { contractFile } from './start-wallet-auth.mjs';

/** @type {import('../measurement.mjs').Measurement} */
export const startUp = {
  name: 'start-up',
  title: 'Start to first response',
  unit: 'ms',
  better: 'less',
  goals: [
    { what: 'ratio to Prism', of: 'flagbearer', to: 'Prism', atMost: 0.2 },
    { what: 'ratio to bare node:http', of: 'flagbearer', to: 'node:http', atMost: 2.3 },
  ],
  async measure({ flagbearer: installed, pace, say }) {
    const contract = await contractFile(installed);
    const servers = [flagbearer(installed), bareNode(), express(), prism(contract), mockoon()];
    const once = async ({ start }) => {
      const began = performance.now();
      const { stop } = await start();
      const took = performance.now() - began;
      await stop();
      return took;
    };
    for (const server of servers) await once(server);
    const figures = await interleaved(pace.repeats, servers, once);
    for (const { name } of servers)
      say(`${name}: ${figures.get(name).map(Math.round).join(' ')} ms`);
    return servers.map(({ name }) => rowOfRounds(name, figures.get(name)));
  },
};
