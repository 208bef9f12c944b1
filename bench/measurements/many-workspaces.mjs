/** Measures latency and memory of a sandbox with a growing number of workspaces, each with a sign-in. */
import { START } from '../requests.mjs';
import { Connections, expectStatus, runTimed } from '../http.mjs';
import { median, toRow } from '../measurement.mjs';
import { readResidentMemory } from '../process.mjs';
import { createFlagbearer } from '../servers/index.mjs';
import { signInByEmail } from '../sign-in.mjs';

/** @type {import('../measurement.mjs').Measurement} */
export const manyWorkspaces = {
  name: 'many-workspaces',
  title: 'startWalletAuth in one of many workspaces',
  unit: 'ms',
  better: 'lower',
  plot: { x: 'workspaces', y: 'latency, p50 in ms' },
  async measure({ flagbearer: installed, pace, log }) {
    const server = await createFlagbearer(installed, ['--workspace-limit', '1000000']).start();
    const connections = new Connections(16);
    const rows = [];
    let oldCount = 0;
    try {
      for (const count of pace.name === 'quick' ? [1, 100] : [1, 100, 1000, 10_000]) {
        const names = Array.from(
          { length: count - oldCount },
          (_, index) => `w${oldCount + index}`,
        );
        oldCount = count;
        await runTimed(names, 16, async (name) => {
          expectStatus(
            await connections.send('POST', `${server.url}/sandbox/workspaces`, { name }),
            201,
            'create',
          );
          await signInByEmail(connections, `${server.url}/w/${name}`, 'me@example.test');
        });
        const latencies = [];
        for (let request = 0; request < 500; request += 1) {
          // Multiplying by a prime number spreads the requests over the workspaces.
          const url = `${server.url}/w/w${(request * 7919) % count}${START.path}`;
          const startTime = performance.now();
          expectStatus(
            await connections.send('POST', url, START.body, START.headers),
            200,
            'start',
          );
          latencies.push(performance.now() - startTime);
        }
        // The first requests are the warm-up.
        const latency = median(latencies.slice(100));
        const memory = Math.round(await readResidentMemory(server.pid));
        rows.push({
          ...toRow(count.toLocaleString('en'), [latency], {
            'memory, MiB': memory,
          }),
          x: count,
        });
        log(`${count} workspaces: ${latency.toFixed(2)} ms, ${memory} MiB`);
      }
      return rows;
    } finally {
      connections.close();
      await server.stop();
    }
  },
};
