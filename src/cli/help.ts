import type { Command, Commands } from './command/command.ts';
import { familyPage, helpOn, overview } from './text/help-text.ts';
import { familyOf, loadCommand, namesIn } from './command/load-command.ts';
import { UsageError } from './command/usage-error.ts';

/** `flagbearer help [command]` */
export function helpAbout(commands: Commands): Command {
  return {
    name: 'help',
    summary: 'Print what the commands do, or the options of one.',
    operands: {
      word: 'command',
      least: 0,
      most: 2,
      choices: [...namesIn(commands)],
    },
    options: [],
    examples: [
      { line: 'flagbearer help start', does: 'The options of start, with their defaults.' },
      { line: 'flagbearer help scenario', does: 'The commands about scenarios, with examples.' },
    ],
    async run({ operands }) {
      process.stdout.write(await pageAbout(commands, operands));
      return 0;
    },
  };
}

async function pageAbout(commands: Commands, words: readonly string[]): Promise<string> {
  const [first, ...others] = words;
  if (first === undefined) return overview(await loadAll(commands));
  const family = familyOf(commands, first);
  if (family.size > 0 && others.length === 0 && !commands.has(first))
    return familyPage(first, await loadAll(family));
  const { command, rest } = await loadCommand(commands, words);
  if (rest.length > 0) {
    throw new UsageError(`"${rest[0]}" is one word too many: flagbearer help takes one command.`);
  }
  return helpOn(command);
}

function loadAll(commands: Commands): Promise<Command[]> {
  return Promise.all([...commands.values()].map((load) => load()));
}
