import { spawn, type ChildProcessByStdio, type SpawnOptions } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';

export const executable = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/** Windows has no signals: `kill` ends a process at once, without a chance to clean up. */
export const hasSignals = process.platform !== 'win32';

/** Variables with the credentials of a client of the default scenario. */
export const walletAppEnv = {
  FLAGBEARER_CLIENT_ID: 'wallet-app',
  FLAGBEARER_CLIENT_SECRET: 'wallet-app-secret',
  FLAGBEARER_ACCESS_TOKEN: 'wallet-app-token',
};

export interface CommandResult {
  /** The exit code, or the signal that killed the process. */
  readonly exit: number | NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunningCommand {
  /** Resolves with the next line of stdout. */
  readonly nextLine: () => Promise<string>;
  /** Closes the reading end of stdout. */
  readonly stopReading: () => void;
  readonly sendSignal: (signal: NodeJS.Signals) => void;
  readonly result: Promise<CommandResult>;
}

export interface RunOptions {
  readonly cwd?: string;
  /** All environment variables: the command does not inherit any. */
  readonly env?: Readonly<Record<string, string>>;
  /** Redirects stderr to a file descriptor, or to a pipe that is not read before the process exits. */
  readonly stderr?: number | 'unread';
  readonly nodeOptions?: readonly string[];
}

type PipedChild = ChildProcessByStdio<Writable, Readable, Readable | null>;

/** Runs the built command until it exits. */
export function runFlagbearer(
  args: readonly string[],
  options?: RunOptions,
): Promise<CommandResult> {
  return launch(args, options).result;
}

/** Starts the built command, which is killed after the test. */
export function launch(args: readonly string[], options?: RunOptions): RunningCommand {
  const running = spawnFlagbearer(args, options);
  onTestFinished(() => running.sendSignal('SIGKILL'));
  return running;
}

/** Starts the built command, which the caller ends. */
export function spawnFlagbearer(
  args: readonly string[],
  { cwd, env = {}, stderr, nodeOptions = [] }: RunOptions = {},
): RunningCommand {
  const stderrTarget = typeof stderr === 'number' ? stderr : 'pipe';
  const options: SpawnOptions = { cwd, env, stdio: ['pipe', 'pipe', stderrTarget] };
  const child = spawn(
    process.execPath,
    [...nodeOptions, executable, ...args],
    options,
  ) as PipedChild;

  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
  });
  function readStderr(): void {
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      output.stderr += text;
    });
  }
  if (stderr === 'unread') child.on('exit', readStderr);
  else readStderr();
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const result = new Promise<CommandResult>((resolve) => {
    child.on('close', (code, signal) => resolve({ exit: signal ?? code, ...output }));
  });
  return {
    async nextLine() {
      const { value, done } = await lines.next();
      if (done) throw new Error(`flagbearer ended without another line: ${(await result).stderr}`);
      return value;
    },
    stopReading: () => void child.stdout.destroy(),
    sendSignal: (signal) => void child.kill(signal),
    result,
  };
}

/** The output of `flagbearer start --json`. */
export interface StartOutput {
  readonly url: string;
  readonly console: string;
  readonly scenario: string;
  readonly seed: number;
  readonly clients: readonly { readonly id: string; readonly secret: string }[];
}

interface StartedSandbox extends StartOutput {
  readonly running: RunningCommand;
}

/** Starts a sandbox on a free port; it is killed after the test. */
export async function startFlagbearer(
  args: readonly string[],
  options?: RunOptions,
): Promise<StartedSandbox> {
  const running = launch(['start', '--port', '0', '--json', ...args], options);
  return { running, ...JSON.parse(await running.nextLine()) };
}

/** Stops a sandbox, which must exit normally. */
export async function stop({ running }: Pick<StartedSandbox, 'running'>): Promise<CommandResult> {
  running.sendSignal('SIGTERM');
  const result = await running.result;
  expect(result.exit).toBe(hasSignals ? 0 : 'SIGTERM');
  return result;
}
