import { findListSchema } from '../../config/value-schema.ts';
import type { Command, Example, ExitCode, Option } from '../command/command.ts';
import { PAGE_WIDTH, formatTermTable, wrap } from './text-table.ts';

/** Returns the notes, exit codes and examples of a command, which follow the options in its help. */
export function formatAppendix({ notes = [], exitCodes, examples }: Command): string {
  const paragraphs = notes.map((note) => wrap(note, PAGE_WIDTH).join('\n'));
  if (exitCodes !== undefined) paragraphs.push(formatExitCodes(exitCodes));
  return [...paragraphs, `Examples:\n${examples.map(formatExample).join('\n')}`].join('\n\n');
}

/** Explains § numbers; for commands whose help or output contains them. */
export const SECTION_NOTE =
  'A number such as §4.5 is a section of docs/interface.md, the description of the service; in sections 3, 5 and 7 the second number is an item of the list, as in §3.2.';

export function formatExitCodes(exitCodes: readonly ExitCode[]): string {
  const rows = exitCodes.map(({ code, meaning }) => ({ term: `${code}`, text: meaning }));
  return `Exit codes:\n${formatTermTable(rows)}`;
}

export function formatOption({ schema }: Option): string {
  const { description, enum: choices, default: defaultValue } = schema;
  const defaultText = formatDefault(defaultValue);
  const remarks = [
    description,
    findListSchema(schema) && 'Repeatable.',
    choices && `One of ${choices.join(', ')}.`,
    defaultText && `Default: ${defaultText}.`,
  ];
  return remarks.filter(Boolean).join(' ');
}

/** Returns the text of a default; undefined for `false` and an empty list, which are not printed. */
function formatDefault(defaultValue: unknown): string | undefined {
  if (Array.isArray(defaultValue)) return defaultValue.join(', ') || undefined;
  return typeof defaultValue === 'string' || typeof defaultValue === 'number'
    ? `${defaultValue}`
    : undefined;
}

function formatExample({ line, description }: Example): string {
  return `  ${line}\n      ${wrap(description, PAGE_WIDTH - 6).join('\n      ')}`;
}
