/** The same request on each store: a write that is durable before the response. */
import { join } from 'node:path';
import { START, toServer } from '../calls.mjs';
import { Connections, must } from '../http.mjs';
import { loadAll } from '../load.mjs';
import { interleaved, median, rowOf } from '../measurement.mjs';
import { postgresIfAny } from '../postgres.mjs';
import { flagbearer } from '../servers/index.mjs';

/** @type {import('../measurement.mjs').Measurement} */
export const stores = {
  name: 'stores',
  title: 'startWalletAuth on each store, 32 connections',
  unit: 'requests/s',
  better: 'more',
  async measure({ flagbearer: installed, pace, say }) {
    const postgres = await postgresIfAny(say);
    const running = [];
    const start = (name, store) =>
      flagbearer(installed, ['--store', store], name)
        .start()
        .then((started) => running.push(started) && started);
    try {
      const contestants = [
        { name: 'memory', servers: [await start('memory', 'memory')] },
        {
          name: 'folder',
          servers: [await start('folder', `file:${join(installed.projectFolder, 'kept')}`)],
        },
      ];
      if (postgres !== undefined) {
        const one = `${postgres.url}?schema=one`;
        const two = `${postgres.url}?schema=two`;
        contestants.push({ name: 'PostgreSQL, 1 process', servers: [await start('one', one)] });
        const servers = [await start('two', two), await start('two', two)];
        contestants.push({ name: 'PostgreSQL, 2 processes, one workspace', servers });
        const apart = await Promise.all(servers.map(inWorkspaceOfItsOwn));
        contestants.push({ name: 'PostgreSQL, 2 processes, a workspace each', servers: apart });
      }
      for (const { servers } of contestants) await loadAll(callsTo(servers), pace.warmUp);
      const latencies = new Map(contestants.map(({ name }) => [name, []]));
      const figures = await interleaved(pace.rounds, contestants, async ({ name, servers }) => {
        const { perSecond, p50 } = await loadAll(callsTo(servers), pace.seconds);
        say(`${name}: ${Math.round(perSecond)} requests/s`);
        latencies.get(name).push(p50);
        return perSecond;
      });
      return contestants.map(({ name }) =>
        rowOf(name, figures.get(name), { 'p50, ms': median(latencies.get(name)) }),
      );
    } finally {
      await Promise.all(running.map(({ stop }) => stop()));
      await postgres?.stop();
    }
  },
};

const callsTo = (servers) => servers.map(({ url }) => toServer(url, START));

/** Units of work of different workspaces don't wait for one another. */
async function inWorkspaceOfItsOwn({ url }, index) {
  const connections = new Connections(1);
  const name = `own-${index}`;
  must(await connections.call('POST', `${url}/sandbox/workspaces`, { name }), 201, 'create');
  connections.close();
  return { url: `${url}/w/${name}` };
}
