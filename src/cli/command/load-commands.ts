import { suggestOr } from '../../did-you-mean.ts';
import { commands, type Commands } from '../commands.ts';
import { UsageError, type Command } from './command.ts';

/**
 * Loads the commands for a command line: one command; the commands of a group, and the command whose name
 * is the group; or all commands, if the first word is --help. Loads none if the first word is another option.
 */
export async function loadCommands([first = '', second = '']: readonly string[]): Promise<
  readonly Command[]
> {
  if (first === '-h' || first === '--help') return loadAll(commands);
  // An option without a command, such as --version.
  if (first.startsWith('-')) return [];
  const group = new Map([...commands].filter(([name]) => name.startsWith(`${first} `)));
  const subcommand = group.get(`${first} ${second}`);
  if (subcommand) return [await subcommand()];
  const command = commands.get(first);
  if (command) return loadAll(new Map([[first, command], ...group]));
  if (group.size === 0) {
    const names = new Set([...commands.keys()].map((name) => name.replace(/ .*/, '')));
    throw createCommandError(first, names, 'flagbearer help');
  }
  if (second !== '' && !second.startsWith('-')) {
    const names = [...group.keys()].map((name) => name.replace(`${first} `, ''));
    throw createCommandError(`${first} ${second}`, names, `flagbearer help ${first}`);
  }
  return loadAll(group);
}

function loadAll(loaders: Commands): Promise<Command[]> {
  return Promise.all([...loaders.values()].map((load) => load()));
}

function createCommandError(name: string, names: Iterable<string>, help: string): UsageError {
  const word = name.replace(/^.* /, '');
  return new UsageError(`unknown command ${name}. ${suggestOr(`See ${help}.`, word, names)}`);
}
