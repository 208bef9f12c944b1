import { resolve } from 'node:path';
import { loadSetting, loadSettings } from '../config.ts';
import { configFile, sandboxUrl, settingsOf } from '../config/setting.ts';
import type { Command, Option } from './command.ts';
import { writeWhole } from './conform/atomic-file.ts';
import { exitCode } from './exit-code.ts';
import { textOf } from './option-value.ts';
import { askSandbox } from './sandbox-connection.ts';
import { UsageError } from './usage-error.ts';

const output: Option = {
  flag: 'output',
  short: 'o',
  schema: {
    type: 'string',
    description: 'File to write it to; one that is there is written over. Without one: to stdout.',
    minLength: 1,
    'x-value': 'FILE',
  },
};

/** `flagbearer repro`: a run of a sandbox in one file. */
export const repro: Command = {
  name: 'repro',
  summary: 'Write what a running sandbox was asked, and where it began, into one file.',
  options: [
    sandboxUrl,
    ...settingsOf('sandbox').filter(({ key }) => key === 'controlToken'),
    output,
    configFile,
  ],
  notes: [
    'The file has scenario, dialect, seed, clock, faults and chaos as they were at the first call, and every call since. It holds the secrets of a snapshot: private keys of sessions, one-time passwords, client secrets.',
    'Exit code 0: the file is written. 2: the sandbox refuses, has not been called yet, or an option is no good. 3: nothing answers at the URL, or something that is no sandbox.',
  ],
  examples: [
    { line: 'flagbearer repro -o bug.json', does: 'For a bug report.' },
    {
      line: 'flagbearer repro --url http://127.0.0.1:4020/w/checkout -o bug.json',
      does: 'That of a workspace.',
    },
    { line: 'flagbearer repro run bug.json', does: 'Whether it still goes like that.' },
  ],
  async run({ flags, cwd }) {
    const { controlToken } = await loadSettings('sandbox', { flags, cwd });
    const url = String(loadSetting(sandboxUrl, { flags }));
    const text = await askSandbox({ url, controlToken }, '/repro', 'application/json');
    const lines = `${JSON.stringify(JSON.parse(text), null, 2)}\n`;
    const file = textOf(output, flags);
    if (file === undefined) {
      process.stdout.write(lines);
      return exitCode.done;
    }
    await writeWhole(resolve(cwd, file), lines).catch((error: Error) => {
      throw new UsageError(`--output: ${file} can't be written: ${error.message}.`);
    });
    return exitCode.done;
  },
};
