import packageManifest from '../../../package.json' with { type: 'json' };
import type { RunOutcome } from '../../../conformance/outcome.ts';
import type { ConformSettings } from '../../../conformance/settings.ts';
import { loadTerminalFormat, loadSettings } from '../../config.ts';
import {
  toConformSettings,
  type CompleteSettings,
  type ConformInput,
} from '../../conform-settings/conform-settings.ts';
import { drawSeed } from '../../ports/draws.ts';
import { summarize, countVerdicts, type Report } from '../../reporting/report.ts';
import { toVisibleLine } from '../../reporting/text/visible-text.ts';
import { exitCode, UsageError, type Invocation } from '../command/command.ts';
import { addOperand } from '../command/option-value.ts';
import { compareWithBaseline, readBaseline, type BaselineComparison } from './baseline.ts';
import { filterListedChecks, formatCheckList, requireKnownIds } from './check-list.ts';
import type { Host } from './host.ts';
import { printResult } from './print-result.ts';
import { prepareReportFolder } from './report-folder.ts';
import { getRunExitCode } from './run-exit-code.ts';
import { runWatched, type OutputContext } from './watched-run.ts';

export async function runConform(
  { flags, operands, cwd, interpolated }: Invocation,
  host: Host,
  detail: OutputContext['detail'],
): Promise<number> {
  const { env } = host;
  const input = await loadSettings('conform', {
    flags: await addOperand('conform', 'target', flags, operands),
    cwd,
    interpolated,
    ...(env && { env }),
  });
  if (input.list) {
    const { listChecks } = await host.loadRunner();
    const checks = filterListedChecks(listChecks(), input.only);
    host.stdout.write(formatCheckList(checks, input.json ? 'json' : 'text'));
    return exitCode.success;
  }

  const required = requireSettings(input, host.stdin.isTTY === true);
  const settings = await toConformSettings(required, {
    cwd,
    maskedTexts: interpolated.replacements,
  });
  const runner = await host.loadRunner();
  const checks = runner.listChecks();
  requireKnownIds(checks, input.only);
  const baseline =
    input.baseline === undefined
      ? null
      : await readBaseline(input.baseline, cwd, new Set(checks.map(({ id }) => id)));
  const { reportDir, strict } = input;
  const writeReports = await prepareReportFolder(reportDir, input, cwd);
  const out = input.json ? host.stderr : host.stdout;
  const form = input.json ? 'json' : 'text';
  const context: OutputContext = {
    host,
    out,
    terminalFormat: loadTerminalFormat(env),
    form,
    detail,
  };
  const { outcome, interruptedBy } = await runWatched(runner, settings, context);

  const comparison = compareWithBaseline(baseline ?? new Map(), outcome.results);
  const code = getRunExitCode({ ...outcome, baseline: comparison, strict, interruptedBy });
  const shownSettings = { ...settings, target: interpolated.mask(settings.target) };
  const report = createReport(outcome, shownSettings, baseline && comparison, code);
  const unwritten = await writeReports(report, baseline);
  await printResult(report, { ...context, reportDir: interpolated.mask(reportDir) });
  for (const problem of unwritten) {
    host.stderr.write(`error: ${toVisibleLine(interpolated.mask(problem))}\n`);
  }
  return code === exitCode.success && unwritten.length > 0 ? exitCode.invalidInput : code;
}

function requireSettings(input: ConformInput, hasTerminal: boolean): CompleteSettings {
  const { target, clientId, clientSecret, otpSource } = input;
  if (target === undefined) throw new UsageError(NO_TARGET);
  if (clientId === undefined) {
    throw new UsageError(clientSecret === undefined ? NO_CLIENT : NO_CLIENT_ID);
  }
  if (clientSecret === undefined) throw new UsageError(NO_CLIENT_SECRET);
  if (otpSource === 'prompt' && !hasTerminal) throw new UsageError(NO_TERMINAL);
  return { ...input, target, clientId, clientSecret, seed: input.seed ?? drawSeed() };
}

const NO_TARGET =
  'missing base URL: add it, as in flagbearer conform https://staging.example.test, or set FLAGBEARER_TARGET, or conform.target in flagbearer.config.yaml.';

const NO_CLIENT =
  'missing client credentials: set --client-id and --client-secret, or FLAGBEARER_CLIENT_ID and FLAGBEARER_CLIENT_SECRET, or conform.clientId and conform.clientSecret in flagbearer.config.yaml.';

const NO_CLIENT_ID =
  'missing client id: set --client-id, or FLAGBEARER_CLIENT_ID, or conform.clientId in flagbearer.config.yaml.';

const NO_CLIENT_SECRET =
  'missing client secret: set --client-secret, or FLAGBEARER_CLIENT_SECRET, or conform.clientSecret in flagbearer.config.yaml.';

const NO_TERMINAL =
  '--otp-source: prompt requires a terminal. Use fixed:000000, command:CMD, inbox, or a URL that contains {destination}.';

function createReport(
  outcome: RunOutcome,
  settings: Pick<ConformSettings, 'target' | 'dialect'>,
  baseline: BaselineComparison | null,
  code: number,
): Report {
  const { startedAt, durationMs, seed, stop, results, budget, dialect } = outcome;
  return {
    schemaVersion: 1,
    tool: { name: packageManifest.name, version: packageManifest.version },
    target: settings.target,
    startedAt,
    durationMs,
    seed,
    exitCode: code,
    operations: outcome.operations.map((operation) => ({
      ...operation,
      ...countVerdicts(operation.operation, results),
    })),
    unusableInputs: outcome.unusableInputs,
    ...(stop === null ? {} : { stop }),
    summary: summarize(results),
    ...(baseline === null ? {} : { baseline }),
    budget,
    results,
    dialect: dialect.document,
    ...(settings.dialect === null ? {} : { givenDialect: settings.dialect }),
    openQuestions: dialect.openQuestions,
  };
}
