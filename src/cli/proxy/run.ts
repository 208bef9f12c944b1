import { join, resolve } from 'node:path';
import { loadAudience, loadSettings, type Flags } from '../../config.ts';
import { fittingValue } from '../../config/setting-value.ts';
import { settingsOf, type SettingsOf } from '../../config/setting.ts';
import type { Report } from '../../reporting/report.ts';
import { startProxy, type RunningProxy } from '../../proxy/start-proxy.ts';
import type { Invocation } from '../command/command.ts';
import type { Host } from '../conform/host.ts';
import { paintFor } from '../conform/paint.ts';
import { ReportFolder } from '../conform/report-folder.ts';
import { exitCode } from '../command/exit-code.ts';
import { millisecondsIn } from '../../conform-settings/short-duration.ts';
import { UsageError } from '../command/usage-error.ts';
import { JournalFile } from './journal-file.ts';
import { progressReporter } from './progress-reporter.ts';
import { trafficSummary } from './summary.ts';
import { visibleJson, visibleLine } from '../../reporting/words/visible-text.ts';
import { withoutEndSlashes } from '../../http/base-url.ts';
import { reasonOf } from '../text/reason-of.ts';

type GivenSettings = SettingsOf<'proxy'>;

const JOURNAL = 'journal.jsonl';

/**
 * Runs the proxy until a signal ends it, then writes the findings.
 *
 * @returns the exit code
 * @throws ConfigError, UsageError, StartError before anything listens
 */
export async function runProxy(
  { flags, operands, cwd, interpolated }: Invocation,
  host: Host,
): Promise<number> {
  const { env } = host;
  const given = await loadSettings('proxy', {
    flags: withUpstream(flags, operands),
    cwd,
    interpolated,
    ...(env && { env }),
  });
  const { upstream, reportDir, json } = given;
  if (upstream === undefined) throw new UsageError(NO_UPSTREAM);
  if (given.quiet && given.verbose) {
    throw new UsageError('--quiet and --verbose cannot be combined. Remove one of them.');
  }
  const folder = await ReportFolder.prepared(reportDir, {}, cwd);
  const out = json ? host.stderr : host.stdout;
  const paint = paintFor(out.isTTY === true ? loadAudience(env).colors : 'plain');
  const complain = (problem: string): void => {
    host.stderr.write(`error: ${visibleLine(interpolated.masked(problem))}\n`);
  };
  const journal = new JournalFile(resolve(cwd, join(reportDir, JOURNAL)), complain);
  const notify = progressReporter(out, paint, detailOf(given));
  const settings = { ...proxySettings(given, upstream, cwd), interpolated };
  const proxy = await startProxy(settings, {
    judged(judgement) {
      const shown = interpolated.masked(judgement);
      journal.append(shown.entry);
      notify(shown);
    },
    broke: (error) => complain(`internal error: a request was not validated: ${reasonOf(error)}`),
  });
  // Not earlier: a signal before ends the process at once.
  const { signal } = host.untilInterrupted();
  host.stdout.write(readyText(proxy, interpolated.masked(upstream), json ? 'json' : 'text'));
  await aborted(signal);
  await proxy.close();
  await journal.close();
  return ended(interpolated.masked(proxy.report()), {
    host,
    out,
    folder,
    reportDir: interpolated.masked(folder.path),
    complain,
    paint,
    json,
  });
}

const NO_UPSTREAM =
  'missing base URL of a deployment: run flagbearer proxy https://staging.example.test, or set FLAGBEARER_UPSTREAM, or proxy.upstream in flagbearer.config.yaml.';

/** The base URL goes the way of a flag: it wins over the variable and the file. */
function withUpstream(flags: Flags, [operand]: readonly string[]): Flags {
  const upstream = settingsOf('proxy').find(({ key }) => key === 'upstream');
  if (operand === undefined || upstream === undefined) return flags;
  fittingValue('UPSTREAM', upstream.schema, operand);
  return new Map([...flags, [upstream.flag, [operand]]]);
}

function detailOf({ quiet, verbose }: GivenSettings): 'quiet' | 'news' | 'everything' {
  if (quiet) return 'quiet';
  return verbose ? 'everything' : 'news';
}

function proxySettings(given: GivenSettings, upstream: string, cwd: string) {
  const { host, port, allowHost, cors, dialect, enforce, strict, timeout } = given;
  return {
    upstream: withoutEndSlashes(upstream),
    host,
    port,
    allowHost,
    cors,
    dialect: dialect === undefined ? undefined : resolve(cwd, dialect),
    violations: enforce ? 'refused' : 'reported',
    strict,
    timeout: millisecondsIn(timeout),
  } as const;
}

function readyText({ url }: RunningProxy, upstream: string, form: 'json' | 'text'): string {
  return form === 'json'
    ? `${JSON.stringify({ url, upstream })}\n`
    : `flagbearer proxy listening on ${url} for ${upstream}\n`;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (signal.aborted) done();
    else signal.addEventListener('abort', () => done(), { once: true });
  });
}

interface Ending {
  readonly host: Host;
  readonly out: Host['stdout'];
  readonly folder: ReportFolder;
  /** As it is shown. */
  readonly reportDir: string;
  readonly complain: (problem: string) => void;
  readonly paint: ReturnType<typeof paintFor>;
  readonly json: boolean;
}

async function ended(
  report: Report,
  { host, out, folder, reportDir, complain, paint, json }: Ending,
): Promise<number> {
  const unwritten = await folder.write(report);
  out.write(`\n${trafficSummary(report, reportDir, paint)}`);
  if (json) host.stdout.write(`${visibleJson(JSON.stringify(report))}\n`);
  unwritten.forEach(complain);
  const { exitCode: code } = report;
  return code === exitCode.done && unwritten.length > 0 ? exitCode.refused : code;
}
