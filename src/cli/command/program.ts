import {
  Command as Program,
  CommanderError,
  InvalidArgumentError,
  Option as ProgramOption,
} from 'commander';
import packageManifest from '../../../package.json' with { type: 'json' };
import { SECTION_NOTE, formatAppendix, formatExitCodes, formatOption } from '../text/help-text.ts';
import { PAGE_WIDTH, wrap } from '../text/text-table.ts';
import {
  exitCodeMeanings,
  UsageError,
  type Command,
  type Invocation,
  type Operands,
  type Option,
} from './command.ts';

export type Run = (
  command: Command,
  input: Pick<Invocation, 'flags' | 'operands'>,
) => Promise<void>;

const GROUP_DESCRIPTIONS: ReadonlyMap<string, string> = new Map([
  ['scenario', 'List, show, check, generate and export scenarios.'],
  ['messages', 'Check the messages a client shows for flags.'],
  ['dialect', 'Show and compare dialects.'],
]);

export async function runCommandLine(
  commands: readonly Command[],
  args: readonly string[],
  run: Run,
): Promise<void> {
  try {
    await createProgram(commands, run).parseAsync(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (!PRINTED_CODES.has(error.code)) throw new UsageError(formatUsageError(error, commands));
  }
}

/** Error codes of commander that mean: the help or the version was printed. */
const PRINTED_CODES: ReadonlySet<string> = new Set([
  'commander.help',
  'commander.helpDisplayed',
  'commander.version',
]);

/** Returns one line with a fix: `unknown option --prot. Did you mean --port?` */
function formatUsageError({ message }: CommanderError, commands: readonly Command[]): string {
  // Several commands are loaded if the command line names a group or no command.
  const command = commands.length === 1 ? commands[0] : undefined;
  const min = command?.operands?.min ?? 0;
  const help = command === undefined ? '' : ` ${command.name}`;
  const text = message
    .replace(/^error: /, '')
    .replace(/'(-[^']*)'/g, '$1')
    .replace(/^unknown option (--([^=]+))=(.*)/, (match, name, flag, value) => {
      const isKnown = command?.options.some((option) => option.flag === flag);
      return isKnown ? `${name}: expected no value, got "${value}"` : match;
    })
    .replace(
      /^missing required argument '(.*)'$/,
      min > 1
        ? `missing argument: expected ${min} (${'$1 '.repeat(min).trim()})`
        : 'missing argument $1',
    )
    .replace(/^option (.* <.*>) argument missing$/, 'missing value: $1')
    .replace(/^option .* is invalid\. (missing value: .*)$/, '$1');
  // Commander appends "\n(Did you mean --port?)".
  if (/\n\(.+\)$/.test(text)) return text.replace(/\n\((.+)\)$/, '. $1');
  return `${text.replace(/[.]$/, '')}. See flagbearer help${help}.`;
}

function createProgram(commands: readonly Command[], run: Run): Program {
  const root = new Program('flagbearer')
    .description(
      'A sandbox of the user authentication and account flags interface, and a conformance test for deployments of it.',
    )
    .version(packageManifest.version, '-v, --version', 'Print the version.')
    .helpOption('-h, --help', 'Print this help.')
    .helpCommand('help [command]', 'Print the help of a command.')
    .usage('<command> [options]')
    // `exec [options] COMMAND`: all arguments after COMMAND belong to COMMAND.
    .enablePositionalOptions()
    .exitOverride()
    .configureHelp({ helpWidth: PAGE_WIDTH })
    // `flagbearer scenario` prints its help to stdout; main.ts prints errors.
    .configureOutput({
      writeErr: (text) => process.stdout.write(text),
      outputError: () => undefined,
    })
    .addHelpText(
      'after',
      `\n${formatExitCodes(exitCodeMeanings)}\n\n${wrap(SECTION_NOTE, PAGE_WIDTH).join('\n')}`,
    );
  for (const command of commands) {
    const [first = '', second] = command.name.split(' ');
    if (second === undefined) declareCommand(root.command(first), command, run);
    else declareCommand(findOrCreateGroup(root, first).command(second), command, run);
  }
  return root;
}

function findOrCreateGroup(root: Program, name: string): Program {
  const existing = root.commands.find((group) => group.name() === name);
  return (
    existing ??
    root
      .command(name)
      .description(GROUP_DESCRIPTIONS.get(name) ?? '')
      .usage('<command> [options]')
  );
}

function declareCommand(program: Program, command: Command, run: Run): void {
  const { summary, operands, options } = command;
  program.description(summary).addHelpText('after', `\n${formatAppendix(command)}`);
  for (const term of listOperandTerms(operands)) {
    program.argument(term, operands?.setting && formatOption(operands.setting));
  }
  if (operands?.passThrough) program.passThroughOptions();
  for (const option of options) {
    program.addOption(createProgramOption(option, options));
    // `--no-watch` turns off a switch that the configuration file turns on.
    if (isSwitch(option)) program.addOption(new ProgramOption(`--no-${option.flag}`).hideHelp());
  }
  program.allowExcessArguments();
  program.action(() => {
    const unexpected = program.args[operands?.max ?? 0];
    if (unexpected !== undefined) {
      throw new UsageError(
        `unexpected argument "${unexpected}". See flagbearer help ${command.name}.`,
      );
    }
    return run(command, { flags: readFlags(program, options), operands: program.args });
  });
}

/**
 * Returns the usage line of a command: `flagbearer scenario check [options] <FILE...>`.
 *
 * @public Also used by the reference (scripts/generate.mjs).
 */
export function formatUsage({ name, operands }: Command): string {
  return [
    'flagbearer',
    name,
    '[options]',
    operands?.passThrough && '[--]',
    ...listOperandTerms(operands),
  ]
    .filter(Boolean)
    .join(' ');
}

function listOperandTerms(operands: Operands | undefined): readonly string[] {
  if (operands === undefined) return [];
  const { placeholder, min, max } = operands;
  const [required, optional] = [`<${placeholder}>`, `[${placeholder}]`];
  if (max === Infinity) return [min > 0 ? `<${placeholder}...>` : `[${placeholder}...]`];
  return Array.from({ length: max }, (_, index) => (index < min ? required : optional));
}

function isSwitch({ schema }: Option): boolean {
  return schema.type === 'boolean';
}

function createProgramOption(option: Option, allOptions: readonly Option[]): ProgramOption {
  const { flag, short, schema } = option;
  const names = short === undefined ? `--${flag}` : `-${short}, --${flag}`;
  if (isSwitch(option)) return new ProgramOption(names, formatOption(option));
  const valued = new ProgramOption(
    `${names} <${schema['x-value'] ?? 'VALUE'}>`,
    formatOption(option),
  );
  return valued.argParser<readonly string[] | undefined>((text, previous) => {
    // The value is missing in `--scenario --json` and in `exec --scenario -- npm test`.
    if (text === '--' || allOptions.some(({ flag: name }) => text === `--${name}`)) {
      throw new InvalidArgumentError(`missing value: --${flag} <${schema['x-value'] ?? 'VALUE'}>`);
    }
    return [...(previous ?? []), text];
  });
}

function readFlags(program: Program, options: readonly Option[]): Invocation['flags'] {
  const values = program.opts<Record<string, boolean | readonly string[]>>();
  return new Map(
    options.flatMap(({ flag }) => {
      const value = values[new ProgramOption(`--${flag}`).attributeName()];
      if (value === undefined) return [];
      return [[flag, typeof value === 'boolean' ? [String(value)] : value] as const];
    }),
  );
}
