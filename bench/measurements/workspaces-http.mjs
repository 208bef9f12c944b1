/** Operations on whole workspaces, in sequence over one connection. */
import { Connections, must } from '../http.mjs';
import { median, rowOf } from '../measurement.mjs';
import { scenarioFile } from '../scenario-file.mjs';
import { flagbearer } from '../servers/index.mjs';

export const DEEDS = ['create', 'fork', 'reset', 'delete'];
export const nameOf = (deed, users) => `${deed}, ${users.toLocaleString('en')} users`;

/** @type {import('../measurement.mjs').Measurement} */
export const workspacesHttp = {
  name: 'workspaces-http',
  title: 'A workspace created, forked, reset and deleted, over HTTP',
  unit: 'ms',
  better: 'less',
  async measure({ flagbearer: installed, pace, say }) {
    const rows = [];
    for (const users of pace.users) {
      const file = await scenarioFile(installed, users);
      const running = await flagbearer(installed, ['--scenario', file]).start();
      const connections = new Connections(1);
      try {
        const took = new Map(DEEDS.map((deed) => [deed, []]));
        for (let round = 0; round < pace.repeats * 20; round += 1) {
          const names = [`made-${round}`, `fork-${round}`];
          const root = `${running.url}/sandbox/workspaces`;
          const deeds = [
            ['create', 'POST', root, { name: names[0] }, 201],
            ['fork', 'POST', root, { name: names[1], from: names[0] }, 201],
            ['reset', 'POST', `${running.url}/w/${names[0]}/sandbox/reset`, undefined, 204],
            ['delete', 'DELETE', `${root}/${names[0]}`, undefined, 204],
          ];
          for (const [deed, method, url, body, status] of deeds) {
            const began = performance.now();
            const answer = await connections.call(method, url, body);
            took.get(deed).push(performance.now() - began);
            must(answer, status, deed);
          }
          must(await connections.call('DELETE', `${root}/${names[1]}`), 204, 'delete');
        }
        for (const deed of DEEDS) {
          const late = took.get(deed).slice(Math.floor(took.get(deed).length / 4));
          rows.push(rowOf(nameOf(deed, users), late));
          say(`${nameOf(deed, users)}: ${median(late).toFixed(2)} ms`);
        }
      } finally {
        connections.close();
        await running.stop();
      }
    }
    return rows.toSorted(
      (one, other) =>
        DEEDS.indexOf(one.name.split(',')[0]) - DEEDS.indexOf(other.name.split(',')[0]),
    );
  },
};
