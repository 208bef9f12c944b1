import type { Dialect } from '../dialect/dialect.ts';
import type { Command } from './command/command.ts';
import { chosenDialect, dialectOptions } from './command/dialect-option.ts';
import { exitCode } from './command/exit-code.ts';
import { choiceOption, chosen } from './command/option-value.ts';
import { jsonText } from './text/json-text.ts';

const FORMATS = ['json', 'yaml', 'openapi', 'types', 'http'] as const;
type Format = (typeof FORMATS)[number];

const format = choiceOption(
  'format',
  'What to print: OpenAPI as JSON (json, and openapi) or as YAML, TypeScript types by openapi-typescript, or an .http file with every operation.',
  FORMATS,
);

/** `flagbearer contract`: the OpenAPI document that a sandbox with this dialect keeps to. */
export const contract: Command = {
  name: 'contract',
  summary: 'Print the effective contract: OpenAPI with a dialect laid over it.',
  options: [...dialectOptions, format],
  notes: [
    'The types are for the code of a client: paths, components and operations, as openapi-fetch takes them. openapi-typescript has to be installed beside the project: npm install --save-dev openapi-typescript typescript. The requests of the .http file are in the syntax of REST Client for VS Code and of httpYac, and run against the default scenario of flagbearer start.',
  ],
  examples: [
    { line: 'flagbearer contract > openapi.json', does: 'The contract of the default dialect.' },
    {
      line: 'flagbearer contract --dialect staging.dialect.yaml --format yaml',
      does: 'That of another dialect, as YAML.',
    },
    {
      line: 'flagbearer contract --format types > src/service.d.ts',
      does: 'Types for the code that calls the service.',
    },
    {
      line: 'flagbearer contract --format http > service.http',
      does: 'Requests to send from an editor, from the challenge to the user.',
    },
  ],
  async run({ flags, cwd, interpolated }) {
    const form = chosen(format, flags);
    const dialect = await chosenDialect({ flags, cwd, interpolated });
    process.stdout.write(await textIn(form, dialect, cwd));
    return exitCode.done;
  },
};

async function textIn(form: Format, dialect: Dialect, cwd: string): Promise<string> {
  if (form === 'http') return (await import('./contract/http-file.ts')).httpFile(dialect);
  const { effectiveContract } = await import('../contract/effective.ts');
  const document = effectiveContract(dialect);
  switch (form) {
    case 'types':
      return (await import('./contract/types.ts')).contractTypes(document, cwd);
    case 'yaml':
      return (await import('../documents/yaml-writer.ts')).stringify(document);
    case 'json':
    case 'openapi':
      return jsonText(document);
  }
}
