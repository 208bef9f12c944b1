import { loadSettings } from '../../config.ts';
import { configFile, settingsOf } from '../../config/setting.ts';
import type { Scenario } from '../../contract/scenario.gen.ts';
import { scenarioJson, scenarioYaml } from '../../scenarios/export.ts';
import { withoutSecrets } from '../../scenarios/without-secrets.ts';
import type { Command, Option } from '../command/command.ts';
import { exitCode } from '../command/exit-code.ts';
import { isGiven } from '../command/option-value.ts';
import { writeOutput } from '../command/output-file.ts';
import { chosenSandboxUrl, sandboxOperand } from '../command/sandbox-url.ts';
import { askSandbox } from '../sandbox-connection.ts';
import { documentFormat, documentOptions } from './document-output.ts';

const runtime: Option = {
  flag: 'runtime',
  schema: {
    type: 'boolean',
    description:
      'Make it a snapshot, which goes on where it stood: with clock, dialect, seed and counts, one-time passwords, challenges, sessions and private keys.',
  },
};

const withoutAnySecret: Option = {
  flag: 'without-secrets',
  schema: {
    type: 'boolean',
    description:
      'Leave out what opens something, for a file that others get to see: client secrets and access tokens, and of a snapshot its seed, one-time passwords, challenges, sessions and private keys.',
  },
};

/** `flagbearer scenario export`: all that a running sandbox holds, or what others may see of it. */
export const exportScenario: Command = {
  name: 'scenario export',
  summary: 'Write the users of a running sandbox, as they are now, as a scenario.',
  operands: sandboxOperand,
  options: [
    ...settingsOf('sandbox').filter(({ key }) => key === 'controlToken'),
    runtime,
    withoutAnySecret,
    ...documentOptions,
    configFile,
  ],
  notes: [
    'URL is the sandbox, or a workspace of it such as http://127.0.0.1:4020/w/checkout; it is also the variable FLAGBEARER_URL. A file with secrets can be read by its owner alone. Exit code 2: the sandbox refuses, for want of a token or of a workspace of that name. 3: nothing answers at the URL, or something that is no sandbox.',
  ],
  examples: [
    {
      line: 'flagbearer scenario export --without-secrets -o bug.yaml',
      does: 'For a bug report.',
    },
    {
      line: 'flagbearer scenario export http://127.0.0.1:4020/w/checkout > checkout.yaml',
      does: 'What a workspace holds.',
    },
    {
      line: 'flagbearer scenario export --runtime -o snapshot.yaml',
      does: 'A snapshot, which start --scenario ./snapshot.yaml takes up where it stood.',
    },
  ],
  async run({ flags, operands, cwd, interpolated }) {
    const { controlToken } = await loadSettings('sandbox', { flags, cwd, interpolated });
    const url = chosenSandboxUrl(operands);
    const form = documentFormat(flags);
    const path = isGiven(runtime, flags) ? '/scenario?runtime=true' : '/scenario';
    const text = await askSandbox({ url, controlToken }, path, 'application/json');
    // The sandbox wrote it by the schema of scenarios.
    const whole = JSON.parse(text) as Scenario;
    const { scenario, secrets } = withoutSecrets(whole);
    const leavesOut = isGiven(withoutAnySecret, flags);
    const comment = leavesOut && form === 'yaml' ? commentOf(secrets) : '';
    const written = leavesOut ? scenario : whole;
    await writeOutput(
      form === 'json' ? scenarioJson(written) : `${comment}${await scenarioYaml(written)}`,
      { flags, cwd },
      secrets.length > 0 && !leavesOut ? 'owner' : 'all',
    );
    if (secrets.length > 0) process.stderr.write(`${hintOf(secrets, leavesOut)}\n`);
    return exitCode.done;
  },
};

function commentOf(secrets: readonly string[]): string {
  const what = secrets.length === 0 ? '' : `: ${secrets.join(', ')}`;
  return `# Secrets are left out${what}. Without --without-secrets, flagbearer scenario export keeps them.\n`;
}

function hintOf(secrets: readonly string[], areLeftOut: boolean): string {
  const what = secrets.join(', ');
  return areLeftOut
    ? `export: left out, since they are secrets: ${what}; what is loaded from it goes on without them.`
    : `export: it holds secrets: ${what}; --without-secrets leaves them out.`;
}
