import { loadSetting, loadSettings } from '../../config.ts';
import { configFile, sandboxUrl, settingsOf } from '../../config/setting.ts';
import type { Command, Option } from '../command.ts';
import { exitCode } from '../exit-code.ts';
import { isGiven } from '../option-value.ts';
import { askSandbox } from '../sandbox-connection.ts';
import { documentOutput, outputOptions } from './document-output.ts';

const runtime: Option = {
  flag: 'runtime',
  schema: {
    type: 'boolean',
    description:
      'Make it a snapshot: with clock, one-time passwords, challenges, sessions and private keys. It holds secrets.',
  },
};

const MEDIA_TYPES = { yaml: 'application/yaml', json: 'application/json' } as const;

/** `flagbearer scenario export`: what a running sandbox holds, for a bug report. */
export const exportScenario: Command = {
  name: 'scenario export',
  summary: 'Write the users of a running sandbox, as they are now, as a scenario.',
  options: [
    sandboxUrl,
    ...settingsOf('sandbox').filter(({ key }) => key === 'controlToken'),
    runtime,
    ...outputOptions,
    configFile,
  ],
  notes: [
    'The URL is also the variable FLAGBEARER_URL, the token FLAGBEARER_CONTROL_TOKEN. Exit code 2: the sandbox refuses, for want of a token or of a workspace of that name. 3: nothing answers at the URL, or something that is no sandbox.',
  ],
  examples: [
    { line: 'flagbearer scenario export -o bug.yaml', does: 'For a bug report.' },
    {
      line: 'flagbearer scenario export --url http://127.0.0.1:4020/w/checkout > checkout.yaml',
      does: 'What a workspace holds.',
    },
    {
      line: 'flagbearer scenario export --runtime -o snapshot.yaml',
      does: 'A snapshot, which start --scenario ./snapshot.yaml takes up where it stood.',
    },
  ],
  async run({ flags, cwd }) {
    const { controlToken } = await loadSettings('sandbox', { flags, cwd });
    const url = String(loadSetting(sandboxUrl, { flags }));
    const output = documentOutput(flags, cwd);
    const path = isGiven(runtime, flags) ? '/scenario?runtime=true' : '/scenario';
    const mediaType = MEDIA_TYPES[output.format];
    const text = await askSandbox({ url, controlToken }, path, mediaType);
    await output.write(output.format === 'json' ? onLines(text) : text);
    return exitCode.done;
  },
};

function onLines(json: string): string {
  return `${JSON.stringify(JSON.parse(json), null, 2)}\n`;
}
