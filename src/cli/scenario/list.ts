import { exitCode, type Command } from '../command/command.ts';
import { createChoiceOption, getChoice } from '../command/option-value.ts';
import { formatJson } from '../text/json-text.ts';
import { formatTermTable } from '../text/text-table.ts';

const format = createChoiceOption('format', 'Output format.', ['text', 'json']);

export const listScenarios: Command = {
  name: 'scenario list',
  summary: 'List the scenarios that ship with flagbearer.',
  options: [format],
  examples: [
    {
      line: 'flagbearer scenario list',
      description: 'Print name and description of each scenario.',
    },
  ],
  async run({ flags }) {
    const form = getChoice(format, flags);
    const library = await import('../../scenarios/library.ts');
    const items = await library.listScenarios();
    const terms = items.map(({ name, description }) => ({ term: name, text: description }));
    process.stdout.write(form === 'json' ? formatJson({ items }) : `${formatTermTable(terms)}\n`);
    return exitCode.success;
  },
};
