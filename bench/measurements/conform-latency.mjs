/** Measures a complete run of conform against a deployment with network latency. */
import { execFile } from 'node:child_process';
import { createServer, connect } from 'node:net';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { toRow } from '../measurement.mjs';
import { createFlagbearer } from '../servers/index.mjs';

const run = promisify(execFile);

/** @type {import('../measurement.mjs').Measurement} */
export const conformLatency = {
  name: 'conform-latency',
  title: 'conform with network latency',
  unit: 's',
  better: 'lower',
  plot: { x: 'round-trip time in ms', y: 'complete run in s' },
  async measure({ flagbearer: installed, pace, log }) {
    const { cli, projectFolder } = installed;
    const rows = [];
    for (const latency of pace.name === 'quick' ? [0, 50] : [0, 50, 200]) {
      const server = await createFlagbearer(installed).start();
      const proxy = await startDelayProxy(new URL(server.url).port, latency);
      try {
        const credentials = ['--client-id', 'wallet-app', '--client-secret', 'wallet-app-secret'];
        const args = ['conform', proxy.url, ...credentials, '--report-dir', 'latency-report'];
        const startTime = performance.now();
        await run(process.execPath, [cli, ...args], { cwd: projectFolder, maxBuffer: 2 ** 26 });
        const seconds = (performance.now() - startTime) / 1000;
        rows.push({ ...toRow(`${latency} ms`, [seconds]), x: latency });
        log(`${latency} ms: ${seconds.toFixed(1)} s`);
      } finally {
        proxy.close();
        await server.stop();
      }
    }
    return rows;
  },
};

/** Starts a proxy that adds half of the latency each way. It does not limit the bandwidth. */
async function startDelayProxy(port, latency) {
  const sockets = new Set();
  const server = createServer((client) => {
    const upstream = connect(Number(port), '127.0.0.1');
    for (const [source, target] of [
      [client, upstream],
      [upstream, client],
    ]) {
      sockets.add(source);
      source.setNoDelay(true);
      source.on('error', () => target.destroy());
      source.on('data', (bytes) =>
        setTimeout(() => target.writable && target.write(bytes), latency / 2),
      );
      source.on('end', () => setTimeout(() => target.end(), latency / 2));
      source.on('close', () => sockets.delete(source));
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
