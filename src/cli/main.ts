import packageManifest from '../../package.json' with { type: 'json' };
import { ConfigError, wantsTrace } from '../config.ts';
import { StartError } from '../server/start-error.ts';
import { readCommandLine } from './command/command-line.ts';
import { commands } from './commands.ts';
import { exitCode } from './command/exit-code.ts';
import { helpOn } from './text/help-text.ts';
import { familyOf, loadCommand } from './command/load-command.ts';
import { UnreachableError } from './command/unreachable-error.ts';
import { UsageError } from './command/usage-error.ts';

// A reader that has seen enough, as in `flagbearer contract | head`, is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(exitCode.done);
  process.stderr.write(`The output can't be written: ${error.message}.\n`);
  process.exit(exitCode.refused);
});

void main();

async function main(): Promise<void> {
  try {
    process.exitCode = await run(process.argv.slice(2));
  } catch (error) {
    process.exitCode = explain(error);
  }
}

async function run([first = 'help', ...words]: readonly string[]): Promise<number> {
  if (first === '--version' || first === '-v') {
    process.stdout.write(`${packageManifest.version}\n`);
    return exitCode.done;
  }
  const name = asksForHelp(first) ? 'help' : first;
  if (name.startsWith('-')) {
    throw new UsageError(`${name} comes too early: flagbearer <command> [options].`);
  }
  // `flagbearer scenario` asks which commands there are, as `flagbearer` does.
  const isFamily = !commands.has(name) && familyOf(commands, name).size > 0;
  const asksAbout = isFamily && (words.length === 0 || asksForHelp(words[0]));
  const line = asksAbout ? ['help', name] : [name, ...words];
  const { command, rest } = await loadCommand(commands, line);
  const { help, ...given } = readCommandLine(command, rest);
  if (help === 'asked') {
    process.stdout.write(helpOn(command));
    return exitCode.done;
  }
  return command.run({ ...given, cwd: process.cwd() });
}

function asksForHelp(word: string | undefined): boolean {
  return word === '--help' || word === '-h';
}

/** Says on stderr what went wrong. @returns the exit code that goes with it. */
function explain(error: unknown): number {
  const lines = linesToUser(error);
  if (lines) {
    process.stderr.write(`${lines.join('\n')}\n`);
    return error instanceof UnreachableError ? exitCode.unreachable : exitCode.refused;
  }
  const { message, stack = message } = error instanceof Error ? error : new Error(String(error));
  process.stderr.write(
    wantsTrace()
      ? `${stack}\n`
      : `Unexpected error (run with FLAGBEARER_DEBUG=1 for the trace): ${message}\n`,
  );
  return exitCode.broken;
}

/** What an error has to say to whoever typed the command, if it is of the kind that has. */
function linesToUser(error: unknown): readonly string[] | undefined {
  if (error instanceof StartError) return error.lines;
  const isForUser = [ConfigError, UsageError, UnreachableError].some(
    (kind) => error instanceof kind,
  );
  return isForUser && error instanceof Error ? [error.message] : undefined;
}
