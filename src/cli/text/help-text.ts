import { listIn } from '../../config/value-schema.ts';
import type { Command, Example, Operands, Option } from '../command/command.ts';
import { exitCodeMeanings } from '../command/exit-code.ts';
import { PAGE_WIDTH, termTable, wrapped, type Term } from './text-table.ts';

/** The page about one command. */
export function helpOn(command: Command): string {
  const { summary, options, examples, notes = [] } = command;
  const rows = [...options.map(optionRow), helpRow];
  return paragraphs([
    `Usage: ${usageOf(command)}`,
    wrapped(summary, PAGE_WIDTH).join('\n'),
    titled('Options', termTable(rows)),
    ...notes.map((note) => wrapped(note, PAGE_WIDTH).join('\n')),
    titled('Examples', examples.map(exampleLines).join('\n')),
  ]);
}

/**
 * How a line with the command is built: `flagbearer scenario check FILE... [options]`.
 *
 * @public The reference shows it, too (scripts/reference/command-line-pages.mjs).
 */
export function usageOf({ name, operands, options }: Command): string {
  const taken = operands && operandsText(operands);
  const usable = options.length > 0 && '[options]';
  const words = operands?.behindDashes ? [usable, '--', taken] : [taken, usable];
  return ['flagbearer', name, ...words].filter(Boolean).join(' ');
}

/** The page about all of them. */
export function overview(commands: readonly Command[]): string {
  return paragraphs([
    'Usage: flagbearer <command> [options]',
    'A mock and conformance server for the user authentication and account flags interface.',
    titled(
      'Commands',
      termTable(commands.map(({ name, summary }) => ({ term: name, text: summary }))),
    ),
    titled('Options', termTable([helpRow, { term: '-v, --version', text: 'Print the version.' }])),
    titled(
      'Exit codes',
      termTable(exitCodeMeanings.map(({ code, meaning }) => ({ term: `${code}`, text: meaning }))),
    ),
    'Run flagbearer help <command> for the options of a command.',
  ]);
}

/** The page about the commands whose names begin with one word. */
export function familyPage(word: string, commands: readonly Command[]): string {
  return paragraphs([
    `Usage: flagbearer ${word} <command> [options]`,
    titled(
      'Commands',
      termTable(commands.map(({ name, summary }) => ({ term: name, text: summary }))),
    ),
    titled('Examples', commands.flatMap(({ examples }) => examples.map(exampleLines)).join('\n')),
    `Run flagbearer help ${word} <command> for the options of a command.`,
  ]);
}

/** The operands as a usage line shows them: `FILE`, `[FILE...]`. */
function operandsText({ word, least, most }: Operands): string {
  const text = most === Infinity ? `${word}...` : word;
  return least === 0 ? `[${text}]` : text;
}

const helpRow: Term = { term: '-h, --help', text: 'Print this page.' };

function optionRow({ flag, short, schema }: Option): Term {
  const { description, enum: choices, default: preset, 'x-value': value } = schema;
  const told = presetText(preset);
  const remarks = [
    description,
    listIn(schema) && 'May be given several times.',
    choices && `One of ${choices.join(', ')}.`,
    told && `Default: ${told}.`,
  ];
  return {
    term: [short && `-${short},`, `--${flag}`, value].filter(Boolean).join(' '),
    text: remarks.filter(Boolean).join(' '),
  };
}

/** A default worth telling. Off and empty are what anyone expects of an option not given. */
function presetText(preset: unknown): string | undefined {
  if (Array.isArray(preset)) return preset.join(', ') || undefined;
  return typeof preset === 'string' || typeof preset === 'number' ? `${preset}` : undefined;
}

function exampleLines({ line, does }: Example): string {
  return `  ${line}\n      ${wrapped(does, PAGE_WIDTH - 6).join('\n      ')}`;
}

function titled(title: string, body: string): string {
  return `${title}:\n${body}`;
}

function paragraphs(parts: readonly string[]): string {
  return `${parts.join('\n\n')}\n`;
}
