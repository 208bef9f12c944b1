import type { Command, Commands } from './command/command.ts';
import { exitCode } from './command/exit-code.ts';
import { UsageError } from './command/usage-error.ts';
import { nearestTo } from '../did-you-mean.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

/** `flagbearer completion SHELL`: what a shell needs to complete command lines. */
export function completionOf(commands: Commands): Command {
  return {
    name: 'completion',
    summary: 'Print the script that completes commands and options in a shell.',
    operands: { word: 'SHELL', least: 1, most: 1, choices: SHELLS },
    options: [],
    notes: [
      'SHELL is bash, zsh or fish. The script holds all commands, options and the words that options take, so print it anew after an update. Files are completed where an option takes one.',
    ],
    examples: [
      {
        line: 'source <(flagbearer completion bash)',
        does: 'For this shell; in ~/.bashrc for all.',
      },
      {
        line: 'flagbearer completion zsh > "${fpath[1]}/_flagbearer"',
        does: 'For zsh, from the next shell on.',
      },
      {
        line: 'flagbearer completion fish > ~/.config/fish/completions/flagbearer.fish',
        does: 'For fish.',
      },
    ],
    async run({ operands: [word = ''] }) {
      const shell = shellNamed(word);
      const all = await Promise.all([...commands.values()].map((load) => load()));
      const { writers } = await import('./completion/scripts.ts');
      process.stdout.write(writers[shell](all));
      return exitCode.done;
    },
  };
}

function shellNamed(word: string): Shell {
  const shell = SHELLS.find((each) => each === word);
  if (shell !== undefined) return shell;
  const nearest = nearestTo(word, SHELLS);
  const hint =
    nearest === undefined ? `There is ${SHELLS.join(', ')}.` : `Did you mean ${nearest}?`;
  throw new UsageError(`"${word}" is no shell that flagbearer knows. ${hint}`);
}
