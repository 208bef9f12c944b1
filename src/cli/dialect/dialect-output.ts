/** What the commands about dialects have in common. */
import type { KnownDialect } from '../../dialect/diff.ts';
import type { DialectDocument } from '../../dialect/dialect.ts';
import { valueText } from '../../dialect/value-text.ts';
import { shortened } from '../../reporting/words/visible-text.ts';
import type { Option } from '../command/command.ts';

export const jsonOption: Option = {
  flag: 'json',
  schema: { type: 'boolean', description: 'Print JSON.' },
};

export interface ReadDialect extends KnownDialect {
  readonly document: DialectDocument;
}

/** @throws StartError for a file that can't be read or is no dialect. */
export async function readDialect(file: string): Promise<ReadDialect> {
  const { readDialectDocument } = await import('../../server/dialect-file.ts');
  const { dialect, document } = await readDialectDocument(file);
  return { dialect, document, unknown: document.unknown ?? [] };
}

/** A list of flags has no place in a column: --json shows all of it. */
const WIDEST_VALUE = 36;

export function valueCell(value: unknown): string {
  return shortened(valueText(value), WIDEST_VALUE);
}
