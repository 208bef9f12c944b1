import { loadSettings } from '../config.ts';
import { configFile, settingsOf } from '../config/setting.ts';
import { clientRules } from '../contract/client-rules.gen.ts';
import { failOn, failures, gates } from './client-report/fail-on.ts';
import { noRequestsWarning } from './client-report/no-requests-warning.ts';
import { reportIn } from './client-report/received-report.ts';
import { writers } from './client-report/writers.ts';
import type { Command, Option } from './command/command.ts';
import { exitCode } from './command/exit-code.ts';
import { choiceOption, chosen, textOf } from './command/option-value.ts';
import { outputOptions, writeOutput } from './command/output-file.ts';
import { chosenSandboxUrl, sandboxOperand } from './command/sandbox-url.ts';
import { askSandbox } from './sandbox-connection.ts';
import type { Flags } from '../config.ts';
import { withoutEndSlashes } from '../http/base-url.ts';

const workspace: Option = {
  flag: 'workspace',
  schema: {
    type: 'string',
    description: 'Workspace to report on. Default: the workspace in the URL.',
    pattern: '^[a-z0-9][a-z0-9-]{0,62}$',
    'x-value': 'NAME',
  },
};

const format = choiceOption('format', 'Format of the report.', [
  'markdown',
  'html',
  'junit',
  'json',
]);

/** `flagbearer client-report`: mistakes of the clients of a running sandbox, and cases they have not met. */
export const clientReport: Command = {
  name: 'client-report',
  summary: 'Report what clients of a running sandbox did wrong, and what they never exercised.',
  operands: sandboxOperand,
  options: [
    workspace,
    ...settingsOf('sandbox').filter(({ key }) => key === 'controlToken'),
    format,
    ...outputOptions,
    failOn,
    configFile,
  ],
  notes: [
    `There are ${clientRules.length} rules; docs/client-report.md explains each. Run this at the end of a test run: a missing follow-up request, such as a user read after a KYC submission, counts as a mistake at the time of the report.`,
    'Exit code 0: the report was created and no --fail-on condition is met. 1: a --fail-on condition is met. 2: invalid option, missing or wrong control token, or unknown workspace. 3: the URL is unreachable or is not a flagbearer sandbox.',
  ],
  examples: [
    {
      line: 'flagbearer client-report --fail-on mistakes --fail-on coverage:90',
      does: 'The last step of a CI job.',
    },
    {
      line: 'flagbearer client-report --workspace checkout --format html -o client-report.html',
      does: 'An HTML page.',
    },
  ],
  async run({ flags, operands, cwd, interpolated }) {
    const failing = gates(flags);
    const { controlToken } = await loadSettings('sandbox', { flags, cwd, interpolated });
    const url = urlOf(chosenSandboxUrl(operands), flags);
    const text = await askSandbox({ url, controlToken }, '/client-report', 'application/json');
    const report = reportIn(text, url);
    await writeOutput(writers[chosen(format, flags)](report), { flags, cwd }, 'all');
    const found = failures(report, failing);
    const unseen = noRequestsWarning(report);
    if (failing.length > 0 && unseen !== undefined) console.error(unseen);
    for (const line of found) console.error(`error: ${line}`);
    return found.length > 0 ? exitCode.findings : exitCode.done;
  },
};

/** The workspace beside the root, whichever workspace the URL names. */
function urlOf(url: string, flags: Flags): string {
  const name = textOf(workspace, flags);
  if (name === undefined) return url;
  const root = withoutEndSlashes(url)
    .replace(/\/sandbox$/, '')
    .replace(/\/w\/[^/]+$/, '');
  return `${root}/w/${name}`;
}
