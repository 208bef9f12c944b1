/** Measures five operations by number of users and by store. A row is an operation, a column is a server. */
import { join } from 'node:path';
import { INVALID_START, START, toLoadRequest } from '../requests.mjs';
import { CLIENT, Connections, expectStatus } from '../http.mjs';
import { loadAll } from '../load.mjs';
import { runInterleaved, median, toRow } from '../measurement.mjs';
import { tryStartPostgres } from '../postgres.mjs';
import { BUSY_USER_EMAIL, formatUserCount, writeScenario } from '../write-scenario.mjs';
import { createFlagbearer } from '../servers/index.mjs';
import { signInWithEmails, signInByEmail, signInWithWallets } from '../sign-in.mjs';

/** @type {import('../measurement.mjs').Measurement} */
export const eachOperation = {
  name: 'each-operation',
  title: 'Requests/s of each operation, 32 at once, by number of users and store',
  unit: 'requests/s with 10 users in memory',
  better: 'higher',
  async measure({ flagbearer: installed, pace, log }) {
    const postgres = await tryStartPostgres(log);
    const servers = [];
    const start = async (users, store) => {
      const file = await writeScenario(installed, users);
      const args = ['--scenario', file, ...(store ? ['--store', store] : [])];
      const server = await createFlagbearer(installed, args).start();
      servers.push(server);
      return server.url;
    };
    try {
      const contestants = [];
      for (const users of pace.users) {
        contestants.push({ name: formatUserCount(users), urls: [await start(users)] });
      }
      const [fewUsers] = pace.users;
      const folder = `file:${join(installed.projectFolder, 'each-operation')}`;
      contestants.push({ name: 'file store', urls: [await start(fewUsers, folder)] });
      if (postgres !== undefined) {
        const storeUrl = (schema) => `${postgres.url}?schema=${schema}`;
        const url = await start(fewUsers, storeUrl('each_one'));
        contestants.push({ name: 'PostgreSQL', urls: [url] });
        const urls = [
          await start(fewUsers, storeUrl('each_two')),
          await start(fewUsers, storeUrl('each_two')),
        ];
        contestants.push({ name: 'PostgreSQL, 2 processes', urls });
      }
      const [first] = contestants;
      /** @type {Map<string, Map<string, number[]>>} requests per second, by operation and server */
      const figures = new Map();
      await runInterleaved(
        1 + Math.ceil(pace.rounds / 2),
        contestants,
        async ({ name, urls }, round) => {
          const results = await measureRound(urls, installed, pace, round);
          log(`${name}: ${[...results.values()].map(Math.round).join(', ')} requests/s`);
          // The first round is the warm-up.
          if (round === 0) return;
          for (const [operation, perSecond] of results) {
            const byName =
              figures.get(operation) ??
              new Map(contestants.map((contestant) => [contestant.name, []]));
            byName.get(name).push(perSecond);
            figures.set(operation, byName);
          }
        },
      );
      return [...figures].map(([operation, byName]) => {
        const others = [...byName].filter(([name]) => name !== first.name);
        const medians = others.map(([name, values]) => [name, Math.round(median(values))]);
        return toRow(operation, byName.get(first.name), Object.fromEntries(medians));
      });
    } finally {
      await Promise.all(servers.map(({ stop }) => stop()));
      await postgres?.stop();
    }
  },
};

/** Resets the sandbox, then measures the operations; returns the requests per second by row. */
async function measureRound(urls, installed, { name, seconds }, round) {
  const count = name === 'quick' ? 200 : 600;
  const connections = new Connections(1);
  expectStatus(await connections.send('POST', `${urls[0]}/sandbox/reset`), 204, 'reset');
  const jwt = await signInByEmail(connections, urls[0], BUSY_USER_EMAIL);
  connections.close();
  const reads = urls.map((url) => ({
    url: `${url}/user`,
    headers: { ...CLIENT, authorization: `Bearer ${jwt}` },
  }));
  const toRequests = (request) => urls.map((url) => toLoadRequest(url, request));
  const { startResult, signingSeconds, authenticateResult } = await signInWithWallets(
    urls,
    installed,
    count,
  );
  const { sends, authentications } = await signInWithEmails(urls, count, round);
  return new Map([
    ['startWalletAuth', (await loadAll(toRequests(START), seconds)).perSecond],
    ['authenticateWallet', count / authenticateResult.seconds],
    [
      'a wallet sign-in: start and authenticate',
      count / (startResult.seconds + authenticateResult.seconds),
    ],
    ['signatures of the client (no operation)', count / signingSeconds],
    ['sendEmailOtp', sends],
    ['authenticateEmailOtp', authentications],
    ['getUser, a user of 100 transactions', (await loadAll(reads, seconds)).perSecond],
    [
      'an invalid startWalletAuth',
      (await loadAll(toRequests(INVALID_START), seconds, { expected: 400 })).perSecond,
    ],
  ]);
}
