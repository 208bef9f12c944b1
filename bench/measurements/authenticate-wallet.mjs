/** The end of a sign-in: signature recovered, user found or created, session signed. */
import { interleaved, median, rowOfRounds } from '../measurement.mjs';
import { flagbearer, wallets } from '../servers/index.mjs';
import { walletSignIns } from '../sign-in.mjs';

/** @type {import('../measurement.mjs').Measurement} */
export const authenticateWallet = {
  name: 'authenticate-wallet',
  title: 'authenticateWallet, 32 at once; challenges and signatures are prepared before',
  unit: 'requests/s',
  better: 'more',
  goals: [
    {
      what: 'ratio to a server that calls ethers.verifyMessage and signs RS256',
      of: 'flagbearer',
      to: 'Express, ethers, RS256',
      atLeast: 7,
    },
  ],
  async measure({ flagbearer: installed, pace, say }) {
    const count = pace.name === 'quick' ? 400 : 1000;
    const running = [];
    try {
      for (const server of [flagbearer(installed), wallets()]) {
        running.push({ name: server.name, ...(await server.start()) });
      }
      for (const { url } of running) await walletSignIns([url], installed, 2 * count);
      const latencies = new Map(running.map(({ name }) => [name, []]));
      const processor = new Map(running.map(({ name }) => [name, []]));
      const figures = await interleaved(pace.rounds, running, async ({ name, url, pid }) => {
        const took = await walletSignIns([url], installed, count, pid);
        const { seconds, latencies: each } = took.authenticated;
        say(`${name}: ${Math.round(count / seconds)} requests/s`);
        latencies.get(name).push(median(each));
        processor.get(name).push(took.processor);
        return count / seconds;
      });
      return running.map(({ name }) =>
        rowOfRounds(name, figures.get(name), {
          'p50, ms': median(latencies.get(name)).toFixed(2),
          'processor, µs': median(processor.get(name).map(({ authenticate }) => authenticate)),
          'of the start before, µs': median(processor.get(name).map(({ start }) => start)),
        }),
      );
    } finally {
      await Promise.all(running.map(({ stop }) => stop()));
    }
  },
};
