import { didYouMean } from '../../did-you-mean.ts';
import type { Command, Commands } from './command.ts';
import { UsageError } from './usage-error.ts';

/**
 * Loads the commands that a line may name: one, those that share its first word, or for the overview all.
 *
 * @throws UsageError for a name that no command has
 */
export async function loadCommands(
  commands: Commands,
  [first = '', second = '']: readonly string[],
): Promise<readonly Command[]> {
  if (first === '-h' || first === '--help') return loadAll(commands);
  if (first.startsWith('-')) return [];
  const family = new Map([...commands].filter(([name]) => name.startsWith(`${first} `)));
  const member = family.get(`${first} ${second}`);
  if (member) return [await member()];
  const alone = commands.get(first);
  if (alone) return loadAll(new Map([[first, alone], ...family]));
  if (family.size === 0) {
    const names = new Set([...commands.keys()].map((name) => name.replace(/ .*/, '')));
    throw unknownCommand(first, names, 'flagbearer help');
  }
  if (second !== '' && !second.startsWith('-')) {
    const names = [...family.keys()].map((name) => name.replace(`${first} `, ''));
    throw unknownCommand(`${first} ${second}`, names, `flagbearer help ${first}`);
  }
  return loadAll(family);
}

function loadAll(commands: Commands): Promise<Command[]> {
  return Promise.all([...commands.values()].map((load) => load()));
}

function unknownCommand(written: string, names: Iterable<string>, help: string): UsageError {
  const word = written.replace(/^.* /, '');
  return new UsageError(`unknown command ${written}.${didYouMean(word, names) || ` See ${help}.`}`);
}
