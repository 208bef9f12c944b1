/** Writes the output of a command to a new file or to stdout. */
import { resolve } from 'node:path';
import type { Flags } from '../../config.ts';
import { writeOutputFile, type OutputOptions } from '../../ports/output-file.ts';
import { describeError } from '../../describe-error.ts';
import { getErrorCode } from '../../error-code.ts';
import { UsageError, type Option } from './command.ts';
import { isOn, createSwitch, getText, createTextOption } from './option-value.ts';

const output = createTextOption(
  'output',
  'FILE',
  'File to write to; - is stdout. Default: stdout.',
  {
    short: 'o',
  },
);
const force = createSwitch('force', 'Replace an existing file.');

export const outputOptions: readonly Option[] = [output, force];

/** Returns the file of --output; undefined for stdout. */
function getOutputFile(flags: Flags): string | undefined {
  const file = getText(output, flags);
  return file === '-' ? undefined : file;
}

/** Writes a text to the file of --output, or to stdout. @param readers `owner` for a text with secrets */
export async function writeOutput(
  text: string,
  { flags, cwd }: { readonly flags: Flags; readonly cwd: string },
  readers: OutputOptions['readers'],
): Promise<void> {
  const file = getOutputFile(flags);
  if (file === undefined) {
    process.stdout.write(text);
    return;
  }
  const overwrite = isOn(force, flags);
  await writeOutputFile(resolve(cwd, file), text, { readers, overwrite }).catch(
    (error: unknown) => {
      const advice = ADVICE[getErrorCode(error) ?? ''] ?? '';
      throw new UsageError(`--output: cannot write ${file}: ${describeError(error)}${advice}.`);
    },
  );
}

const ADVICE: Readonly<Record<string, string>> = {
  EEXIST: '. Replace it with --force',
  ENOENT: '. Create it',
};

const documentFormat: Option = {
  flag: 'format',
  schema: {
    type: 'string',
    description:
      'Output format; JSON loads much faster. Default: json if the --output file ends in .json, else yaml.',
    enum: ['yaml', 'json'],
    'x-value': 'FORMAT',
  },
};

export const documentOptions: readonly Option[] = [...outputOptions, documentFormat];

/** Returns the value of --format; the default depends on the name of the --output file. */
export function readDocumentFormat(flags: Flags): 'yaml' | 'json' {
  const defaultFormat = getOutputFile(flags)?.endsWith('.json') ? 'json' : 'yaml';
  return (getText(documentFormat, flags) ?? defaultFormat) === 'json' ? 'json' : 'yaml';
}
