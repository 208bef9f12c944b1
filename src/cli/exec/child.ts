/** A command that runs in place of its caller: its terminal, its signals, its exit code. */
import { constants } from 'node:os';
import spawn from 'cross-spawn';
import { exitCode } from '../command/exit-code.ts';

export type ChildEnd =
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'signalled'; readonly signal: NodeJS.Signals }
  /** It never ran. `code` is that of the system: ENOENT. */
  | { readonly kind: 'notStarted'; readonly code: string | undefined };

const PASSED_ON = ['SIGINT', 'SIGQUIT', 'SIGTERM', 'SIGHUP'] as const;
/** What a terminal sends to all that runs in it, the command included; on Windows, nothing else sends SIGINT. */
const OF_TERMINAL: readonly NodeJS.Signals[] = ['SIGINT', 'SIGQUIT'];

/**
 * Runs a command to its end. No signal ends the caller before it. On Windows, the command may be a script such
 * as npm.cmd.
 */
export function runChild(
  command: string,
  args: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<ChildEnd> {
  const child = spawn(command, args, { cwd, env, stdio: 'inherit' });
  const passOn = (signal: NodeJS.Signals): void => {
    const isThereAlready =
      OF_TERMINAL.includes(signal) && (process.stdin.isTTY || process.platform === 'win32');
    if (!isThereAlready) child.kill(signal);
  };
  for (const signal of PASSED_ON) process.on(signal, passOn);

  const end = new Promise<ChildEnd>((resolve) => {
    child.once('error', ({ code }: NodeJS.ErrnoException) => {
      // On Windows, a missing command is reported by the shell that was started for it.
      if (child.pid === undefined || code === 'ENOENT') resolve({ kind: 'notStarted', code });
    });
    child.once('exit', (code, signal) => {
      resolve(
        signal === null ? { kind: 'exited', code: code ?? 0 } : { kind: 'signalled', signal },
      );
    });
  });
  return end.finally(() => {
    for (const signal of PASSED_ON) process.off(signal, passOn);
  });
}

/** The exit code that a shell would give, and the line that it would write. */
export function exitCodeOf(command: string, end: ChildEnd): number {
  switch (end.kind) {
    case 'exited':
      return end.code;
    case 'signalled':
      return 128 + constants.signals[end.signal];
    case 'notStarted':
      if (end.code === 'ENOENT') {
        process.stderr.write(`error: command not found: ${command}\n`);
        return exitCode.notFound;
      }
      process.stderr.write(`error: cannot run ${command} (${end.code})\n`);
      return exitCode.notRunnable;
  }
}
