/** Measures the second request of a sign-in: it verifies the signature, finds or creates the user, and signs a JWT. */
import { runInterleaved, median, toRowWithRounds } from '../measurement.mjs';
import { createFlagbearer, createWalletMock } from '../servers/index.mjs';
import { signInWithWallets } from '../sign-in.mjs';

/** @type {import('../measurement.mjs').Measurement} */
export const authenticateWallet = {
  name: 'authenticate-wallet',
  title: 'authenticateWallet, 32 at once; challenges and signatures are prepared beforehand',
  unit: 'requests/s',
  better: 'higher',
  goals: [
    {
      what: 'ratio to a server that calls ethers.verifyMessage and signs RS256',
      rows: 'flagbearer',
      divisor: 'Express, ethers, RS256',
      atLeast: 7,
    },
  ],
  async measure({ flagbearer: installed, pace, log }) {
    const count = pace.name === 'quick' ? 400 : 1000;
    const servers = [];
    try {
      for (const server of [createFlagbearer(installed), createWalletMock()]) {
        servers.push({ name: server.name, ...(await server.start()) });
      }
      // Warm-up.
      for (const { url } of servers) await signInWithWallets([url], installed, 2 * count);
      const latencies = new Map(servers.map(({ name }) => [name, []]));
      const cpuTimes = new Map(servers.map(({ name }) => [name, []]));
      const figures = await runInterleaved(pace.rounds, servers, async ({ name, url, pid }) => {
        const result = await signInWithWallets([url], installed, count, pid);
        const perSecond = count / result.authenticateResult.seconds;
        log(`${name}: ${Math.round(perSecond)} requests/s`);
        latencies.get(name).push(median(result.authenticateResult.latencies));
        cpuTimes.get(name).push(result.cpuTimes);
        return perSecond;
      });
      return servers.map(({ name }) =>
        toRowWithRounds(name, figures.get(name), {
          'p50, ms': median(latencies.get(name)).toFixed(2),
          'CPU, µs': median(cpuTimes.get(name).map(({ authenticate }) => authenticate)),
          'CPU of startWalletAuth, µs': median(cpuTimes.get(name).map(({ start }) => start)),
        }),
      );
    } finally {
      await Promise.all(servers.map(({ stop }) => stop()));
    }
  },
};
