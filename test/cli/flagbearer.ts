import { spawn, type ChildProcessByStdio, type SpawnOptions } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

export const executable = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/** Windows has no signals: `kill` ends a process at once, without a chance to clean up. */
export const hasSignals = process.platform !== 'win32';

export interface Ended {
  /** The exit code, or the signal that killed the process. */
  readonly exit: number | NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  /** The next line of stdout. */
  readonly nextLine: () => Promise<string>;
  /** Closes the reading end of its stdout. */
  readonly stopReading: () => void;
  readonly sendSignal: (signal: NodeJS.Signals) => void;
  readonly ended: Promise<Ended>;
}

export interface RunOptions {
  readonly cwd?: string;
  /** The whole environment; variables of the caller are not inherited. */
  readonly env?: Readonly<Record<string, string>>;
  /** Redirects stderr: to a file, or to a pipe without a reader. */
  readonly stderr?: number | 'unread';
  /** Options of Node. */
  readonly node?: readonly string[];
}

type Piped = ChildProcessByStdio<Writable, Readable, Readable | null>;

/** Runs the built command to its end. */
export function runFlagbearer(args: readonly string[], options?: RunOptions): Promise<Ended> {
  return launch(args, options).ended;
}

/** Runs the built command; its processes are killed after the test. */
export function launch(
  args: readonly string[],
  { cwd, env = {}, stderr, node = [] }: RunOptions = {},
): Running {
  const errors = typeof stderr === 'number' ? stderr : 'pipe';
  const settings: SpawnOptions = { cwd, env, stdio: ['pipe', 'pipe', errors] };
  const child = spawn(process.execPath, [...node, executable, ...args], settings) as Piped;
  onTestFinished(() => void child.kill('SIGKILL'));

  const written = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    written.stdout += text;
  });
  function readStderr(): void {
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      written.stderr += text;
    });
  }
  if (stderr === 'unread') child.on('exit', readStderr);
  else readStderr();
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async nextLine() {
      const { value, done } = await lines.next();
      if (done) throw new Error(`flagbearer ended without another line: ${written.stderr}`);
      return value;
    },
    stopReading: () => void child.stdout.destroy(),
    sendSignal: (signal) => void child.kill(signal),
    ended: new Promise((resolve) => {
      child.on('close', (code, signal) => resolve({ exit: signal ?? code, ...written }));
    }),
  };
}
