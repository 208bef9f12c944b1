import { spawn, type ChildProcessByStdio, type SpawnOptions } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

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
export function launch(
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
  onTestFinished(() => void child.kill('SIGKILL'));

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
  return {
    async nextLine() {
      const { value, done } = await lines.next();
      if (done) throw new Error(`flagbearer ended without another line: ${output.stderr}`);
      return value;
    },
    stopReading: () => void child.stdout.destroy(),
    sendSignal: (signal) => void child.kill(signal),
    result: new Promise((resolve) => {
      child.on('close', (code, signal) => resolve({ exit: signal ?? code, ...output }));
    }),
  };
}
