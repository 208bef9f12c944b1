/** Measures one operation under load. flagbearer validates requests and responses, and writes state, journal and log. */
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { INVALID_START, START, toLoadRequest } from '../requests.mjs';
import { Connections } from '../http.mjs';
import { load } from '../load.mjs';
import { runInterleaved, median, toRowWithRounds } from '../measurement.mjs';
import { readResidentMemory } from '../process.mjs';
import {
  createBareNode,
  createExpress,
  createFlagbearer,
  createMockoon,
  createPrism,
  createValidator,
} from '../servers/index.mjs';

/** The servers that reject a request that violates the contract; the other servers do not validate. */
const VALIDATING_SERVERS = new Set([
  'flagbearer',
  'Prism',
  'Prism, quiet',
  'Express and express-openapi-validator',
]);

/** @type {import('../measurement.mjs').Measurement} */
export const startWalletAuth = {
  name: 'start-wallet-auth',
  title: 'startWalletAuth, 32 connections',
  unit: 'requests/s',
  better: 'higher',
  goals: [
    { what: 'ratio to bare Express', rows: 'flagbearer', divisor: 'Express', atLeast: 1.3 },
    { what: 'ratio to Prism, default settings', rows: 'flagbearer', divisor: 'Prism', atLeast: 5 },
    {
      what: 'ratio to Prism with logging off',
      rows: 'flagbearer',
      divisor: 'Prism, quiet',
      atLeast: 2.3,
    },
  ],
  async measure({ flagbearer: installed, pace, log }) {
    const contract = await writeContract(installed);
    const servers = [];
    try {
      for (const server of [
        createFlagbearer(installed),
        createExpress(),
        createValidator(contract),
        createPrism(contract),
        createPrism(contract, { quiet: true }),
        createMockoon(),
        createBareNode(),
      ]) {
        servers.push({ name: server.name, ...(await server.start()) });
      }
      await checkValidation(servers, log);
      for (const { url } of servers) await load(toLoadRequest(url, START), pace.warmUp);
      const latencies = new Map(servers.map(({ name }) => [name, []]));
      const figures = await runInterleaved(pace.rounds, servers, async ({ name, url }) => {
        const { perSecond, p50, p99 } = await load(toLoadRequest(url, START), pace.seconds);
        log(`${name}: ${Math.round(perSecond)} requests/s`);
        latencies.get(name).push({ p50, p99 });
        return perSecond;
      });
      return await Promise.all(
        servers.map(async ({ name, pid }) =>
          toRowWithRounds(name, figures.get(name), {
            'p50, ms': median(latencies.get(name).map(({ p50 }) => p50)),
            'p99, ms': median(latencies.get(name).map(({ p99 }) => p99)),
            'memory, MiB': Math.round(await readResidentMemory(pid)),
            'rejects an invalid request': VALIDATING_SERVERS.has(name) ? 'yes' : 'no',
          }),
        ),
      );
    } finally {
      await Promise.all(servers.map(({ stop }) => stop()));
    }
  },
};

/** Throws if a server that validates accepts an invalid request, or if another server rejects that request. */
async function checkValidation(servers, log) {
  const connections = new Connections(1);
  for (const { name, url } of servers) {
    const { status } = await connections.send(
      'POST',
      url + INVALID_START.path,
      INVALID_START.body,
      INVALID_START.headers,
    );
    const isRejected = status >= 400 && status < 500;
    if (isRejected !== VALIDATING_SERVERS.has(name))
      throw new Error(`${name} returns status ${status} for an invalid request`);
    log(`${name}: status ${status} for an invalid request`);
  }
  connections.close();
}

/** Writes the effective contract that flagbearer prints to a file. */
export async function writeContract({ cli, projectFolder }) {
  const file = join(projectFolder, 'contract.json');
  await writeFile(file, execFileSync(process.execPath, [cli, 'contract'], { maxBuffer: 2 ** 26 }));
  return file;
}
