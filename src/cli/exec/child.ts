/** Runs a command on this terminal, forwards signals to the command, and returns its exit code. */
import type { ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import spawn from 'cross-spawn';
import { getErrorCode } from '../../error-code.ts';
import { exitCode } from '../command/command.ts';

export type ChildEnd =
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'signalled'; readonly signal: NodeJS.Signals }
  /** The command did not run. `code` is the code of a system error, such as ENOENT. */
  | { readonly kind: 'notStarted'; readonly code: string | undefined };

const FORWARDED_SIGNALS = ['SIGINT', 'SIGQUIT', 'SIGTERM', 'SIGHUP'] as const;
/** Signals that a terminal sends to all its processes. On Windows, only the terminal sends SIGINT. */
const TERMINAL_SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGQUIT'];

/**
 * Runs a command until it ends, and forwards signals to it. On Windows, a command can be a script such as
 * npm.cmd.
 */
export async function runChild(
  command: string,
  args: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<ChildEnd> {
  let child: ChildProcess;
  try {
    child = spawn(command, args, { cwd, env, stdio: 'inherit' });
  } catch (error) {
    // Node.js emits most errors as events, but throws some errors, such as ENOTDIR.
    return { kind: 'notStarted', code: getErrorCode(error) };
  }
  const forwardSignal = (signal: NodeJS.Signals): void => {
    const hasChildReceivedSignal =
      TERMINAL_SIGNALS.includes(signal) && (process.stdin.isTTY || process.platform === 'win32');
    if (!hasChildReceivedSignal) child.kill(signal);
  };
  for (const signal of FORWARDED_SIGNALS) process.on(signal, forwardSignal);

  const end = new Promise<ChildEnd>((resolve) => {
    child.once('error', ({ code }: NodeJS.ErrnoException) => {
      // On Windows, a missing command has a pid: the pid of the shell that reports ENOENT.
      if (child.pid === undefined || code === 'ENOENT') resolve({ kind: 'notStarted', code });
    });
    child.once('exit', (code, signal) => {
      resolve(
        signal === null ? { kind: 'exited', code: code ?? 0 } : { kind: 'signalled', signal },
      );
    });
  });
  return end.finally(() => {
    for (const signal of FORWARDED_SIGNALS) process.off(signal, forwardSignal);
  });
}

/** Returns the exit code of a command, as a shell does. Prints an error if the command did not run. */
export function getChildExitCode(command: string, end: ChildEnd): number {
  switch (end.kind) {
    case 'exited':
      return end.code;
    case 'signalled':
      return 128 + constants.signals[end.signal];
    case 'notStarted':
      if (end.code === 'ENOENT') {
        process.stderr.write(
          `error: command not found: ${command}. Check the name and PATH; for a command in node_modules, use npx.\n`,
        );
        return exitCode.notFound;
      }
      process.stderr.write(
        `error: cannot run ${command} (${end.code}). Check that the file is executable.\n`,
      );
      return exitCode.notRunnable;
  }
}
