import { loadSettings } from '../config.ts';
import type { InterpolatedValues } from '../config/interpolated-values.ts';
import { configFile, listSettings } from '../config/setting.ts';
import type { RunningSandbox } from '../server/listen.ts';
import { exitCode, UsageError, type Command } from './command/command.ts';
import { isOn, createSwitch } from './command/option-value.ts';
import { createTerminalProgress } from './text/progress-line.ts';
import { toVisibleLine } from '../reporting/text/visible-text.ts';
import { reloadOnEdit } from './reload-on-edit.ts';
import { waitForStopSignal } from './stop-signal.ts';

const quiet = createSwitch('quiet', 'Log only warnings and errors, not every request.');

export const start: Command = {
  name: 'start',
  summary: 'Start a sandbox; Ctrl-C stops it.',
  options: [...listSettings('sandbox'), quiet, configFile],
  notes: [
    'Every option except --quiet can also be set by an environment variable (FLAGBEARER_PORT for --port; list items are separated by commas) or, except --config, by a key in the section sandbox: of flagbearer.config.yaml. In the file, the value ${NAME} is replaced by the environment variable NAME. Precedence: option, environment variable, file.',
  ],
  examples: [
    {
      line: 'flagbearer start',
      description: 'Load the default scenario; listen on http://127.0.0.1:4020.',
    },
    {
      line: 'flagbearer start --scenario kyc-in-review --seed 7',
      description: 'Load another scenario; use the same ids, codes and challenges in every run.',
    },
    {
      line: 'flagbearer start --scenario ./checkout.yaml --watch',
      description: 'Load your own scenario, and load it again whenever you save the file.',
    },
    {
      line: 'flagbearer start --port 0 --json',
      description: 'For scripts: use a free port, and print the URL as one line of JSON.',
    },
  ],
  async run({ flags, cwd, interpolated }) {
    const stopping = new AbortController();
    const input = await loadSettings('sandbox', { flags, cwd, interpolated });
    const { json, watch, ...settings } = input;
    const edits = watch ? await watchScenarios(settings.scenario, stopping.signal) : undefined;
    const { startSandbox } = await import('../server/listen.ts');
    const log = process.stderr.isTTY ? 'pretty' : 'json';
    const logLevel = isOn(quiet, flags) ? 'warn' : 'info';
    const progress = createTerminalProgress();
    const sandbox = await startSandbox({
      ...settings,
      log,
      logLevel,
      interpolated,
      progress,
    }).finally(() => progress.end());
    // From here on, a signal closes the sandbox. An earlier signal ends the process.
    const stopped = waitForStopSignal();
    const generatedToken = settings.controlToken === undefined ? sandbox.controlToken : undefined;
    const formatReady = json ? toReadyJson : formatReadyText;
    process.stdout.write(formatReady(sandbox, generatedToken, interpolated));
    if (!json && sandbox.url.startsWith('https:') && settings.tlsCert === undefined) {
      process.stdout.write('To trust its certificate, run: npx flagbearer certificate\n');
    }
    try {
      const form = json ? 'json' : 'text';
      const reloading = edits && reloadOnEdit(sandbox, edits, { form, interpolated });
      await (reloading ? Promise.race([stopped, reloading]) : stopped);
    } finally {
      stopping.abort();
      await sandbox.close();
    }
    return exitCode.success;
  },
};

async function watchScenarios(
  scenarios: readonly string[] = [],
  signal: AbortSignal,
): Promise<AsyncIterable<void>> {
  const { toScenarioSource } = await import('../scenarios/load.ts');
  const files = scenarios
    .map(toScenarioSource)
    .flatMap((source) => ('file' in source ? source.file : []));
  if (files.length === 0) {
    throw new UsageError('--watch requires a scenario file, such as --scenario ./mine.yaml.');
  }
  const { watchFiles } = await import('../server/watch-files.ts');
  return watchFiles(files, signal);
}

/** Returns the text for people. Contains a generated control token, but never a configured one. */
function formatReadyText(
  { url, console: page, dialectOrigin: origin }: RunningSandbox,
  generatedToken: string | undefined,
): string {
  const token = generatedToken === undefined ? '' : `control token: ${generatedToken}\n`;
  const dialect =
    origin === undefined
      ? ''
      : `dialect: detected at ${toVisibleLine(origin.target)} on ${origin.date}, hash ${origin.hash.slice(0, 12)}\n`;
  return `flagbearer listening on ${url}\n${token}${dialect}console: ${page}\n`;
}

/** Returns JSON for scripts. The URL is not masked: it is never a secret, even if a variable sets the host. */
function toReadyJson(
  { url, scenario, seed, clients, console: page, dialectOrigin }: RunningSandbox,
  generatedToken: string | undefined,
  interpolated: InterpolatedValues,
): string {
  const facts = {
    url,
    scenario: interpolated.mask(scenario),
    // `mask` changes only texts, and the seed is a number.
    seed: interpolated.replacements.get(String(seed)) ?? seed,
    clients,
    controlToken: generatedToken,
    dialectOrigin,
    console: page,
  };
  return `${JSON.stringify(facts)}\n`;
}
