/** Measures getUser for a user with a hundred transactions, among few and among many users. */
import { CLIENT, Connections, expectStatus } from '../http.mjs';
import { load } from '../load.mjs';
import { runInterleaved, toRowWithRounds } from '../measurement.mjs';
import { readResidentMemory } from '../process.mjs';
import { BUSY_USER_EMAIL, formatUserCount, writeScenario } from '../write-scenario.mjs';
import { createFlagbearer } from '../servers/index.mjs';
import { signInByEmail } from '../sign-in.mjs';

/** @type {import('../measurement.mjs').Measurement} */
export const getUser = {
  name: 'get-user',
  title: 'getUser, a user with 100 transactions, 32 connections',
  unit: 'requests/s',
  better: 'higher',
  goals: [1000, 100_000].map((users) => ({
    what: `ratio of the throughput with ${formatUserCount(users)} to the throughput with ${formatUserCount(10)}`,
    rows: formatUserCount(users),
    divisor: formatUserCount(10),
    atLeast: 0.9,
  })),
  async measure({ flagbearer: installed, pace, log }) {
    const servers = [];
    const connections = new Connections(2);
    try {
      for (const users of pace.users) {
        const file = await writeScenario(installed, users);
        const started = await createFlagbearer(installed, ['--scenario', file]).start();
        servers.push({ name: formatUserCount(users), ...started });
      }
      const requests = new Map();
      for (const { name, url } of servers) {
        const jwt = await signInByEmail(connections, url, BUSY_USER_EMAIL);
        const request = {
          url: `${url}/user`,
          headers: { ...CLIENT, authorization: `Bearer ${jwt}` },
        };
        const { transactions } = expectStatus(
          await connections.send('GET', request.url, undefined, request.headers),
          200,
          'read',
        );
        if (transactions.length !== 100)
          throw new Error(`${name}: expected 100 transactions, got ${transactions.length}`);
        requests.set(name, request);
        await load(request, pace.warmUp);
      }
      const figures = await runInterleaved(pace.rounds, servers, async ({ name }) => {
        const { perSecond } = await load(requests.get(name), pace.seconds);
        log(`${name}: ${Math.round(perSecond)} requests/s`);
        return perSecond;
      });
      return await Promise.all(
        servers.map(async ({ name, pid }) =>
          toRowWithRounds(name, figures.get(name), {
            'memory, MiB': Math.round(await readResidentMemory(pid)),
          }),
        ),
      );
    } finally {
      connections.close();
      await Promise.all(servers.map(({ stop }) => stop()));
    }
  },
};
