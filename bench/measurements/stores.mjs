/** Measures a request on the memory store, and on the stores that write durably before the response. */
import { join } from 'node:path';
import { START, toLoadRequest } from '../requests.mjs';
import { Connections, expectStatus } from '../http.mjs';
import { loadAll } from '../load.mjs';
import { runInterleaved, median, toRow } from '../measurement.mjs';
import { tryStartPostgres } from '../postgres.mjs';
import { createFlagbearer } from '../servers/index.mjs';

/** @type {import('../measurement.mjs').Measurement} */
export const stores = {
  name: 'stores',
  title: 'startWalletAuth on each store, 32 connections',
  unit: 'requests/s',
  better: 'higher',
  async measure({ flagbearer: installed, pace, log }) {
    const postgres = await tryStartPostgres(log);
    const allServers = [];
    const start = async (store) => {
      const server = await createFlagbearer(installed, ['--store', store]).start();
      allServers.push(server);
      return server;
    };
    try {
      const folder = `file:${join(installed.projectFolder, 'file-store')}`;
      const contestants = [
        { name: 'memory', servers: [await start('memory')] },
        { name: 'folder', servers: [await start(folder)] },
      ];
      if (postgres !== undefined) {
        const storeUrl = (schema) => `${postgres.url}?schema=${schema}`;
        const server = await start(storeUrl('one'));
        contestants.push({ name: 'PostgreSQL, 1 process', servers: [server] });
        const servers = [await start(storeUrl('two')), await start(storeUrl('two'))];
        contestants.push({ name: 'PostgreSQL, 2 processes, one workspace', servers });
        const workspaces = await Promise.all(servers.map(createOwnWorkspace));
        contestants.push({
          name: 'PostgreSQL, 2 processes, a workspace each',
          servers: workspaces,
        });
      }
      for (const { servers } of contestants) await loadAll(toRequests(servers), pace.warmUp);
      const latencies = new Map(contestants.map(({ name }) => [name, []]));
      const figures = await runInterleaved(pace.rounds, contestants, async ({ name, servers }) => {
        const { perSecond, p50 } = await loadAll(toRequests(servers), pace.seconds);
        log(`${name}: ${Math.round(perSecond)} requests/s`);
        latencies.get(name).push(p50);
        return perSecond;
      });
      return contestants.map(({ name }) =>
        toRow(name, figures.get(name), { 'p50, ms': median(latencies.get(name)) }),
      );
    } finally {
      await Promise.all(allServers.map(({ stop }) => stop()));
      await postgres?.stop();
    }
  },
};

const toRequests = (servers) => servers.map(({ url }) => toLoadRequest(url, START));

/** Creates a workspace for one server, so that its writes do not wait for the writes of the other server. */
async function createOwnWorkspace({ url }, index) {
  const connections = new Connections(1);
  const name = `own-${index}`;
  expectStatus(
    await connections.send('POST', `${url}/sandbox/workspaces`, { name }),
    201,
    'create',
  );
  connections.close();
  return { url: `${url}/w/${name}` };
}
