import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { loadTerminalFormat, loadSettings } from '../../config.ts';
import type { SettingsOf } from '../../config/setting.ts';
import { startProxy, type RunningProxy } from '../../proxy/start-proxy.ts';
import { exitCode, UsageError, type Invocation } from '../command/command.ts';
import type { Host } from '../conform/host.ts';
import { createPaint } from '../conform/paint.ts';
import { prepareReportFolder } from '../conform/report-folder.ts';
import { toDetail, addOperand } from '../command/option-value.ts';
import { parseShortDuration } from '../../domain/short-duration.ts';
import { createJournalFile } from './journal-file.ts';
import { createRequestPrinter, formatTrafficSummary } from './output.ts';
import { toVisibleJson, toVisibleLine } from '../../reporting/text/visible-text.ts';
import { removeEndSlashes } from '../../http/base-url.ts';
import { describeError } from '../../describe-error.ts';

const JOURNAL = 'journal.jsonl';

export async function runProxy(
  { flags, operands, cwd, interpolated }: Invocation,
  host: Host,
): Promise<number> {
  const { env } = host;
  const input = await loadSettings('proxy', {
    flags: await addOperand('proxy', 'upstream', flags, operands),
    cwd,
    interpolated,
    ...(env && { env }),
  });
  const { upstream, reportDir, json } = input;
  if (upstream === undefined) throw new UsageError(NO_UPSTREAM);
  const detail = toDetail(input.quiet, input.verbose);
  const writeReports = await prepareReportFolder(reportDir, {}, cwd);
  const out = json ? host.stderr : host.stdout;
  const paint = createPaint(out.isTTY === true ? loadTerminalFormat(env).colors : 'plain');
  const reportProblem = (problem: string): void => {
    host.stderr.write(`error: ${toVisibleLine(interpolated.mask(problem))}\n`);
  };
  const journal = createJournalFile(resolve(cwd, join(reportDir, JOURNAL)), reportProblem);
  const printRequest = createRequestPrinter(out, paint, detail);
  const settings = { ...toProxySettings(input, upstream, cwd), interpolated };
  const proxy = await startProxy(settings, {
    onJudged(judgement) {
      const masked = interpolated.mask(judgement);
      journal.append(masked.entry);
      printRequest(masked);
    },
    onError: (error) =>
      reportProblem(`internal error: a request was not validated: ${describeError(error)}`),
  });
  // From here on, a signal ends the run. An earlier signal ends the process.
  const { signal } = host.createInterruption();
  host.stdout.write(formatReadyText(proxy, interpolated.mask(upstream), json ? 'json' : 'text'));
  if (!signal.aborted) await once(signal, 'abort');
  await proxy.close();
  await journal.close();
  const report = interpolated.mask(proxy.report());
  const unwritten = await writeReports(report);
  out.write(`\n${formatTrafficSummary(report, interpolated.mask(reportDir), paint)}`);
  if (json) host.stdout.write(`${toVisibleJson(JSON.stringify(report))}\n`);
  unwritten.forEach(reportProblem);
  const { exitCode: code } = report;
  return code === exitCode.success && unwritten.length > 0 ? exitCode.invalidInput : code;
}

const NO_UPSTREAM =
  'missing base URL of a deployment: add it, as in flagbearer proxy https://staging.example.test, or set FLAGBEARER_UPSTREAM, or proxy.upstream in flagbearer.config.yaml.';

function toProxySettings(input: SettingsOf<'proxy'>, upstream: string, cwd: string) {
  const { host, port, allowHost, cors, dialect, enforce, strict, timeout } = input;
  return {
    upstream: removeEndSlashes(upstream),
    host,
    port,
    allowHost,
    cors,
    dialect: dialect === undefined ? undefined : resolve(cwd, dialect),
    violations: enforce ? 'refused' : 'reported',
    strict,
    timeout: parseShortDuration(timeout),
  } as const;
}

function formatReadyText({ url }: RunningProxy, upstream: string, form: 'json' | 'text'): string {
  return form === 'json'
    ? `${JSON.stringify({ url, upstream })}\n`
    : `flagbearer proxy listening on ${url} for ${upstream}\n`;
}
