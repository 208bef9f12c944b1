import { loadSettings } from '../config.ts';
import { configFile, settingsOf } from '../config/setting.ts';
import type { Command } from './command/command.ts';
import { exitCode } from './command/exit-code.ts';
import { outputOptions, writeOutput } from './command/output-file.ts';
import { chosenSandboxUrl, sandboxOperand } from './command/sandbox-url.ts';
import { askSandbox } from './sandbox-connection.ts';
import { jsonText } from './text/json-text.ts';

/** `flagbearer repro`: a run of a sandbox in one file. */
export const repro: Command = {
  name: 'repro',
  summary: 'Write what a running sandbox was asked, and where it began, into one file.',
  operands: sandboxOperand,
  options: [
    ...settingsOf('sandbox').filter(({ key }) => key === 'controlToken'),
    ...outputOptions,
    configFile,
  ],
  notes: [
    'The file has scenario, dialect, seed, clock, faults and chaos as they were at the first call, and every call since. It holds the secrets of a snapshot: private keys of sessions, one-time passwords, client secrets.',
    'Exit code 0: the file is written. 2: the sandbox refuses, has not been called yet, or an option is no good. 3: nothing answers at the URL, or something that is no sandbox.',
  ],
  examples: [
    { line: 'flagbearer repro -o bug.json', does: 'For a bug report.' },
    {
      line: 'flagbearer repro http://127.0.0.1:4020/w/checkout -o bug.json',
      does: 'That of a workspace.',
    },
    { line: 'flagbearer repro run bug.json', does: 'Whether it still goes like that.' },
  ],
  async run({ flags, operands, cwd, interpolated }) {
    const { controlToken } = await loadSettings('sandbox', { flags, cwd, interpolated });
    const url = chosenSandboxUrl(operands);
    const text = await askSandbox({ url, controlToken }, '/repro', 'application/json');
    await writeOutput(jsonText(JSON.parse(text)), { flags, cwd }, 'owner');
    return exitCode.done;
  },
};
