import { loadSettings, type Flags } from '../config.ts';
import { configFile } from '../config/setting.ts';
import { clientRules } from '../contract/client-rules.gen.ts';
import { failOn, readConditions } from './client-report/fail-on.ts';
import { parseReport, formatters } from './client-report/report.ts';
import { exitCode, type Command } from './command/command.ts';
import {
  createChoiceOption,
  getChoice,
  getText,
  createTextOption,
} from './command/option-value.ts';
import { outputOptions, writeOutput } from './command/output-file.ts';
import {
  controlTokenOption,
  fetchFromSandbox,
  readSandboxUrl,
  sandboxOperand,
} from './sandbox-connection.ts';
import { removeEndSlashes } from '../http/base-url.ts';
import { getRootHost } from '../http/workspace-host.ts';
import { SECTION_NOTE } from './text/help-text.ts';

const workspace = createTextOption(
  'workspace',
  'NAME',
  'Workspace to report on. Default: the workspace in the URL.',
  {
    pattern: '^[a-z0-9][a-z0-9-]{0,62}$',
    patternErrorMessage:
      'expected 1 to 63 lower-case letters, digits and hyphens, not starting with a hyphen',
  },
);

const format = createChoiceOption('format', 'Format of the report.', [
  'markdown',
  'html',
  'junit',
  'json',
]);

export const clientReport: Command = {
  name: 'client-report',
  summary: 'Report the mistakes and the coverage of the clients of a running sandbox.',
  operands: sandboxOperand,
  options: [workspace, controlTokenOption, format, ...outputOptions, failOn, configFile],
  notes: [
    `The report checks ${clientRules.length} rules for clients; docs/client-report.md explains each rule. Run this command at the end of a test run: if a follow-up request, such as the user read after a KYC submission, is missing at that time, the report counts a mistake.`,
    SECTION_NOTE,
  ],
  exitCodes: [
    { code: 0, meaning: 'The report was created and no --fail-on condition is met.' },
    { code: 1, meaning: 'A --fail-on condition is met.' },
    { code: 2, meaning: 'Invalid option, missing or wrong control token, or unknown workspace.' },
    { code: 3, meaning: 'The URL is unreachable or is not a flagbearer sandbox.' },
  ],
  examples: [
    {
      line: 'flagbearer client-report --fail-on mistakes --fail-on coverage:90',
      description:
        'Fail the last step of a CI job for a mistake, or for a coverage below 90 percent.',
    },
    {
      line: 'flagbearer client-report --workspace checkout --format html -o client-report.html',
      description: 'Write the report on one workspace as an HTML page.',
    },
  ],
  async run({ flags, operands, cwd, interpolated }) {
    const conditions = readConditions(flags);
    const formatReport = formatters[getChoice(format, flags)];
    const { controlToken } = await loadSettings('sandbox', { flags, cwd, interpolated });
    const url = createReportUrl(await readSandboxUrl(operands), flags);
    const text = await fetchFromSandbox({ url, controlToken }, '/client-report');
    const report = parseReport(text, url);
    await writeOutput(formatReport(report), { flags, cwd }, 'all');
    const failures = conditions.flatMap((findFailure) => findFailure(report) ?? []);
    if (conditions.length > 0 && report.requests === 0) {
      console.error(
        `warning: no request reached the workspace ${report.workspace}, so nothing was checked. If the requests went to another workspace, add --workspace NAME.`,
      );
    }
    for (const line of failures) console.error(`error: ${line}`);
    return failures.length > 0 ? exitCode.findings : exitCode.success;
  },
};

/** Returns the URL of the workspace that --workspace names; without the option, the URL itself. */
function createReportUrl(url: string, flags: Flags): string {
  const name = getText(workspace, flags);
  if (name === undefined) return url;
  const root = removeEndSlashes(url)
    .replace(/\/sandbox$/, '')
    .replace(/\/w\/[^/]+$/, '')
    .replace(/(?<=^https?:\/\/)[^/]+/, (host) => getRootHost(host));
  return `${root}/w/${name}`;
}
