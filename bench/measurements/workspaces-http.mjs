/** Measures operations on whole workspaces, one after another over one connection. */
import { Connections, expectStatus } from '../http.mjs';
import { median, toRow } from '../measurement.mjs';
import { formatUserCount, writeScenario } from '../write-scenario.mjs';
import { createFlagbearer } from '../servers/index.mjs';

export const OPERATIONS = ['create', 'fork', 'reset', 'delete'];
export const formatRowName = (operation, users) => `${operation}, ${formatUserCount(users)}`;

/** @type {import('../measurement.mjs').Measurement} */
export const workspacesHttp = {
  name: 'workspaces-http',
  title: 'A workspace created, forked, reset and deleted, over HTTP',
  unit: 'ms',
  better: 'lower',
  async measure({ flagbearer: installed, pace, log }) {
    const rows = [];
    for (const users of pace.users) {
      const file = await writeScenario(installed, users);
      const server = await createFlagbearer(installed, ['--scenario', file]).start();
      const connections = new Connections(1);
      try {
        const durations = new Map(OPERATIONS.map((operation) => [operation, []]));
        for (let round = 0; round < pace.repeats * 20; round += 1) {
          const created = `created-${round}`;
          const fork = `fork-${round}`;
          const root = `${server.url}/sandbox/workspaces`;
          const requests = [
            ['create', 'POST', root, { name: created }, 201],
            ['fork', 'POST', root, { name: fork, from: created }, 201],
            ['reset', 'POST', `${server.url}/w/${created}/sandbox/reset`, undefined, 204],
            ['delete', 'DELETE', `${root}/${created}`, undefined, 204],
          ];
          for (const [operation, method, url, body, status] of requests) {
            const startTime = performance.now();
            const response = await connections.send(method, url, body);
            durations.get(operation).push(performance.now() - startTime);
            expectStatus(response, status, operation);
          }
          // Deletes the fork without a measurement.
          expectStatus(await connections.send('DELETE', `${root}/${fork}`), 204, 'delete');
        }
        for (const operation of OPERATIONS) {
          const figures = removeWarmUp(durations.get(operation));
          rows.push(toRow(formatRowName(operation, users), figures));
          log(`${formatRowName(operation, users)}: ${median(figures).toFixed(2)} ms`);
        }
      } finally {
        connections.close();
        await server.stop();
      }
    }
    const getPosition = ({ name }) => OPERATIONS.indexOf(name.split(',')[0]);
    return rows.toSorted((a, b) => getPosition(a) - getPosition(b));
  },
};

/** Removes the first quarter of the figures. */
export function removeWarmUp(figures) {
  return figures.slice(Math.floor(figures.length / 4));
}
