import { loadAudience, loadSettings, type Flags } from '../../config.ts';
import { fittingValue } from '../../config/setting-value.ts';
import { settingsOf } from '../../config/setting.ts';
import type { Invocation } from '../command/command.ts';
import { exitCode } from '../command/exit-code.ts';
import { UsageError } from '../command/usage-error.ts';
import { isGiven } from '../command/option-value.ts';
import { visibleLine } from '../../reporting/words/visible-text.ts';
import { readBaseline } from './baseline-file.ts';
import { compareWithBaseline, type Baseline } from './baseline.ts';
import { checkList } from './check-list.ts';
import { chosenChecks } from './chosen-checks.ts';
import { conformSettings, type GivenSettings } from '../../conform-settings/conform-settings.ts';
import type { Host } from './host.ts';
import { quiet, verbose } from './detail.ts';
import { ReportFolder } from './report-folder.ts';
import { reportOf } from './report-of.ts';
import { withRequired } from './required-settings.ts';
import { runExitCode } from './run-exit-code.ts';
import type { Runner } from './runner.ts';
import { printResult } from './print-result.ts';
import { watchedRun, type Scene } from './watched-run.ts';

/**
 * Validates everything given, runs, writes the reports, prints the summary.
 *
 * @returns the exit code
 * @throws ConfigError, UsageError, StartError before anything is sent to the deployment
 */
export async function runConform(
  { flags, operands, cwd, interpolated }: Invocation,
  host: Host,
): Promise<number> {
  const { env } = host;
  const given = await loadSettings('conform', {
    flags: withTarget(flags, operands),
    cwd,
    interpolated,
    ...(env && { env }),
  });
  if (given.list) {
    const { listChecks } = await host.loadRunner();
    const checks = chosenChecks(listChecks(), given.only);
    host.stdout.write(checkList(checks, given.json ? 'json' : 'text'));
    return exitCode.done;
  }

  const detail = detailOf(flags);
  const complete = withRequired(given, host.stdin.isTTY === true);
  const settings = await conformSettings(complete, { cwd, hidden: interpolated.words });
  const runner = await host.loadRunner();
  const baseline = await knownFailures(given, cwd, runner);
  const folder = await ReportFolder.prepared(given.reportDir, given, cwd);
  const out = given.json ? host.stderr : host.stdout;
  const scene = {
    host,
    out,
    audience: loadAudience(env),
    form: given.json ? 'json' : 'text',
    detail,
  } as const;
  const { outcome, interruptedBy } = await watchedRun(runner, settings, scene);

  const compared = compareWithBaseline(baseline ?? new Set(), outcome.results);
  const { strict } = given;
  const code = runExitCode({ ...outcome, baseline: compared, strict, interruptedBy });
  const report = reportOf(outcome, {
    settings: { ...settings, target: interpolated.masked(settings.target) },
    baseline: baseline && compared,
    exitCode: code,
  });
  const isReached = outcome.stop?.kind !== 'unreachable';
  const unwritten = isReached ? await folder.write(report) : [];
  if (!isReached) await folder.discard();
  await printResult(report, { ...scene, reportDir: interpolated.masked(folder.path) });
  for (const problem of unwritten)
    host.stderr.write(`${visibleLine(interpolated.masked(problem))}\n`);
  return code === exitCode.done && unwritten.length > 0 ? exitCode.refused : code;
}

/** @throws UsageError for both options */
function detailOf(flags: Flags): Scene['detail'] {
  if (isGiven(quiet, flags) && isGiven(verbose, flags)) {
    throw new UsageError('--quiet and --verbose cannot be combined. Remove one of them.');
  }
  if (isGiven(quiet, flags)) return 'quiet';
  return isGiven(verbose, flags) ? 'verbose' : 'progress';
}

/** The base URL goes the way of a flag: it wins over the variable and the file. */
function withTarget(flags: Flags, [operand]: readonly string[]): Flags {
  const target = settingsOf('conform').find(({ key }) => key === 'target');
  if (operand === undefined || target === undefined) return flags;
  fittingValue('BASE-URL', target.schema, operand);
  return new Map([...flags, [target.flag, [operand]]]);
}

/**
 * Null where no baseline was given.
 *
 * @throws UsageError, ConfigError for ids that no check has: a misspelt one would never be noticed
 */
async function knownFailures(
  { only, baseline }: GivenSettings,
  cwd: string,
  runner: Runner,
): Promise<Baseline | null> {
  if (only.length === 0 && baseline === undefined) return null;
  const checks = runner.listChecks();
  chosenChecks(checks, only);
  if (baseline === undefined) return null;
  return readBaseline(baseline, cwd, new Set(checks.map(({ id }) => id)));
}
