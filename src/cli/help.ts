import type { Command, Commands } from './command.ts';
import { helpOn, overview } from './help-text.ts';
import { loadCommand } from './load-command.ts';

/** `flagbearer help [command]` */
export function helpAbout(commands: Commands): Command {
  return {
    name: 'help',
    summary: 'Print what the commands do, or the options of one.',
    operand: 'command',
    options: [],
    examples: [
      { line: 'flagbearer help start', does: 'The options of start, with their defaults.' },
    ],
    async run({ operands: [name] }) {
      const page =
        name === undefined
          ? overview(await Promise.all([...commands.values()].map((load) => load())))
          : helpOn(await loadCommand(commands, name));
      process.stdout.write(page);
      return 0;
    },
  };
}
