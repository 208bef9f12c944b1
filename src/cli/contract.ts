import type { Command } from './command.ts';
import { chosenDialect, dialectOptions } from './dialect-option.ts';
import { exitCode } from './exit-code.ts';
import { choiceOption, chosen } from './option-value.ts';

const format = choiceOption('format', 'Language to print it in.', ['json', 'yaml']);

/** `flagbearer contract`: the OpenAPI document that a sandbox with this dialect keeps to. */
export const contract: Command = {
  name: 'contract',
  summary: 'Print the effective contract: OpenAPI with a dialect laid over it.',
  options: [...dialectOptions, format],
  examples: [
    { line: 'flagbearer contract > openapi.json', does: 'The contract of the default dialect.' },
    {
      line: 'flagbearer contract --dialect staging.dialect.yaml --format yaml',
      does: 'That of another dialect, as YAML.',
    },
  ],
  async run({ flags, cwd }) {
    const written = await writerOf(chosen(format, flags));
    const dialect = await chosenDialect(flags, cwd);
    const { effectiveContract } = await import('../contract/effective.ts');
    process.stdout.write(written(effectiveContract(dialect)));
    return exitCode.done;
  },
};

async function writerOf(format: 'json' | 'yaml'): Promise<(document: object) => string> {
  if (format === 'json') return (document) => `${JSON.stringify(document, null, 2)}\n`;
  const { stringify } = await import('yaml');
  return (document) => stringify(document);
}
