/** Measures an operation with an increasing number of connections. */
import { START, toLoadRequest } from '../requests.mjs';
import { load } from '../load.mjs';
import { toRow } from '../measurement.mjs';
import { createFlagbearer } from '../servers/index.mjs';

const CONNECTIONS = [1, 8, 32, 128, 512];

/** @type {import('../measurement.mjs').Measurement} */
export const connections = {
  name: 'connections',
  title: 'startWalletAuth by number of connections',
  unit: 'ms',
  better: 'lower',
  plot: { x: 'connections', y: 'latency, p50 in ms' },
  async measure({ flagbearer: installed, pace, log }) {
    const server = await createFlagbearer(installed).start();
    const request = toLoadRequest(server.url, START);
    try {
      await load(request, pace.warmUp + 1);
      const rows = [];
      for (const count of CONNECTIONS) {
        const rounds = [];
        for (let round = 0; round < Math.min(3, pace.rounds); round += 1) {
          rounds.push(await load(request, pace.seconds, { connections: count }));
        }
        const perSecond = Math.round(Math.max(...rounds.map((result) => result.perSecond)));
        rows.push({
          ...toRow(
            String(count),
            rounds.map(({ p50 }) => p50),
            { 'requests/s, best': perSecond },
          ),
          x: count,
        });
        log(`${count} connections: ${perSecond} requests/s`);
      }
      return rows;
    } finally {
      await server.stop();
    }
  },
};
