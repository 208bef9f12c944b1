import type { KeyState } from '../../dialect/diff.ts';
import { exitCode, type Command } from '../command/command.ts';
import { pluralize } from '../../pluralize.ts';
import { isOn, createSwitch } from '../command/option-value.ts';
import { formatColumnTable } from '../text/text-table.ts';
import { jsonOption, readDialect, formatValueCell } from './dialect-output.ts';
import { formatJson } from '../text/json-text.ts';
import { SECTION_NOTE } from '../text/help-text.ts';

const all = createSwitch('all', 'Include the keys that have the default value.');

export const showDialect: Command = {
  name: 'dialect show',
  summary: 'Show the keys of a dialect whose value is unknown or differs from the default.',
  operands: { placeholder: 'FILE', min: 1, max: 1 },
  options: [all, jsonOption],
  notes: [
    'A key is unknown if flagbearer conform could not detect its value. The sandbox then uses the default.',
    SECTION_NOTE,
  ],
  examples: [
    {
      line: 'flagbearer dialect show staging.dialect.yaml',
      description:
        'Print each key whose value differs from the default, with the clause that leaves the key open.',
    },
    { line: 'flagbearer dialect show staging.dialect.yaml --all', description: 'Print every key.' },
  ],
  async run({ operands: [file = ''], flags }) {
    const json = isOn(jsonOption, flags);
    const includesDefaults = isOn(all, flags);
    const [dialect, { listKeyStates }] = await Promise.all([
      readDialect(file),
      import('../../dialect/diff.ts'),
    ]);
    const states = listKeyStates(dialect);
    const keys = includesDefaults ? states : states.filter(({ state }) => state !== 'default');
    process.stdout.write(json ? formatJson({ file, keys }) : formatPage(states, keys));
    return exitCode.success;
  },
};

function formatPage(states: readonly KeyState[], keys: readonly KeyState[]): string {
  const changed = states.filter(({ state }) => state === 'changed').length;
  const unknown = states.filter(({ state }) => state === 'unknown').length;
  const total = `${pluralize(states.length, 'key')}: ${changed} ${changed === 1 ? 'differs' : 'differ'} from the default, ${unknown} unknown.`;
  return keys.length === 0 ? `${total}\n` : `${formatTable(keys)}\n\n${total}\n`;
}

function formatTable(keys: readonly KeyState[]): string {
  return formatColumnTable(
    ['KEY', 'VALUE', 'DEFAULT', 'CLAUSE', 'STATE'],
    keys.map(({ key, clause, value, default: defaultValue, state }) => [
      [key],
      [formatValueCell(value)],
      [formatValueCell(defaultValue)],
      [`§${clause}`],
      [state],
    ]),
  );
}
