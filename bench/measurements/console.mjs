/** Measures how long it takes to load the console as a browser does: the page and all its files. */
import { Connections, expectStatus } from '../http.mjs';
import { toRow } from '../measurement.mjs';
import { createFlagbearer } from '../servers/index.mjs';

const COMPRESSED = { 'accept-encoding': 'br' };

/** @type {import('../measurement.mjs').Measurement} */
export const consoleView = {
  name: 'console',
  title:
    'The first and second load of the console: its page and the files that the page names, over HTTP',
  unit: 'ms',
  better: 'lower',
  async measure({ flagbearer: installed, pace, log }) {
    const [cold, warm] = [[], []];
    let bytes = 0;
    for (let round = 0; round < pace.rounds; round += 1) {
      const server = await createFlagbearer(installed).start();
      const connections = new Connections(6);
      try {
        const first = await loadConsole(connections, server.url);
        cold.push(first.duration);
        bytes = first.bytes;
        warm.push((await loadConsole(connections, server.url)).duration);
      } finally {
        connections.close();
        await server.stop();
      }
    }
    log(`${cold.map(Math.round)} ms, then ${warm.map(Math.round)} ms`);
    const size = { 'compressed, KiB': Math.round(bytes / 1024) };
    return [toRow('first load after the start', cold, size), toRow('second load', warm, size)];
  },
};

async function loadConsole(connections, url) {
  const startTime = performance.now();
  // Requests the page uncompressed, to read the file names from it.
  const page = await connections.send('GET', `${url}/sandbox/console`);
  expectStatus(page, 200, 'page');
  const names = [...page.text.matchAll(/(?:src|href)="(console\/[^"]+[.](?:js|css))"/g)];
  if (names.length === 0) throw new Error('the page has no scripts or styles');
  const files = await Promise.all(
    names.map(([, name]) =>
      connections.send('GET', `${url}/sandbox/${name}`, undefined, COMPRESSED),
    ),
  );
  for (const file of files) expectStatus(file, 200, 'file');
  const duration = performance.now() - startTime;
  return { duration, bytes: files.reduce((sum, file) => sum + file.bytes, 0) };
}
