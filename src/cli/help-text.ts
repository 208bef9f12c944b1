import type { Command, Example, Option } from './command.ts';

const width = 88;

/** The page about one command. */
export function helpOn(command: Command): string {
  const { name, summary, operand, options, examples, notes = [] } = command;
  const usage = ['flagbearer', name, operand && `[${operand}]`, options.length > 0 && '[options]'];
  const rows = [...options.map(optionRow), helpRow];
  return paragraphs([
    `Usage: ${usage.filter(Boolean).join(' ')}`,
    summary,
    titled('Options', table(rows)),
    ...notes.map((note) => wrapped(note, width).join('\n')),
    titled('Examples', examples.map(exampleLines).join('\n')),
  ]);
}

/** The page about all of them. */
export function overview(commands: readonly Command[]): string {
  return paragraphs([
    'Usage: flagbearer <command> [options]',
    'A mock and conformance server for the user authentication and account flags interface.',
    titled('Commands', table(commands.map(({ name, summary }) => ({ term: name, text: summary })))),
    titled('Options', table([helpRow, { term: '-v, --version', text: 'Print the version.' }])),
    'Run flagbearer help <command> for the options of a command.',
  ]);
}

interface Row {
  readonly term: string;
  readonly text: string;
}

const helpRow: Row = { term: '-h, --help', text: 'Print this page.' };

function optionRow({ flag, schema }: Option): Row {
  const { description, type, enum: choices, default: preset, 'x-value': value } = schema;
  const told = presetText(preset);
  const remarks = [
    description,
    type === 'array' && 'May be given several times.',
    choices && `One of ${choices.join(', ')}.`,
    told && `Default: ${told}.`,
  ];
  return {
    term: [`--${flag}`, value].filter(Boolean).join(' '),
    text: remarks.filter(Boolean).join(' '),
  };
}

/** A default worth telling. Off and empty are what anyone expects of an option not given. */
function presetText(preset: unknown): string | undefined {
  if (Array.isArray(preset)) return preset.join(', ') || undefined;
  return typeof preset === 'string' || typeof preset === 'number' ? `${preset}` : undefined;
}

function exampleLines({ line, does }: Example): string {
  return `  ${line}\n      ${does}`;
}

/** Two columns, the second as far right as the longest term needs. */
function table(rows: readonly Row[]): string {
  const column = Math.max(...rows.map(({ term }) => term.length)) + 4;
  return rows
    .map(({ term, text }) => {
      const lines = wrapped(text, width - column);
      return `  ${term}`.padEnd(column) + lines.join(`\n${' '.repeat(column)}`);
    })
    .join('\n');
}

function wrapped(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (longer.length > columns) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return [...lines, line];
}

function titled(title: string, body: string): string {
  return `${title}:\n${body}`;
}

function paragraphs(parts: readonly string[]): string {
  return `${parts.join('\n\n')}\n`;
}
