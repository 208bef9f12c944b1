import { ConfigError, readFlag, isTraceRequested } from '../config.ts';
import { InterpolatedValues } from '../config/interpolated-values.ts';
import { StartError } from '../start-error.ts';
import { exitCode, UnreachableError, UsageError } from './command/command.ts';
import { loadCommands } from './command/load-commands.ts';
import { runCommandLine } from './command/program.ts';
import { toVisibleLine, toVisibleText } from '../reporting/text/visible-text.ts';

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(exitCode.outputClosed);
  process.stderr.write(`error: cannot write the output: ${error.message}.\n`);
  process.exit(exitCode.invalidInput);
});
// Without a listener, a closed stderr would end the process with exit code 1, which means a finding.
process.stderr.on('error', () => undefined);

void main();

async function main(): Promise<void> {
  process.once('beforeExit', reportEarlyEnd);
  try {
    process.exitCode = await run(process.argv.slice(2));
  } catch (error) {
    process.exitCode = printError(error);
  }
  process.off('beforeExit', reportEarlyEnd);
}

/** Reports a process that ends before its command has finished: Node.js would exit with code 0. */
function reportEarlyEnd(): void {
  process.exitCode = printError(
    new Error('nothing is left to run, but the command has not finished'),
  );
}

async function run(args: readonly string[]): Promise<number> {
  // `flagbearer help start` is `flagbearer start --help`.
  const [first = 'help', ...others] = args;
  const commandLine = first === 'help' ? [...others, '--help'] : args;
  let code: number = exitCode.success;
  await runCommandLine(await loadCommands(commandLine), commandLine, async (command, input) => {
    // Throws for an invalid value, before the command runs.
    for (const option of command.options) await readFlag(option, input.flags);
    const interpolated = new InterpolatedValues();
    code = await interpolated.runMasked(() =>
      command.run({ ...input, cwd: process.cwd(), interpolated }),
    );
  });
  return code;
}

/** Prints an error to stderr, and returns the exit code. */
function printError(error: unknown): number {
  const messages = listExpectedMessages(error);
  if (messages) {
    const lines = messages.flatMap((message) => message.split('\n'));
    const shown = lines.map((line) => formatError(toVisibleLine(line)));
    process.stderr.write(`${shown.join('\n')}\n`);
    return error instanceof UnreachableError ? exitCode.unreachable : exitCode.invalidInput;
  }
  const { message, stack = message } = error instanceof Error ? error : new Error(String(error));
  const text = isTraceRequested()
    ? stack
    : `error: internal error (run again with FLAGBEARER_DEBUG=1 for the stack trace, and report it): ${message}`;
  process.stderr.write(`${toVisibleText(text)}\n`);
  return exitCode.internalError;
}

/** Returns the messages of an expected error; undefined for an internal error. */
function listExpectedMessages(error: unknown): readonly string[] | undefined {
  if (error instanceof StartError) return error.lines;
  const isExpected =
    error instanceof ConfigError ||
    error instanceof UsageError ||
    error instanceof UnreachableError;
  return isExpected ? [error.message] : undefined;
}

/** Adds `error:`, except to a finding, which already has place and severity: `users.yaml:12:7: error ...`. */
function formatError(line: string): string {
  return /^.+?: (?:error|warning) /.test(line) ? line : `error: ${line}`;
}
