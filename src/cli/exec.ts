import type { ClientReport } from '../contract/client-report.gen.ts';
import { createExecEnvironment, loadSettings } from '../config.ts';
import { configFile, listSettings } from '../config/setting.ts';
import type { RunningSandbox } from '../server/listen.ts';
import { exitCode, UsageError, type Command } from './command/command.ts';
import { createPortOption, getText, createTextOption } from './command/option-value.ts';
import { failOn, readConditions } from './client-report/fail-on.ts';
import { getChildExitCode, runChild } from './exec/child.ts';

/** Options of `start` that `exec` does not have, or defines itself. */
const EXCLUDED_OPTIONS: ReadonlySet<string> = new Set(['port', 'json', 'watch']);

const port = createPortOption(
  'Port to listen on; 0 for a free port. FLAGBEARER_PORT and the key port of the configuration file are ignored, so that several exec commands can run at the same time.',
  0,
);

const reportDir = createTextOption(
  'report-dir',
  'DIR',
  'Folder for the client report; it is created if missing. Its files are client-report.json, .html, .md, and .xml (JUnit). The report is always written, also if the command fails, and covers all workspaces, including deleted and reset ones.',
);

export const exec: Command = {
  name: 'exec',
  summary: 'Run a command, such as the tests of an app, with its own sandbox.',
  operands: { placeholder: 'COMMAND', min: 1, max: Infinity, passThrough: true },
  options: [
    port,
    reportDir,
    failOn,
    ...listSettings('sandbox').filter(({ key }) => !EXCLUDED_OPTIONS.has(key)),
    configFile,
  ],
  notes: [
    'The command gets the environment variables FLAGBEARER_URL, FLAGBEARER_CONTROL_TOKEN (if set), and the credentials of the first client application: FLAGBEARER_CLIENT_ID, FLAGBEARER_CLIENT_SECRET and FLAGBEARER_ACCESS_TOKEN. With --https, FLAGBEARER_CA_CERT and NODE_EXTRA_CA_CERTS contain the path of the certificate of the local authority, so that Node.js programs trust the sandbox. Other FLAGBEARER_* variables that contain secrets are not passed on. The sandbox logs only warnings and errors. Signals are forwarded to the command.',
  ],
  exitCodes: [
    {
      code: 1,
      meaning:
        'The command succeeded, but a --fail-on condition is met, or --fail-on is set and the sandbox received no request.',
    },
    {
      code: 2,
      meaning:
        'The sandbox cannot start (then the command is not run), or the command succeeded but the report cannot be written.',
    },
    { code: 126, meaning: 'The command cannot be run.' },
    { code: 127, meaning: 'The command was not found.' },
    { code: '128 + N', meaning: 'The signal with the number N ended the command.' },
    { code: 'other', meaning: 'The exit code of the command.' },
  ],
  examples: [
    {
      line: 'flagbearer exec -- npm test',
      description: 'Run the tests with a sandbox on a free port.',
    },
    {
      line: 'flagbearer exec --scenario kyc-in-review --seed 7 -- npx vitest run',
      description: 'Use the same users, codes and challenges in every run.',
    },
    {
      line: 'flagbearer exec --report-dir reports --fail-on mistakes -- npm test',
      description:
        'Write a report with the mistakes and the coverage of the app; fail if there is a mistake.',
    },
  ],
  async run({ flags, operands: [command = '', ...args], cwd, interpolated }) {
    if (command === '') {
      throw new UsageError('expected a command, got an empty argument. See flagbearer help exec.');
    }
    const flagsWithPort = new Map([[port.flag, ['0']], ...flags]);
    const settings = await loadSettings('sandbox', { flags: flagsWithPort, cwd, interpolated });
    const { resolveReportFolder, writeClientReport } =
      await import('./exec/client-report-files.ts');
    const folder = await resolveReportFolder(getText(reportDir, flags), cwd);
    const conditions = readConditions(flags);
    const { startSandbox } = await import('../server/listen.ts');
    // The sandbox adds to this list the report on each workspace that is deleted or reset.
    const earlierReports: ClientReport[] = [];
    const sandbox = await startSandbox({
      ...settings,
      earlierReports,
      log: process.stderr.isTTY ? 'pretty' : 'json',
      logLevel: 'warn',
      interpolated,
    });
    try {
      const env = createExecEnvironment(createVariables(sandbox));
      const end = await runChild(command, args, { cwd, env });
      if (end.kind === 'notStarted') return getChildExitCode(command, end);
      const report = await writeClientReport(folder, sandbox, earlierReports);
      const code = getChildExitCode(command, end);
      if (code !== exitCode.success) return code;
      if (report === null) return exitCode.invalidInput;
      const failures = conditions.flatMap((findFailure) => findFailure(report) ?? []);
      for (const line of failures) process.stderr.write(`error: ${line}\n`);
      const isUnchecked = conditions.length > 0 && report.requests === 0;
      return failures.length > 0 || isUnchecked ? exitCode.findings : code;
    } finally {
      await sandbox.close();
    }
  },
};

function createVariables({
  url,
  clients: [client],
  controlToken,
  authority,
}: RunningSandbox): Record<string, string> {
  return {
    FLAGBEARER_URL: url,
    ...(client && {
      FLAGBEARER_CLIENT_ID: client.id,
      FLAGBEARER_CLIENT_SECRET: client.secret,
      FLAGBEARER_ACCESS_TOKEN: client.accessToken,
    }),
    ...(controlToken !== undefined && { FLAGBEARER_CONTROL_TOKEN: controlToken }),
    // Node.js reads NODE_EXTRA_CA_CERTS only when a process starts.
    ...(authority !== undefined && {
      FLAGBEARER_CA_CERT: authority,
      NODE_EXTRA_CA_CERTS: authority,
    }),
  };
}
