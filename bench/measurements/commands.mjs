/** Commands that people wait for, from the shell's view. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { interleaved, rowOf } from '../measurement.mjs';
import { scenarioFile } from '../scenario-file.mjs';
import { flagbearer } from '../servers/index.mjs';

const run = promisify(execFile);
const CONFORM = 'conform, the sandbox on this machine';

/** @type {import('../measurement.mjs').Measurement} */
export const commands = {
  name: 'commands',
  title: 'Commands, from start to end',
  unit: 's',
  better: 'less',
  goals: [{ what: 's for all checks of conform', of: CONFORM, atMost: 3 }],
  async measure({ flagbearer: installed, pace, say }) {
    const { cli, projectFolder } = installed;
    const running = await flagbearer(installed).start();
    const credentials = ['--client-id', 'wallet-app', '--client-secret', 'wallet-app-secret'];
    const many = await scenarioFile(installed, pace.users.at(-1));
    const size = pace.users.at(-1).toLocaleString('en');
    const contestants = [
      { name: 'flagbearer --version', words: ['--version'] },
      { name: 'scenario check default', words: ['scenario', 'check', 'default'] },
      { name: `scenario check, ${size} users`, words: ['scenario', 'check', many] },
      {
        name: CONFORM,
        words: [
          'conform',
          running.url,
          ...credentials,
          '--report-dir',
          join(projectFolder, 'report'),
        ],
      },
    ];
    try {
      const once = async ({ words }) => {
        const began = performance.now();
        await run(process.execPath, [cli, ...words], { cwd: projectFolder, maxBuffer: 2 ** 26 });
        return (performance.now() - began) / 1000;
      };
      for (const contestant of contestants) await once(contestant);
      const figures = await interleaved(pace.rounds, contestants, once);
      for (const { name } of contestants)
        say(
          `${name}: ${figures
            .get(name)
            .map((one) => one.toFixed(2))
            .join(' ')} s`,
        );
      return contestants.map(({ name }) => rowOf(name, figures.get(name)));
    } finally {
      await running.stop();
    }
  },
};
