import { loadSettings } from '../../config.ts';
import { configFile } from '../../config/setting.ts';
import type { Scenario } from '../../contract/scenario.gen.ts';
import { removeSecrets } from '../../scenarios/remove-secrets.ts';
import { exitCode, UsageError, type Command } from '../command/command.ts';
import { isOn, createSwitch, getText, createTextOption } from '../command/option-value.ts';
import { documentOptions, readDocumentFormat, writeOutput } from '../command/output-file.ts';
import { formatScenario } from './format-scenario.ts';
import {
  controlTokenOption,
  fetchFromSandbox,
  readSandboxUrl,
  sandboxOperand,
} from '../sandbox-connection.ts';

const runtime = createSwitch(
  'runtime',
  'Export a snapshot, from which a sandbox resumes the current state. It includes clock, dialect, seed, counters, one-time passwords, challenges, sessions and private keys.',
);
const withoutSecrets = createSwitch(
  'without-secrets',
  'Omit secrets, so that the file can be shared: client secrets and access tokens. In a snapshot, also omit seed, one-time passwords, challenges, sessions and private keys.',
);
const userOption = createTextOption(
  'user',
  'USER',
  'Export only this user. USER is an id, key, phone number, email address or wallet address. Not with --runtime.',
);

export const exportScenario: Command = {
  name: 'scenario export',
  summary: 'Export the current users of a running sandbox as a scenario.',
  operands: sandboxOperand,
  options: [
    controlTokenOption,
    runtime,
    userOption,
    withoutSecrets,
    ...documentOptions,
    configFile,
  ],
  notes: ['A file with secrets is readable only by its owner.'],
  exitCodes: [
    { code: 0, meaning: 'The document was written.' },
    { code: 2, meaning: 'Missing or wrong control token, or unknown workspace.' },
    { code: 3, meaning: 'The URL is unreachable or is not a flagbearer sandbox.' },
  ],
  examples: [
    {
      line: 'flagbearer scenario export --without-secrets -o bug.yaml',
      description: 'Write a file without secrets, for a bug report.',
    },
    {
      line: 'flagbearer scenario export http://127.0.0.1:4020/w/checkout > checkout.yaml',
      description: 'Export the users of a workspace.',
    },
    {
      line: 'flagbearer scenario export --user gina@example.test -o gina.yaml',
      description: 'Export one user with the current flags, KYC status and transactions.',
    },
    {
      line: 'flagbearer scenario export --runtime -o snapshot.yaml',
      description: 'Write a snapshot; start --scenario ./snapshot.yaml resumes from this state.',
    },
  ],
  async run({ flags, operands, cwd, interpolated }) {
    const { controlToken } = await loadSettings('sandbox', { flags, cwd, interpolated });
    const url = await readSandboxUrl(operands);
    const form = readDocumentFormat(flags);
    const user = getText(userOption, flags);
    const isSnapshot = isOn(runtime, flags);
    if (isSnapshot && user !== undefined) {
      throw new UsageError(
        '--user cannot be combined with --runtime: a snapshot contains all users. Remove one of them.',
      );
    }
    const query = new URLSearchParams({
      ...(isSnapshot && { runtime: 'true' }),
      ...(user !== undefined && { user }),
    });
    const path = `/scenario?${query.toString()}`;
    const response = await fetchFromSandbox({ url, controlToken }, path);
    // The sandbox responds according to the schema of scenarios.
    const exported = JSON.parse(response) as Scenario;
    const { scenario, secrets } = removeSecrets(exported);
    const areSecretsOmitted = isOn(withoutSecrets, flags);
    const comment = areSecretsOmitted ? createComment(secrets) : '';
    const written = areSecretsOmitted ? scenario : exported;
    const text = await formatScenario(written, form);
    const document = form === 'json' ? text : comment + text;
    const hasSecrets = secrets.length > 0 && !areSecretsOmitted;
    await writeOutput(document, { flags, cwd }, hasSecrets ? 'owner' : 'all');
    if (secrets.length > 0) process.stderr.write(`${createHint(secrets, areSecretsOmitted)}\n`);
    return exitCode.success;
  },
};

function createComment(secrets: readonly string[]): string {
  const list = secrets.length === 0 ? '' : `: ${secrets.join(', ')}`;
  return `# Secrets are omitted${list}. To include them, remove --without-secrets from flagbearer scenario export.\n`;
}

function createHint(secrets: readonly string[], areSecretsOmitted: boolean): string {
  const list = secrets.join(', ');
  return areSecretsOmitted
    ? `export: secrets omitted: ${list}.`
    : `export: the file contains secrets: ${list}. Omit them with --without-secrets.`;
}
