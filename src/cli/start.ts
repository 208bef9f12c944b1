import { loadSettings } from '../config.ts';
import { configFile, settingsOf } from '../config/setting.ts';
import type { RunningSandbox } from '../server/listen.ts';
import type { Command } from './command.ts';
import { exitCode } from './exit-code.ts';
import { firstStopSignal } from './stop-signal.ts';

/** `flagbearer start`: runs a sandbox until a signal ends it. */
export const start: Command = {
  name: 'start',
  summary: 'Run the sandbox until it is stopped with Ctrl-C.',
  options: [...settingsOf('sandbox'), configFile],
  notes: [
    'Every option is also a variable, FLAGBEARER_PORT for --port (the items of a list separated by commas), and a key of the section sandbox: of flagbearer.config.yaml, where ${NAME} takes a variable. The option wins over the variable, the variable over the file.',
  ],
  examples: [
    { line: 'flagbearer start', does: 'The default scenario on http://127.0.0.1:4020.' },
    {
      line: 'flagbearer start --scenario kyc-in-review --seed 7',
      does: 'Another scenario, with the same ids, codes and challenges at every run.',
    },
    {
      line: 'flagbearer start --port 0 --json',
      does: 'For scripts: a free port, and one line of JSON that tells which.',
    },
  ],
  async run({ flags, cwd }) {
    const stopped = firstStopSignal();
    const { json, ...settings } = await loadSettings('sandbox', { flags, cwd });
    const { startSandbox } = await import('../server/listen.ts');
    const log = process.stderr.isTTY ? 'pretty' : 'json';
    const sandbox = await startSandbox({ ...settings, log });
    const madeToken = settings.controlToken === undefined ? sandbox.controlToken : undefined;
    process.stdout.write((json ? readyJson : readyText)(sandbox, madeToken));
    await stopped;
    await sandbox.close();
    return exitCode.done;
  },
};

/** A control token is told once, by the sandbox that made it; one that was given is a secret kept. */
function readyText({ url }: RunningSandbox, madeToken: string | undefined): string {
  const token = madeToken === undefined ? '' : `control token: ${madeToken}\n`;
  return `flagbearer listening on ${url}\n${token}`;
}

function readyJson(
  { url, scenario, seed, clients }: RunningSandbox,
  controlToken: string | undefined,
): string {
  return `${JSON.stringify({ url, scenario, seed, clients, controlToken })}\n`;
}
