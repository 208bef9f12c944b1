import { didYouMean } from '../config/did-you-mean.ts';
import type { Command, Commands } from './command.ts';
import { UsageError } from './usage-error.ts';

/** @throws UsageError for a name that no command has. */
export async function loadCommand(commands: Commands, name: string): Promise<Command> {
  const load = commands.get(name);
  if (load) return load();
  const hint = didYouMean(name, commands.keys()) || ' See flagbearer help.';
  throw new UsageError(`"${name}" is not a command of flagbearer.${hint}`);
}
