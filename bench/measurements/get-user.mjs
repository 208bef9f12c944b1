/** Reads a user with a hundred transactions, among few and among many users. */
import { CLIENT, Connections, must } from '../http.mjs';
import { load } from '../load.mjs';
import { interleaved, rowOfRounds } from '../measurement.mjs';
import { residentMemory } from '../process.mjs';
import { BUSY, scenarioFile } from '../scenario-file.mjs';
import { flagbearer } from '../servers/index.mjs';
import { signInByEmail } from '../sign-in.mjs';

const nameOf = (users) => `${users.toLocaleString('en')} users`;

/** @type {import('../measurement.mjs').Measurement} */
export const getUser = {
  name: 'get-user',
  title: 'getUser, a user of 100 transactions, 32 connections',
  unit: 'requests/s',
  better: 'more',
  goals: [1000, 100_000].map((users) => ({
    what: `times ${nameOf(10)}: ${nameOf(users)}`,
    of: nameOf(users),
    to: nameOf(10),
    atLeast: 0.9,
  })),
  async measure({ flagbearer: installed, pace, say }) {
    const running = [];
    const connections = new Connections(2);
    try {
      for (const users of pace.users) {
        const file = await scenarioFile(installed, users);
        const started = await flagbearer(installed, ['--scenario', file], nameOf(users)).start();
        running.push({ name: nameOf(users), ...started });
      }
      const calls = new Map();
      for (const { name, url } of running) {
        const jwt = await signInByEmail(connections, url, BUSY);
        const call = { url: `${url}/user`, headers: { ...CLIENT, authorization: `Bearer ${jwt}` } };
        const { transactions } = must(
          await connections.call('GET', call.url, undefined, call.headers),
          200,
          'read',
        );
        if (transactions.length !== 100) throw new Error(`${transactions.length} transactions`);
        calls.set(name, call);
        await load(call, pace.warmUp);
      }
      const figures = await interleaved(pace.rounds, running, async ({ name }) => {
        const { perSecond } = await load(calls.get(name), pace.seconds);
        say(`${name}: ${Math.round(perSecond)} requests/s`);
        return perSecond;
      });
      return await Promise.all(
        running.map(async ({ name, pid }) =>
          rowOfRounds(name, figures.get(name), {
            'memory, MiB': Math.round(await residentMemory(pid)),
          }),
        ),
      );
    } finally {
      connections.close();
      await Promise.all(running.map(({ stop }) => stop()));
    }
  },
};
