/** Measures whole commands, including the start of the process. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runInterleaved, toRow } from '../measurement.mjs';
import { formatUserCount, writeScenario } from '../write-scenario.mjs';
import { createFlagbearer } from '../servers/index.mjs';

const run = promisify(execFile);
const CONFORM = 'conform, the sandbox on this machine';

/** @type {import('../measurement.mjs').Measurement} */
export const commands = {
  name: 'commands',
  title: 'Commands, from start to end',
  unit: 's',
  better: 'lower',
  goals: [{ what: 's for all checks of conform', rows: CONFORM, atMost: 3 }],
  async measure({ flagbearer: installed, pace, log }) {
    const { cli, projectFolder } = installed;
    const reportFolder = join(projectFolder, 'report');
    const credentials = ['--client-id', 'wallet-app', '--client-secret', 'wallet-app-secret'];
    const largeScenario = await writeScenario(installed, pace.users.at(-1));
    const server = await createFlagbearer(installed).start();
    const contestants = [
      { name: 'flagbearer --version', args: ['--version'] },
      { name: 'scenario check default', args: ['scenario', 'check', 'default'] },
      {
        name: `scenario check, ${formatUserCount(pace.users.at(-1))}`,
        args: ['scenario', 'check', largeScenario],
      },
      {
        name: CONFORM,
        args: ['conform', server.url, ...credentials, '--report-dir', reportFolder],
      },
    ];
    try {
      const measureOnce = async ({ args }) => {
        const startTime = performance.now();
        await run(process.execPath, [cli, ...args], { cwd: projectFolder, maxBuffer: 2 ** 26 });
        return (performance.now() - startTime) / 1000;
      };
      // Fills the file cache.
      for (const contestant of contestants) await measureOnce(contestant);
      const figures = await runInterleaved(pace.rounds, contestants, measureOnce);
      for (const { name } of contestants) {
        const seconds = figures.get(name).map((figure) => figure.toFixed(2));
        log(`${name}: ${seconds.join(' ')} s`);
      }
      return contestants.map(({ name }) => toRow(name, figures.get(name)));
    } finally {
      await server.stop();
    }
  },
};
