/** A complete run of conform against a deployment with network latency. */
import { execFile } from 'node:child_process';
import { createServer, connect } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { toRow } from '../measurement.mjs';
import { createFlagbearer } from '../servers/index.mjs';

const run = promisify(execFile);

/** @type {import('../measurement.mjs').Measurement} */
export const conformLatency = {
  name: 'growth-conform',
  title: 'conform against network latency',
  unit: 's',
  better: 'less',
  plot: { x: 'latency of the network, there and back, in ms', y: 'whole run in s' },
  async measure({ flagbearer: installed, pace, log }) {
    const { cli, projectFolder } = installed;
    const rows = [];
    for (const latency of pace.name === 'quick' ? [0, 50] : [0, 50, 200]) {
      const running = await createFlagbearer(installed).start();
      const far = await startDelayProxy(new URL(running.url).port, latency);
      try {
        const args = [
          'conform',
          far.url,
          '--client-id',
          'wallet-app',
          '--client-secret',
          'wallet-app-secret',
        ];
        const began = performance.now();
        await run(process.execPath, [cli, ...args, '--report-dir', join(projectFolder, 'far')], {
          cwd: projectFolder,
          maxBuffer: 2 ** 26,
        });
        const seconds = (performance.now() - began) / 1000;
        rows.push({ ...toRow(`${latency} ms`, [seconds]), x: latency });
        log(`${latency} ms: ${seconds.toFixed(1)} s`);
      } finally {
        far.close();
        await running.stop();
      }
    }
    return rows;
  },
};

/** Starts a proxy that adds half of the latency each way. It does not limit the bandwidth. */
async function startDelayProxy(port, latency) {
  const sockets = new Set();
  const server = createServer((near) => {
    const far = connect(Number(port), '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ]) {
      sockets.add(from);
      from.setNoDelay(true);
      from.on('error', () => to.destroy());
      from.on('data', (bytes) => setTimeout(() => to.writable && to.write(bytes), latency / 2));
      from.on('end', () => setTimeout(() => to.end(), latency / 2));
      from.on('close', () => sockets.delete(from));
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
