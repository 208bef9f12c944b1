/** The command line, read by commander. */
import {
  Command as Program,
  CommanderError,
  InvalidArgumentError,
  Option as ProgramOption,
} from 'commander';
import packageManifest from '../../../package.json' with { type: 'json' };
import { appendixOf, exitCodeTable, optionText } from '../text/help-text.ts';
import { PAGE_WIDTH } from '../text/text-table.ts';
import type { Command, Invocation, Operands, Option } from './command.ts';
import { UsageError } from './usage-error.ts';

/** What is done with the command that a line names. */
export type Run = (
  command: Command,
  given: Pick<Invocation, 'flags' | 'operands'>,
) => Promise<void>;

/** What the overview says of the first word of several commands. */
const FAMILIES: ReadonlyMap<string, string> = new Map([
  ['scenario', 'List, show, check, generate and export scenarios.'],
  ['messages', 'Check the texts that a client has for flags.'],
  ['dialect', 'Show and compare dialects.'],
]);

/**
 * Runs the command that a line names, or prints the help that it asks for.
 *
 * @param commands those that the line may name
 * @throws UsageError for a line that does not fit the command
 */
export async function runCommandLine(
  commands: readonly Command[],
  words: readonly string[],
  run: Run,
): Promise<void> {
  try {
    await programOf(commands, run).parseAsync(words, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (!PRINTED.has(error.code)) throw new UsageError(usageErrorText(error, commands));
  }
}

/** The codes with which commander ends after it has printed what was asked for. */
const PRINTED: ReadonlySet<string> = new Set([
  'commander.help',
  'commander.helpDisplayed',
  'commander.version',
]);

/** In one line, with what to do: `unknown option --prot. Did you mean --port?` */
function usageErrorText({ message }: CommanderError, commands: readonly Command[]): string {
  const [command] = commands;
  const help = commands.length === 1 && command !== undefined ? ` ${command.name}` : '';
  const text = message.replace(/^error: /, '').replace(/'(-[^']*)'/g, '$1');
  const suggested = text.replace(/\n\((.+)\)$/, '. $1');
  return suggested === text
    ? `${text.replace(/[.]$/, '')}. See flagbearer help${help}.`
    : suggested;
}

function programOf(commands: readonly Command[], run: Run): Program {
  const root = new Program('flagbearer')
    .description(
      'A mock and conformance server for the user authentication and account flags interface.',
    )
    .version(packageManifest.version, '-v, --version', 'Print the version.')
    .helpOption('-h, --help', 'Print this page.')
    .helpCommand('help [command]', 'Print the options of a command.')
    .usage('<command> [options]')
    // Options of exec stand before its command, those of the command behind it.
    .enablePositionalOptions()
    .exitOverride()
    .configureHelp({ helpWidth: PAGE_WIDTH })
    // `flagbearer scenario` asks for help and makes no mistake; errors are printed by main.ts.
    .configureOutput({
      writeErr: (text) => process.stdout.write(text),
      outputError: () => undefined,
    })
    .addHelpText('after', `\n${exitCodeTable()}`);
  for (const command of commands) {
    const [first = '', second] = command.name.split(' ');
    if (second === undefined) declare(root.command(first), command, run);
    else declare(familyIn(root, first).command(second), command, run);
  }
  return root;
}

function familyIn(root: Program, name: string): Program {
  const present = root.commands.find((each) => each.name() === name);
  return (
    present ??
    root
      .command(name)
      .description(FAMILIES.get(name) ?? '')
      .usage('<command> [options]')
  );
}

function declare(program: Program, command: Command, run: Run): void {
  const { summary, operands, options } = command;
  program.description(summary).addHelpText('after', `\n${appendixOf(command)}`);
  for (const term of operandTerms(operands)) program.argument(term);
  if (operands?.passThrough) program.passThroughOptions();
  for (const option of options) {
    program.addOption(programOption(option, options));
    // A switch that the configuration file turns on.
    if (isSwitch(option)) program.addOption(new ProgramOption(`--no-${option.flag}`).hideHelp());
  }
  program.action(() => run(command, { flags: flagsOf(program, options), operands: program.args }));
}

/**
 * How a line with the command is built: `flagbearer scenario check [options] <FILE...>`.
 *
 * @public The reference shows it, too (scripts/reference/command-line-pages.mjs).
 */
export function usageOf({ name, operands }: Command): string {
  return [
    'flagbearer',
    name,
    '[options]',
    operands?.passThrough && '[--]',
    ...operandTerms(operands),
  ]
    .filter(Boolean)
    .join(' ');
}

function operandTerms(operands: Operands | undefined): readonly string[] {
  if (operands === undefined) return [];
  const { word, least, most } = operands;
  if (most === Infinity) return [least > 0 ? `<${word}...>` : `[${word}...]`];
  return Array.from({ length: most }, (_, at) => (at < least ? `<${word}>` : `[${word}]`));
}

function isSwitch({ schema }: Option): boolean {
  return schema.type === 'boolean';
}

function programOption(option: Option, all: readonly Option[]): ProgramOption {
  const { flag, short, schema } = option;
  const names = short === undefined ? `--${flag}` : `-${short}, --${flag}`;
  if (isSwitch(option)) return new ProgramOption(names, optionText(option));
  const made = new ProgramOption(`${names} <${schema['x-value'] ?? 'VALUE'}>`, optionText(option));
  return made.argParser<readonly string[] | undefined>((text, before) => {
    // `--scenario --json` has lost its value, and so has `exec --scenario -- npm test`.
    if (text === '--' || all.some((each) => text === `--${each.flag}`)) {
      throw new InvalidArgumentError(`The value of --${flag} is missing.`);
    }
    return [...(before ?? []), text];
  });
}

/** The texts that were given for each option. */
function flagsOf(program: Program, options: readonly Option[]): Invocation['flags'] {
  const values = program.opts<Record<string, boolean | readonly string[]>>();
  return new Map(
    options.flatMap(({ flag }) => {
      const value = values[new ProgramOption(`--${flag}`).attributeName()];
      if (value === undefined) return [];
      return [[flag, typeof value === 'boolean' ? [String(value)] : value] as const];
    }),
  );
}
