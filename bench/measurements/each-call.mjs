/** Every operation, with few and many users, on each store. */
import { join } from 'node:path';
import { BAD_START, START, toServer } from '../calls.mjs';
import { CLIENT, Connections, must } from '../http.mjs';
import { loadAll } from '../load.mjs';
import { interleaved, median, rowOf } from '../measurement.mjs';
import { postgresIfAny } from '../postgres.mjs';
import { BUSY, scenarioFile } from '../scenario-file.mjs';
import { flagbearer } from '../servers/index.mjs';
import { emailSignIns, signInByEmail, walletSignIns } from '../sign-in.mjs';

const usersIn = (users) => `${users.toLocaleString('en')} users`;

/** @type {import('../measurement.mjs').Measurement} */
export const eachCall = {
  name: 'each-call',
  title: 'Each call, 32 at once: with 10 users in memory, with more, on other stores',
  unit: 'requests/s',
  better: 'more',
  async measure({ flagbearer: installed, pace, say }) {
    const postgres = await postgresIfAny(say);
    const running = [];
    const start = async (users, store) => {
      const file = await scenarioFile(installed, users);
      const words = ['--scenario', file, ...(store ? ['--store', store] : [])];
      const started = await flagbearer(installed, words).start();
      running.push(started);
      return started.url;
    };
    try {
      const contestants = [];
      for (const users of pace.users) {
        contestants.push({ name: usersIn(users), urls: [await start(users)] });
      }
      const [few] = pace.users;
      const folder = `file:${join(installed.projectFolder, 'each-call')}`;
      contestants.push({ name: 'folder', urls: [await start(few, folder)] });
      if (postgres !== undefined) {
        const [one, two] = ['one', 'two'].map((name) => `${postgres.url}?schema=each_${name}`);
        contestants.push({ name: 'PostgreSQL', urls: [await start(few, one)] });
        const urls = [await start(few, two), await start(few, two)];
        contestants.push({ name: 'PostgreSQL, 2 processes', urls });
      }
      const [first] = contestants;
      /** @type {Map<string, Map<string, number[]>>} requests per second, by operation and server */
      const figures = new Map();
      await interleaved(
        1 + Math.ceil(pace.rounds / 2),
        contestants,
        async ({ name, urls }, round) => {
          const found = await roundOf(urls, installed, pace, round);
          say(`${name}: ${[...found.values()].map(Math.round).join(', ')} requests/s`);
          if (round === 0) return;
          for (const [call, perSecond] of found) {
            const byName = figures.get(call) ?? new Map(contestants.map((its) => [its.name, []]));
            byName.get(name).push(perSecond);
            figures.set(call, byName);
          }
        },
      );
      return [...figures].map(([call, byName]) => {
        const others = [...byName].filter(([name]) => name !== first.name);
        const more = others.map(([name, found]) => [name, Math.round(median(found))]);
        return rowOf(call, byName.get(first.name), Object.fromEntries(more));
      });
    } finally {
      await Promise.all(running.map(({ stop }) => stop()));
      await postgres?.stop();
    }
  },
};

/** Each round begins with the scenario as it was loaded; the first one warms up. */
async function roundOf(urls, installed, { name, seconds }, round) {
  const count = name === 'quick' ? 200 : 600;
  const connections = new Connections(1);
  must(await connections.call('POST', `${urls[0]}/sandbox/reset`), 204, 'reset');
  const jwt = await signInByEmail(connections, urls[0], BUSY);
  connections.close();
  const reads = urls.map((url) => ({
    url: `${url}/user`,
    headers: { ...CLIENT, authorization: `Bearer ${jwt}` },
  }));
  const to = (call) => urls.map((url) => toServer(url, call));
  const { started, signing, authenticated } = await walletSignIns(urls, installed, count);
  const { sends, authentications } = await emailSignIns(urls, count, round);
  return new Map([
    ['startWalletAuth', (await loadAll(to(START), seconds)).perSecond],
    ['authenticateWallet', count / authenticated.seconds],
    ['a wallet sign-in: both of them', count / (started.seconds + authenticated.seconds)],
    ["the client's signature in between", count / signing],
    ['sendEmailOtp', sends],
    ['authenticateEmailOtp', authentications],
    ['getUser, a user of 100 transactions', (await loadAll(reads, seconds)).perSecond],
    [
      'a startWalletAuth that is refused',
      (await loadAll(to(BAD_START), seconds, { expected: 400 })).perSecond,
    ],
  ]);
}
