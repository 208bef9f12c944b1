import type { Flags } from '../../config.ts';
import type { InterpolatedValues } from '../../config/interpolated-values.ts';
import type { Setting } from '../../config/setting.ts';
import type { ValueSchema } from '../../config/value-schema.ts';

/** An option of a command. Every `Setting` is also an option. */
export interface Option {
  /** Name without the dashes. */
  readonly flag: string;
  /** The one-letter form, after a single dash. */
  readonly short?: string;
  readonly schema: ValueSchema;
}

/** The operands of a command: arguments that are not options. */
export interface Operands {
  /** Placeholder in help texts: `FILE`. */
  readonly placeholder: string;
  /** Whether all following arguments, including options, belong to a command to run. */
  readonly passThrough?: boolean;
  readonly min: number;
  readonly max: number;
  /** The setting that the operand defines; an environment variable can define the setting, too. */
  readonly setting?: Setting | undefined;
}

/** An exit code, or a description of several. */
export interface ExitCode {
  readonly code: number | string;
  readonly meaning: string;
}

export interface Example {
  readonly line: string;
  readonly description: string;
}

/** The parsed command line, with known options only. */
export interface Invocation {
  readonly flags: Flags;
  readonly operands: readonly string[];
  readonly cwd: string;
  /** Collects values of variables in the configuration file, and masks them in errors. */
  readonly interpolated: InterpolatedValues;
}

/** A command of `flagbearer`. `run` imports large modules only when they are needed. */
export interface Command {
  /** One word, or two: the group and the command (`scenario check`). */
  readonly name: string;
  /** One sentence for the list of commands. */
  readonly summary: string;
  readonly operands?: Operands;
  /** Paragraphs below the options in the help. */
  readonly notes?: readonly string[];
  /** Exit codes with a special meaning for this command. */
  readonly exitCodes?: readonly ExitCode[];
  readonly examples: readonly Example[];
  readonly options: readonly Option[];
  /** @returns the exit code. */
  run(invocation: Invocation): Promise<number>;
}

/** An invalid command line. The message is one line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** No server responds, or the server is not a sandbox. The message is one line. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}

export const exitCode = {
  success: 0,
  findings: 1,
  invalidInput: 2,
  unreachable: 3,
  incomplete: 4,
  /** EX_SOFTWARE of sysexits.h. */
  internalError: 70,
  /** As in POSIX shells. */
  notRunnable: 126,
  notFound: 127,
  /** 128 plus the number of the signal, as in shells. */
  interrupted: 130,
  outputClosed: 141,
  terminated: 143,
} as const;

/** The exit codes, for help and docs. */
export const exitCodeMeanings: readonly ExitCode[] = [
  { code: exitCode.success, meaning: 'Success: no problems found.' },
  { code: exitCode.findings, meaning: 'A check found a problem.' },
  { code: exitCode.invalidInput, meaning: 'Invalid option, setting, file, port or token.' },
  { code: exitCode.unreachable, meaning: 'The server is unreachable.' },
  {
    code: exitCode.incomplete,
    meaning: 'Incomplete: nothing failed, but not everything was tested.',
  },
  { code: exitCode.internalError, meaning: 'Internal error.' },
  { code: exitCode.notRunnable, meaning: 'exec: the command cannot be run.' },
  { code: exitCode.notFound, meaning: 'exec: the command was not found.' },
  { code: exitCode.interrupted, meaning: 'conform: interrupted by Ctrl-C.' },
  {
    code: exitCode.outputClosed,
    meaning: 'The reader of the output closed it early, such as head in a pipe.',
  },
  { code: exitCode.terminated, meaning: 'conform: terminated by SIGTERM.' },
];
