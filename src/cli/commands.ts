import { didYouMean } from '../did-you-mean.ts';
import type { Command } from './command/command.ts';
import { UsageError } from './command/errors.ts';

type Commands = ReadonlyMap<string, () => Promise<Command>>;

/** Every command, loaded on demand, in the order of the help text. */
export const commands: Commands = new Map([
  ['start', async () => (await import('./start.ts')).start],
  ['exec', async () => (await import('./exec.ts')).exec],
  ['init', async () => (await import('./init.ts')).init],
  ['conform', async () => (await import('./conform.ts')).conform],
  ['proxy', async () => (await import('./proxy.ts')).proxy],
  ['mock', async () => (await import('./mock.ts')).mock],
  ['client-report', async () => (await import('./client-report.ts')).clientReport],
  ['scenario list', async () => (await import('./scenario/list.ts')).listScenarios],
  ['scenario show', async () => (await import('./scenario/show.ts')).showScenario],
  ['scenario check', async () => (await import('./scenario/check.ts')).checkScenarios],
  ['scenario generate', async () => (await import('./scenario/generate.ts')).generateScenario],
  ['scenario export', async () => (await import('./scenario/export.ts')).exportScenario],
  ['messages check', async () => (await import('./messages/check.ts')).checkMessages],
  ['dialect show', async () => (await import('./dialect/show.ts')).showDialect],
  ['dialect diff', async () => (await import('./dialect/diff.ts')).diffDialects],
  ['dialect questions', async () => (await import('./dialect/questions.ts')).askDialect],
  ['certificate', async () => (await import('./certificate.ts')).certificate],
  ['contract', async () => (await import('./contract.ts')).contract],
]);

/**
 * Loads the commands that a line may use: one, a group, or all for the overview.
 *
 * @throws UsageError for an unknown command
 */
export async function loadCommands([first = '', second = '']: readonly string[]): Promise<
  readonly Command[]
> {
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

function loadAll(chosen: Commands): Promise<Command[]> {
  return Promise.all([...chosen.values()].map((load) => load()));
}

function unknownCommand(name: string, names: Iterable<string>, help: string): UsageError {
  const word = name.replace(/^.* /, '');
  return new UsageError(`unknown command ${name}.${didYouMean(word, names) || ` See ${help}.`}`);
}
