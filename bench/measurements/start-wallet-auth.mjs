/** One operation under load: request and response validated, with state, journal and log. */
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BAD_START, START } from '../calls.mjs';
import { Connections } from '../http.mjs';
import { load } from '../load.mjs';
import { interleaved, median, rowOfRounds } from '../measurement.mjs';
import { residentMemory } from '../process.mjs';
import { bareNode, express, flagbearer, mockoon, prism, validator } from '../servers/index.mjs';

/** Which of them refuse a request that breaks the contract; the others don't look. */
const VALIDATING = new Set([
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
  better: 'more',
  goals: [
    { what: 'ratio to bare Express', of: 'flagbearer', to: 'Express', atLeast: 1.3 },
    { what: 'ratio to Prism, default settings', of: 'flagbearer', to: 'Prism', atLeast: 5 },
    { what: 'ratio to Prism with logging off', of: 'flagbearer', to: 'Prism, quiet', atLeast: 2.3 },
  ],
  async measure({ flagbearer: installed, pace, say }) {
    const contract = await contractFile(installed);
    const running = [];
    try {
      for (const server of [
        flagbearer(installed),
        express(),
        validator(contract),
        prism(contract),
        prism(contract, ['-v', 'error']),
        mockoon(),
        bareNode(),
      ]) {
        running.push({ name: server.name, ...(await server.start()) });
      }
      await judgeValidation(running, say);
      const call = (url) => ({
        url: url + START.path,
        method: 'POST',
        headers: { ...START.headers, 'content-type': 'application/json' },
        body: JSON.stringify(START.body),
      });
      for (const { url } of running) await load(call(url), pace.warmUp);
      const latencies = new Map(running.map(({ name }) => [name, []]));
      const figures = await interleaved(pace.rounds, running, async ({ name, url }) => {
        const { perSecond, p50, p99 } = await load(call(url), pace.seconds);
        say(`${name}: ${Math.round(perSecond)} requests/s`);
        latencies.get(name).push({ p50, p99 });
        return perSecond;
      });
      return await Promise.all(
        running.map(async ({ name, pid }) =>
          rowOfRounds(name, figures.get(name), {
            'p50, ms': median(latencies.get(name).map(({ p50 }) => p50)),
            'p99, ms': median(latencies.get(name).map(({ p99 }) => p99)),
            'memory, MiB': Math.round(await residentMemory(pid)),
            'refuses a bad request': VALIDATING.has(name) ? 'yes' : 'no',
          }),
        ),
      );
    } finally {
      await Promise.all(running.map(({ stop }) => stop()));
    }
  },
};

/** Speed counts only if the contract is enforced: an invalid request must be rejected. */
async function judgeValidation(running, say) {
  const connections = new Connections(1);
  for (const { name, url } of running) {
    const { status } = await connections.call(
      'POST',
      url + BAD_START.path,
      BAD_START.body,
      BAD_START.headers,
    );
    const refuses = status >= 400 && status < 500;
    if (refuses !== VALIDATING.has(name))
      throw new Error(`${name} returns for an invalid request ${status}`);
    say(`${name}: a request with a wrong network: ${status}`);
  }
  connections.close();
}

/** The effective contract, as flagbearer prints it. */
export async function contractFile({ cli, projectFolder }) {
  const file = join(projectFolder, 'contract.json');
  await writeFile(file, execFileSync(process.execPath, [cli, 'contract'], { maxBuffer: 2 ** 26 }));
  return file;
}
