/** Loads the console as a browser does: the page and all its files. */
import { Connections, must } from '../http.mjs';
import { rowOf } from '../measurement.mjs';
import { flagbearer } from '../servers/index.mjs';

const COMPRESSED = { 'accept-encoding': 'br' };

/** @type {import('../measurement.mjs').Measurement} */
export const consoleView = {
  name: 'console',
  title: 'The first view of the console: its page and the files that the page names, over HTTP',
  unit: 'ms',
  better: 'less',
  async measure({ flagbearer: installed, pace, say }) {
    const [cold, warm] = [[], []];
    let bytes = 0;
    for (let round = 0; round < pace.rounds; round += 1) {
      const running = await flagbearer(installed).start();
      const connections = new Connections(6);
      try {
        const first = await view(connections, running.url);
        cold.push(first.took);
        bytes = first.bytes;
        warm.push((await view(connections, running.url)).took);
      } finally {
        connections.close();
        await running.stop();
      }
    }
    say(`${cold.map(Math.round)} ms, then ${warm.map(Math.round)} ms`);
    const weight = { 'compressed, KiB': Math.round(bytes / 1024) };
    return [
      rowOf('of a sandbox that has just started', cold, weight),
      rowOf('again', warm, weight),
    ];
  },
};

async function view(connections, url) {
  const began = performance.now();
  // Uncompressed, because the file names are read from it.
  const page = await connections.call('GET', `${url}/sandbox/console`);
  must(page, 200, 'page');
  const names = [...page.text.matchAll(/(?:src|href)="(console\/[^"]+[.](?:js|css))"/g)];
  if (names.length === 0) throw new Error('the page has no scripts or styles');
  const files = await Promise.all(
    names.map(([, name]) =>
      connections.call('GET', `${url}/sandbox/${name}`, undefined, COMPRESSED),
    ),
  );
  for (const file of files) must(file, 200, 'file');
  const took = performance.now() - began;
  return { took, bytes: files.reduce((sum, file) => sum + file.bytes, 0) };
}
