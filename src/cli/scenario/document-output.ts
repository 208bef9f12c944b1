/** Where a command that makes a scenario puts it. */
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Flags } from '../../config.ts';
import type { Option } from '../command/command.ts';
import { isGiven, textOf } from '../command/option-value.ts';
import { UsageError } from '../command/usage-error.ts';

const output: Option = {
  flag: 'output',
  short: 'o',
  schema: {
    type: 'string',
    description: 'File to write it to, as JSON where it ends in .json. Without one: to stdout.',
    minLength: 1,
    'x-value': 'FILE',
  },
};

const format: Option = {
  flag: 'format',
  schema: {
    type: 'string',
    description:
      'Language to write it in: YAML for people, or JSON, which loads much faster. Without it, as the file ends; else yaml.',
    enum: ['yaml', 'json'],
    'x-value': 'FORMAT',
  },
};

const force: Option = {
  flag: 'force',
  schema: { type: 'boolean', description: 'Write over a file that is there.' },
};

export const outputOptions: readonly Option[] = [output, format, force];

export interface DocumentOutput {
  readonly format: 'yaml' | 'json';
  /** @throws UsageError for a file that is there already, or can't be written. */
  write(text: string): Promise<void>;
}

/** @throws ConfigError for options that are no good. */
export function documentOutput(flags: Flags, cwd: string): DocumentOutput {
  const file = textOf(output, flags);
  const byName = file?.endsWith('.json') ? 'json' : 'yaml';
  const chosen = (textOf(format, flags) ?? byName) === 'json' ? 'json' : 'yaml';
  const flag = isGiven(force, flags) ? 'w' : 'wx';
  return {
    format: chosen,
    async write(text) {
      if (file === undefined) process.stdout.write(text);
      else await writeFile(resolve(cwd, file), text, { flag }).catch(refusal(file));
    },
  };
}

function refusal(file: string): (error: NodeJS.ErrnoException) => never {
  return ({ code, message }) => {
    throw new UsageError(
      code === 'EEXIST'
        ? `--output: ${file} is there already. Write over it with --force.`
        : `--output: ${file} can't be written: ${message}.`,
    );
  };
}
