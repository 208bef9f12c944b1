import { didYouMean } from '../../did-you-mean.ts';
import type { Command, Commands } from './command.ts';
import { UsageError } from './usage-error.ts';

export interface LoadedCommand {
  readonly command: Command;
  /** The words behind its name. */
  readonly rest: readonly string[];
}

/**
 * Loads the command that a line begins with: `scenario check a.yaml` leaves `a.yaml`.
 *
 * @throws UsageError for a name that no command has.
 */
export async function loadCommand(
  commands: Commands,
  [first = '', ...rest]: readonly string[],
): Promise<LoadedCommand> {
  const family = familyOf(commands, first);
  const [second = '', ...others] = rest;
  // `repro run` before `repro`, which is a command too.
  const loadMember = family.get(`${first} ${second}`);
  if (loadMember) return { command: await loadMember(), rest: others };
  const load = commands.get(first);
  if (load) return { command: await load(), rest };
  if (family.size === 0) throw unknownCommand(first, namesIn(commands));
  throw unknownMember(first, second, family);
}

/** The commands whose names begin with this word and have another behind it. */
export function familyOf(commands: Commands, word: string): Commands {
  return new Map([...commands].filter(([name]) => name.startsWith(`${word} `)));
}

/** The words that a line may begin with. */
export function namesIn(commands: Commands): ReadonlySet<string> {
  return new Set([...commands.keys()].map((name) => name.replace(/ .*/, '')));
}

function unknownCommand(word: string, names: Iterable<string>): UsageError {
  const hint = didYouMean(word, names) || ' See flagbearer help.';
  return new UsageError(`"${word}" is not a command of flagbearer.${hint}`);
}

function unknownMember(first: string, second: string, family: Commands): UsageError {
  const names = [...family.keys()].map((name) => name.replace(`${first} `, ''));
  const hint = didYouMean(second, names) || ` There is ${names.join(', ')}.`;
  return new UsageError(`"${second}" is not a command of flagbearer ${first}.${hint}`);
}
