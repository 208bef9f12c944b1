/** The end of a sign-in: the signature recovered, the user found or made, a session signed. */
import { Connections, must, timed } from '../http.mjs';
import { START } from '../calls.mjs';
import { interleaved, median, rowOfRounds } from '../measurement.mjs';
import { processorTime } from '../process.mjs';
import { flagbearer, wallets } from '../servers/index.mjs';
import { newWallet } from '../signed.mjs';

const AUTHENTICATE = '/v1/auth/cryptoWallet:authenticate';

/** @type {import('../measurement.mjs').Measurement} */
export const authenticateWallet = {
  name: 'authenticate-wallet',
  title: 'authenticateWallet, 32 at once; starts and signatures are made before',
  unit: 'calls/s',
  better: 'more',
  goals: [
    {
      what: 'of a server that calls ethers.verifyMessage and signs RS256',
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
      for (const server of running) await signIns(server, installed, 2 * count);
      const latencies = new Map(running.map(({ name }) => [name, []]));
      const processor = new Map(running.map(({ name }) => [name, []]));
      const figures = await interleaved(pace.rounds, running, async ({ name, url, pid }) => {
        const took = await signIns({ url, pid }, installed, count);
        say(`${name}: ${Math.round(count / took.seconds)} calls/s`);
        latencies.get(name).push(median(took.latencies));
        processor.get(name).push(took.processor);
        return count / took.seconds;
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

/** Each wallet is new: whoever signs in becomes a user. Processor time is that of the server, of a call. */
async function signIns({ url, pid }, installed, count) {
  // Those of the last round have been idle for as long as a server keeps them.
  const connections = new Connections();
  const each = async (since) => Math.round(((await processorTime(pid)) - since) / count);
  const before = await processorTime(pid);
  const ready = [];
  await timed(Array.from({ length: count }), 16, async () => {
    const wallet = newWallet(installed);
    const identity = { walletAddress: wallet.address, walletNetwork: 'ETHEREUM' };
    const { challenge } = must(
      await connections.call('POST', url + START.path, identity, START.headers),
      200,
      'start',
    );
    ready.push({ ...identity, signature: wallet.sign(challenge) });
  });
  const start = await each(before);
  const begun = await processorTime(pid);
  const took = await timed(ready, 32, async (body) => {
    const { sessionJwt } = must(
      await connections.call('POST', url + AUTHENTICATE, body, START.headers),
      200,
      'authenticate',
    );
    if (sessionJwt.split('.').length !== 3) throw new Error('no session');
  });
  connections.close();
  return { ...took, processor: { start, authenticate: await each(begun) } };
}
