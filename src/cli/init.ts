import type { Command } from './command/command.ts';
import { exitCode } from './command/exit-code.ts';
import { configText } from './init/config-text.ts';
import { firstScenario } from './init/first-scenario.ts';
import { writeNewFiles } from './init/new-files.ts';

const CONFIG = 'flagbearer.config.yaml';
const SCENARIO = 'scenarios/first.yaml';

/** `flagbearer init`: the two files that a project of one's own begins with. */
export const init: Command = {
  name: 'init',
  summary: `Create ${CONFIG} and a first scenario in this folder.`,
  options: [],
  notes: ['If a file already exists, nothing is written and the exit code is 2.'],
  examples: [
    { line: 'flagbearer init', does: 'flagbearer start then loads the users of the scenario.' },
  ],
  async run({ cwd }) {
    await writeNewFiles(cwd, [
      { path: CONFIG, text: configText(`./${SCENARIO}`) },
      { path: SCENARIO, text: firstScenario },
    ]);
    process.stdout.write(
      [
        `${CONFIG}: every setting, with its default`,
        `${SCENARIO}: a scenario with two users`,
        'Next: npx flagbearer start, then open http://127.0.0.1:4020/sandbox/console',
        '',
      ].join('\n'),
    );
    return exitCode.done;
  },
};
