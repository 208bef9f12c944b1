import { loadSetting, loadSettings } from '../../config.ts';
import { configFile, sandboxUrl, settingsOf } from '../../config/setting.ts';
import type { Scenario } from '../../contract/scenario.gen.ts';
import { scenarioJson, scenarioYaml } from '../../scenarios/export.ts';
import { withoutSecrets } from '../../scenarios/without-secrets.ts';
import type { Command, Option } from '../command/command.ts';
import { exitCode } from '../command/exit-code.ts';
import { isGiven } from '../command/option-value.ts';
import { askSandbox } from '../sandbox-connection.ts';
import { documentOutput, outputOptions } from './document-output.ts';
import { jsonText } from '../text/json-text.ts';

const runtime: Option = {
  flag: 'runtime',
  schema: {
    type: 'boolean',
    description:
      'Make it a snapshot, which goes on where it stood: with clock, dialect and counts; with one-time passwords, challenges, sessions and private keys where --include-secrets is given too.',
  },
};

const includeSecrets: Option = {
  flag: 'include-secrets',
  schema: {
    type: 'boolean',
    description:
      'Keep what opens something: client secrets and access tokens, and of a snapshot its seed, one-time passwords, challenges, sessions and private keys. Without it they are left out.',
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
    includeSecrets,
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
      line: 'flagbearer scenario export --runtime --include-secrets -o snapshot.yaml',
      does: 'A snapshot, which start --scenario ./snapshot.yaml takes up where it stood.',
    },
  ],
  async run({ flags, cwd }) {
    const { controlToken } = await loadSettings('sandbox', { flags, cwd });
    const url = String(loadSetting(sandboxUrl, { flags }));
    const output = documentOutput(flags, cwd);
    const path = isGiven(runtime, flags) ? '/scenario?runtime=true' : '/scenario';
    const keeps = isGiven(includeSecrets, flags);
    const mediaType = keeps ? MEDIA_TYPES[output.format] : MEDIA_TYPES.json;
    const text = await askSandbox({ url, controlToken }, path, mediaType);
    if (keeps) {
      await output.write(output.format === 'json' ? onLines(text) : text);
    } else {
      // The sandbox wrote it by the schema of scenarios.
      const { scenario, leftOut } = withoutSecrets(JSON.parse(text) as Scenario);
      await output.write(
        output.format === 'json'
          ? scenarioJson(scenario)
          : `${commentOf(leftOut)}${await scenarioYaml(scenario)}`,
      );
      if (leftOut.length > 0) process.stderr.write(`${warningOf(leftOut)}\n`);
    }
    return exitCode.done;
  },
};

function commentOf(leftOut: readonly string[]): string {
  const what = leftOut.length === 0 ? '' : `: ${leftOut.join(', ')}`;
  return `# Secrets are left out${what}. flagbearer scenario export --include-secrets keeps them.\n`;
}

function warningOf(leftOut: readonly string[]): string {
  return `export: left out, since they are secrets: ${leftOut.join(', ')}; what is loaded from it goes on without them. --include-secrets keeps them.`;
}

function onLines(json: string): string {
  return jsonText(JSON.parse(json));
}
