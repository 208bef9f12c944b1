/** The same operation over more and more connections. */
import { START } from '../calls.mjs';
import { load } from '../load.mjs';
import { rowOf } from '../measurement.mjs';
import { flagbearer } from '../servers/index.mjs';

const CONNECTIONS = [1, 8, 32, 128, 512];

/** @type {import('../measurement.mjs').Measurement} */
export const connections = {
  name: 'growth-connections',
  title: 'startWalletAuth over more and more connections',
  unit: 'ms',
  better: 'less',
  plot: { x: 'connections', y: 'latency, p50 in ms' },
  async measure({ flagbearer: installed, pace, say }) {
    const running = await flagbearer(installed).start();
    const call = {
      url: running.url + START.path,
      method: 'POST',
      headers: { ...START.headers, 'content-type': 'application/json' },
      body: JSON.stringify(START.body),
    };
    try {
      await load(call, pace.warmUp + 1);
      const rows = [];
      for (const count of CONNECTIONS) {
        const rounds = [];
        for (let round = 0; round < Math.min(3, pace.rounds); round += 1) {
          rounds.push(await load(call, pace.seconds, { connections: count }));
        }
        const perSecond = Math.round(Math.max(...rounds.map((one) => one.perSecond)));
        rows.push({
          ...rowOf(
            String(count),
            rounds.map(({ p50 }) => p50),
            { 'requests/s, best': perSecond },
          ),
          x: count,
        });
        say(`${count} connections: ${perSecond} requests/s`);
      }
      return rows;
    } finally {
      await running.stop();
    }
  },
};
