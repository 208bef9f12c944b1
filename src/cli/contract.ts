import { loadSettings, type Flags } from '../config.ts';
import { fittingValue, valueFromTexts } from '../config/setting-value.ts';
import { configFile, settingsOf } from '../config/setting.ts';
import type { Command, Option } from './command.ts';
import { exitCode } from './exit-code.ts';

const format: Option = {
  flag: 'format',
  schema: {
    type: 'string',
    description: 'Language to print it in.',
    enum: ['json', 'yaml'],
    default: 'json',
    'x-value': 'FORMAT',
  },
};

/** `flagbearer contract`: the OpenAPI document that a sandbox with this dialect keeps to. */
export const contract: Command = {
  name: 'contract',
  summary: 'Print the effective contract: OpenAPI with a dialect laid over it.',
  options: [...settingsOf('sandbox').filter(({ key }) => key === 'dialect'), configFile, format],
  examples: [
    { line: 'flagbearer contract > openapi.json', does: 'The contract of the default dialect.' },
    {
      line: 'flagbearer contract --dialect staging.dialect.yaml --format yaml',
      does: 'That of another dialect, as YAML.',
    },
  ],
  async run({ flags, cwd }) {
    const written = await formatOf(flags);
    const { dialect } = await loadSettings('sandbox', { flags, cwd });
    const { readDialectFile } = await import('../server/dialect-file.ts');
    const { effectiveContract } = await import('../contract/effective.ts');
    process.stdout.write(written(effectiveContract(await readDialectFile(dialect))));
    return exitCode.done;
  },
};

/** How a document is to be written, as --format has it. */
async function formatOf(flags: Flags): Promise<(document: object) => string> {
  const texts = flags.get(format.flag);
  const name =
    texts && fittingValue('--format', format.schema, valueFromTexts(format.schema, texts));
  if (name !== 'yaml') return (document) => `${JSON.stringify(document, null, 2)}\n`;
  const { stringify } = await import('yaml');
  return (document) => stringify(document);
}
