import type { Flags } from '../../config.ts';
import type { Interpolated } from '../../config/interpolated.ts';
import type { Setting, ValueSchema } from '../../config/setting.ts';

/** An option of a command. A `Setting` is one. */
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
  readonly word: string;
  /** Whether all following arguments, including options, belong to a command to run. */
  readonly passThrough?: boolean;
  readonly least: number;
  readonly most: number;
  /** The setting of the operand, which has an environment variable, too. */
  readonly setting?: Setting;
}

export interface Example {
  readonly line: string;
  readonly does: string;
}

/** The parsed command line, with known options only. */
export interface Invocation {
  readonly flags: Flags;
  /** The operands of the command. */
  readonly operands: readonly string[];
  readonly cwd: string;
  /** Collects values of variables in the configuration file, and masks them in errors. */
  readonly interpolated: Interpolated;
}

/** One command of `flagbearer`, one per file. `run` imports heavy modules when it needs them. */
export interface Command {
  /** One word, or two: the group and the command (`scenario check`). */
  readonly name: string;
  /** One sentence for the list of commands. */
  readonly summary: string;
  readonly operands?: Operands;
  /** Paragraphs below the options in the help. */
  readonly notes?: readonly string[];
  readonly examples: readonly Example[];
  readonly options: readonly Option[];
  /** @returns the exit code. */
  run(invocation: Invocation): Promise<number>;
}
