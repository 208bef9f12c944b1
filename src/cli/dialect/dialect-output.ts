import type { DetectedDialect } from '../../dialect/diff.ts';
import type { DialectDocument } from '../../dialect/dialect.ts';
import { formatValue } from '../../dialect/format-value.ts';
import { shorten } from '../../reporting/text/visible-text.ts';
import { createSwitch } from '../command/option-value.ts';

export const jsonOption = createSwitch('json', 'Print JSON.');

/** Reads a dialect file. @throws StartError for an unreadable or invalid file */
export async function readDialect(
  file: string,
): Promise<DetectedDialect & { readonly document: DialectDocument }> {
  const { loadDialectSource } = await import('../../server/dialect-file.ts');
  const { dialect, document } = await loadDialectSource(file);
  const { unknown = [] } = document ?? {};
  return { dialect, document: document ?? { version: 1 }, unknown };
}

/** Longer values are truncated in tables; --json prints complete values. */
const MAX_WIDTH = 36;

export function formatValueCell(value: unknown): string {
  return shorten(formatValue(value), MAX_WIDTH);
}
