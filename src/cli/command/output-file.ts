/** Where a command that makes one text puts it: a file that is written as a whole, or stdout. */
import { resolve } from 'node:path';
import type { Flags } from '../../config.ts';
import { writeWhole } from '../atomic-file.ts';
import type { Option } from './command.ts';
import { textOf } from './option-value.ts';
import { UsageError } from './usage-error.ts';

export const output: Option = {
  flag: 'output',
  short: 'o',
  schema: {
    type: 'string',
    description: 'File to write it to; one that is there is written over. Without one: to stdout.',
    minLength: 1,
    'x-value': 'FILE',
  },
};

/** @throws UsageError for a file that can't be written. */
export async function writeOutput(text: string, flags: Flags, cwd: string): Promise<void> {
  const file = textOf(output, flags);
  if (file === undefined) {
    process.stdout.write(text);
    return;
  }
  await writeWhole(resolve(cwd, file), text).catch((error: Error) => {
    throw new UsageError(`--output: ${file} can't be written: ${error.message}.`);
  });
}
