/** Measures latency and memory of a sandbox with a growing number of workspaces, each with a sign-in. */
import { START } from '../calls.mjs';
import { Connections, must, timed } from '../http.mjs';
import { median, rowOf } from '../measurement.mjs';
import { residentMemory } from '../process.mjs';
import { flagbearer } from '../servers/index.mjs';
import { signInByEmail } from '../sign-in.mjs';

/** @type {import('../measurement.mjs').Measurement} */
export const manyWorkspaces = {
  name: 'growth-workspaces',
  title: 'startWalletAuth in one of many workspaces',
  unit: 'ms',
  better: 'less',
  plot: { x: 'workspaces', y: 'latency, p50 in ms' },
  async measure({ flagbearer: installed, pace, say }) {
    const running = await flagbearer(installed, ['--workspace-limit', '1000000']).start();
    const connections = new Connections(16);
    const rows = [];
    let created = 0;
    try {
      for (const count of pace.name === 'quick' ? [1, 100] : [1, 100, 1000, 10_000]) {
        const names = Array.from({ length: count - created }, (_, index) => `w${created + index}`);
        created = count;
        await timed(names, 16, async (name) => {
          must(
            await connections.call('POST', `${running.url}/sandbox/workspaces`, { name }),
            201,
            'create',
          );
          await signInByEmail(connections, `${running.url}/w/${name}`, 'me@example.test');
        });
        const latencies = [];
        for (let times = 0; times < 500; times += 1) {
          const url = `${running.url}/w/w${(times * 7919) % count}${START.path}`;
          const began = performance.now();
          must(await connections.call('POST', url, START.body, START.headers), 200, 'start');
          latencies.push(performance.now() - began);
        }
        const memory = Math.round(await residentMemory(running.pid));
        rows.push({
          ...rowOf(count.toLocaleString('en'), [median(latencies.slice(100))], {
            'memory, MiB': memory,
          }),
          x: count,
        });
        say(`${count} workspaces: ${median(latencies).toFixed(2)} ms, ${memory} MiB`);
      }
      return rows;
    } finally {
      connections.close();
      await running.stop();
    }
  },
};
