import { loadAudience, loadSettings, type Flags } from '../../config.ts';
import { fittingValue } from '../../config/setting-value.ts';
import { settingsOf } from '../../config/setting.ts';
import type { Invocation } from '../command/command.ts';
import { exitCode } from '../command/exit-code.ts';
import { isGiven } from '../command/option-value.ts';
import { readBaseline } from './baseline-file.ts';
import { comparedWithBaseline, type Baseline } from './baseline.ts';
import { checkList } from './check-list.ts';
import { chosenChecks } from './chosen-checks.ts';
import { conformSettings, type GivenSettings } from './conform-settings.ts';
import type { Host } from './host.ts';
import { quiet } from './quiet.ts';
import { ReportFolder } from './report-folder.ts';
import { reportOf } from './report-of.ts';
import { runExitCode } from './run-exit-code.ts';
import type { Runner } from './runner.ts';
import { tell } from './tell.ts';
import { watchedRun } from './watched-run.ts';

/**
 * Loads all that can be wrong, runs, writes the reports, tells what came of it.
 *
 * @returns the exit code
 * @throws ConfigError, UsageError, StartError before anything is sent to the deployment
 */
export async function runConform(
  { flags, operands, cwd }: Invocation,
  host: Host,
): Promise<number> {
  const { env } = host;
  const given = await loadSettings('conform', {
    flags: withTarget(flags, operands),
    cwd,
    ...(env && { env }),
  });
  if (given.list) {
    const { listChecks } = await host.loadRunner();
    const checks = chosenChecks(await listChecks(), given.only);
    host.stdout.write(checkList(checks, given.json ? 'json' : 'text'));
    return exitCode.done;
  }

  const settings = await conformSettings(given, { cwd, asks: host.stdin.isTTY === true });
  const runner = await host.loadRunner();
  const baseline = await knownFailures(given, cwd, runner);
  const folder = await ReportFolder.prepared(given.reportDir, given.dialectOut, cwd);
  const out = given.json ? host.stderr : host.stdout;
  const scene = {
    host,
    out,
    audience: loadAudience(env),
    form: given.json ? 'json' : 'text',
    isQuiet: isGiven(quiet, flags),
  } as const;
  const { outcome, interruptedBy } = await watchedRun(runner, settings, scene);

  const compared = comparedWithBaseline(baseline ?? new Set(), outcome.results);
  const { stop, results } = outcome;
  const { strict } = given;
  const code = runExitCode({ stop, results, baseline: compared, strict, interruptedBy });
  const report = reportOf(outcome, {
    settings,
    baseline: baseline && compared,
    exitCode: code,
  });
  const unwritten = await folder.write(report);
  await tell(report, { ...scene, reportDir: folder.path });
  for (const problem of unwritten) host.stderr.write(`${problem}\n`);
  return code === exitCode.done && unwritten.length > 0 ? exitCode.refused : code;
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
  const checks = await runner.listChecks();
  chosenChecks(checks, only);
  if (baseline === undefined) return null;
  return readBaseline(baseline, cwd, new Set(checks.map(({ id }) => id)));
}
