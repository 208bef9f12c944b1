import { ConfigError, loadSettings, type Flags } from '../config.ts';
import { configFile, listSettings } from '../config/setting.ts';
import type { ClientReport } from '../contract/client-report.gen.ts';
import { clientRules } from '../contract/client-rules.gen.ts';
import { parseReport, writers } from './client-report/report.ts';
import { exitCode, type Command, type Option } from './command/command.ts';
import {
  createChoiceOption,
  getChoice,
  getText,
  createTextOption,
} from './command/option-value.ts';
import { outputOptions, writeOutput } from './command/output-file.ts';
import { readSandboxUrl, sandboxOperand } from './command/sandbox-url.ts';
import { fetchFromSandbox } from './sandbox-connection.ts';
import { removeEndSlashes } from '../http/base-url.ts';
import { getRootHost } from '../http/workspace-host.ts';
import { pluralize } from '../pluralize.ts';
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

const failOn: Option = {
  flag: 'fail-on',
  schema: {
    type: 'array',
    description:
      'Condition for exit code 1: mistakes (the report has a mistake) or coverage:90 (coverage is below 90 percent).',
    items: { type: 'string' },
    'x-value': 'WHAT',
  },
};

export const clientReport: Command = {
  name: 'client-report',
  summary: 'Report what clients of a running sandbox did wrong, and what they never exercised.',
  operands: sandboxOperand,
  options: [
    workspace,
    ...listSettings('sandbox').filter(({ key }) => key === 'controlToken'),
    format,
    ...outputOptions,
    failOn,
    configFile,
  ],
  notes: [
    'URL can also be set by FLAGBEARER_URL.',
    `There are ${clientRules.length} rules; docs/client-report.md explains each. Run this at the end of a test run: a missing follow-up request, such as a user read after a KYC submission, counts as a mistake at the time of the report.`,
    'Exit code 0: the report was created and no --fail-on condition is met. 1: a --fail-on condition is met. 2: invalid option, missing or wrong control token, or unknown workspace. 3: the URL is unreachable or is not a flagbearer sandbox.',
    SECTION_NOTE,
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
    const conditions = (flags.get(failOn.flag) ?? []).map(parseCondition);
    const write = writers[getChoice(format, flags)];
    const { controlToken } = await loadSettings('sandbox', { flags, cwd, interpolated });
    const url = createReportUrl(await readSandboxUrl(operands), flags);
    const text = await fetchFromSandbox({ url, controlToken }, '/client-report');
    const report = parseReport(text, url);
    await writeOutput(write(report), { flags, cwd }, 'all');
    const failures = conditions.flatMap((condition) => condition(report) ?? []);
    if (conditions.length > 0 && report.requests === 0) {
      console.error(
        `warning: no request reached the workspace ${report.workspace}, so nothing was checked. If the requests went to another workspace, add --workspace NAME.`,
      );
    }
    for (const line of failures) console.error(`error: ${line}`);
    return failures.length > 0 ? exitCode.findings : exitCode.success;
  },
};

/** Returns the URL of --workspace; replaces a workspace in the given URL. */
function createReportUrl(url: string, flags: Flags): string {
  const name = getText(workspace, flags);
  if (name === undefined) return url;
  const root = removeEndSlashes(url)
    .replace(/\/sandbox$/, '')
    .replace(/\/w\/[^/]+$/, '')
    .replace(/(?<=^https?:\/\/)[^/]+/, (host) => getRootHost(host));
  return `${root}/w/${name}`;
}

/** Returns the error if a report meets the condition. */
type Condition = (report: ClientReport) => string | undefined;

/** @throws ConfigError for an unknown condition */
function parseCondition(text: string): Condition {
  if (text === 'mistakes') {
    return ({ mistakes }) => {
      if (mistakes.length === 0) return undefined;
      const rules = mistakes.map(({ rule }) => rule).join(', ');
      return `${pluralize(mistakes.length, 'rule')} violated: ${rules}.`;
    };
  }
  const minimum = Number(/^coverage:(\d{1,3})%?$/.exec(text)?.[1]);
  if (minimum <= 100) {
    return ({ requests, coverage: { percent } }) => {
      if (requests === 0) {
        return 'Coverage is unknown: the sandbox received no request. Point the tests at it.';
      }
      return percent >= minimum ? undefined : `Coverage is ${percent} %, less than ${minimum} %.`;
    };
  }
  throw new ConfigError({
    where: `--${failOn.flag}`,
    problem: `expected mistakes or coverage:PERCENT, such as coverage:90, got "${text}"`,
  });
}
