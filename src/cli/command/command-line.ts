import { parseArgs } from 'node:util';
import type { Flags } from '../../config.ts';
import { nearestTo } from '../../did-you-mean.ts';
import type { Command, Option } from './command.ts';
import { UsageError } from './usage-error.ts';

/** The words behind the name of a command, sorted. */
export interface CommandLine {
  readonly flags: Flags;
  readonly operands: readonly string[];
  readonly help: 'asked' | 'notAsked';
}

/**
 * Reads the words behind the name of a command.
 *
 * @throws UsageError for an option the command doesn't have, one without its value, and an operand
 * too many, too few, or before the dashes that it stands behind.
 */
export function readCommandLine(command: Command, words: readonly string[]): CommandLine {
  const { tokens } = parseArgs({
    args: [...words],
    options: {
      help: { type: 'boolean', short: 'h' },
      ...Object.fromEntries(command.options.map((option) => [option.flag, formOf(option)])),
    },
    tokens: true,
    // The errors of the strict mode are of several lines, and suggest nothing.
    strict: false,
  });

  const flags = new Map<string, string[]>();
  const operands: string[] = [];
  let help: CommandLine['help'] = 'notAsked';
  let isBehindDashes = false;
  for (const token of tokens) {
    if (token.kind === 'option-terminator') {
      isBehindDashes = true;
    } else if (token.kind === 'positional') {
      if (command.operands?.behindDashes && !isBehindDashes) throw tooEarly(command, token.value);
      if (operands.length === (command.operands?.most ?? 0)) throw tooMany(command, token.value);
      operands.push(token.value);
    } else if (token.kind === 'option' && token.name === 'help') {
      help = 'asked';
    } else if (token.kind === 'option') {
      const option = command.options.find(({ flag }) => flag === token.name);
      if (!option) throw unknown(command, token.rawName);
      const texts = flags.get(option.flag) ?? [];
      flags.set(option.flag, [...texts, textOf(option, token)]);
    }
  }
  const { word, least } = command.operands ?? { word: '', least: 0 };
  if (help === 'notAsked' && operands.length < least) throw tooFew(command, word);
  return { flags, operands, help };
}

interface OptionForm {
  readonly type: 'boolean' | 'string';
  readonly short?: string;
}

function formOf({ schema, short }: Option): OptionForm {
  const type = schema.type === 'boolean' ? 'boolean' : 'string';
  return short === undefined ? { type } : { type, short };
}

interface GivenOption {
  readonly value: string | undefined;
  readonly inlineValue: boolean | undefined;
}

function textOf({ flag, schema }: Option, { value, inlineValue }: GivenOption): string {
  if (value === undefined && schema.type === 'boolean') return 'true';
  const placeholder = schema['x-value'] ?? 'VALUE';
  if (value === undefined) {
    throw new UsageError(`--${flag}: the value is missing. Write --${flag} ${placeholder}.`);
  }
  // `--scenario --json` has lost its value; a number may well begin with a dash.
  if (!inlineValue && /^-\D/.test(value)) {
    throw new UsageError(
      `--${flag}: the value is missing. If it is ${value}, write --${flag}=${value}.`,
    );
  }
  return value;
}

function unknown(command: Command, written: string): UsageError {
  const nearest = nearestTo(
    written.replace(/^-+/, ''),
    command.options.map(({ flag }) => flag),
  );
  const hint = nearest ? `Did you mean --${nearest}?` : `See flagbearer help ${command.name}.`;
  return new UsageError(`${written} is not an option of flagbearer ${command.name}. ${hint}`);
}

function tooMany({ name, operands }: Command, word: string): UsageError {
  const takes = operands ? `one ${operands.word}` : 'options only';
  return new UsageError(
    `"${word}" is one word too many: flagbearer ${name} takes ${takes}. See flagbearer help ${name}.`,
  );
}

function tooEarly({ name }: Command, word: string): UsageError {
  return new UsageError(
    `"${word}" has to stand behind two dashes: flagbearer ${name} [options] -- ${word} ...`,
  );
}

function tooFew({ name, operands }: Command, word: string): UsageError {
  const needed = operands?.behindDashes ? `${word} behind two dashes` : word;
  return new UsageError(`flagbearer ${name} needs a ${needed}. See flagbearer help ${name}.`);
}
