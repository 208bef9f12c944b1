import type { Flags } from '../../config.ts';
import type { Option } from '../command/command.ts';
import { getText } from '../command/option-value.ts';
import { getOutputFile, outputOptions } from '../command/output-file.ts';

const format: Option = {
  flag: 'format',
  schema: {
    type: 'string',
    description:
      'Output format; JSON loads much faster. Default: json if the --output file ends in .json, else yaml.',
    enum: ['yaml', 'json'],
    'x-value': 'FORMAT',
  },
};

export const documentOptions: readonly Option[] = [...outputOptions, format];

/** @throws ConfigError for invalid options */
export function readDocumentFormat(flags: Flags): 'yaml' | 'json' {
  const byName = getOutputFile(flags)?.endsWith('.json') ? 'json' : 'yaml';
  return (getText(format, flags) ?? byName) === 'json' ? 'json' : 'yaml';
}
