import type { DialectDiff, DialectDifference, UnknownKey } from '../../dialect/diff.ts';
import { exitCode, type Command } from '../command/command.ts';
import { pluralize } from '../../pluralize.ts';
import { isOn } from '../command/option-value.ts';
import { formatColumnTable, type Cell } from '../text/text-table.ts';
import { jsonOption, readDialect, formatValueCell } from './dialect-output.ts';
import { formatJson } from '../text/json-text.ts';
import { SECTION_NOTE } from '../text/help-text.ts';

export const diffDialects: Command = {
  name: 'dialect diff',
  summary: 'Compare two dialects, key by key.',
  operands: { placeholder: 'FILE', min: 2, max: 2 },
  options: [jsonOption],
  notes: [
    'A key that is missing in a file has its default value. Keys that a file lists as unknown are printed separately, because they cannot be compared.',
    SECTION_NOTE,
  ],
  exitCodes: [
    { code: 0, meaning: 'No known difference.' },
    { code: 1, meaning: 'The dialects differ.' },
    { code: 2, meaning: 'Invalid option, or a file cannot be read.' },
  ],
  examples: [
    {
      line: 'flagbearer dialect diff staging.dialect.yaml production.dialect.yaml',
      description: 'Print how production differs from staging.',
    },
  ],
  async run({ operands: [left = '', right = ''], flags }) {
    const json = isOn(jsonOption, flags);
    const { compareDialects } = await import('../../dialect/diff.ts');
    const diff = compareDialects(await readDialect(left), await readDialect(right));
    process.stdout.write(
      json ? formatJson({ left, right, ...diff }) : formatPage(diff, left, right),
    );
    return diff.differences.length > 0 ? exitCode.findings : exitCode.success;
  },
};

function formatPage({ differences, unknown }: DialectDiff, left: string, right: string): string {
  const total = `${pluralize(differences.length, 'difference')}, ${pluralize(unknown.length, 'unknown key')}.`;
  const headings = ['KEY', left, right, 'CLAUSE'];
  const tables = [
    ...(differences.length === 0
      ? []
      : [formatColumnTable(headings, differences.map(toDifferenceRow))]),
    ...(unknown.length === 0
      ? []
      : [`Unknown:\n${formatColumnTable(headings, unknown.map(toUnknownRow))}`]),
  ];
  return `${[...tables, total].join('\n\n')}\n`;
}

function toDifferenceRow({ key, left, right, clause }: DialectDifference): Cell[] {
  return [[key], [formatValueCell(left)], [formatValueCell(right)], [`§${clause}`]];
}

function toUnknownRow({ key, clause, unknownIn, ...row }: UnknownKey): Cell[] {
  return [
    [key],
    [unknownIn === 'right' ? formatValueCell(row.left) : 'unknown'],
    [unknownIn === 'left' ? formatValueCell(row.right) : 'unknown'],
    [`§${clause}`],
  ];
}
