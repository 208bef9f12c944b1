import type { Flags } from '../../config.ts';
import type { Interpolated } from '../../config/interpolated.ts';
import type { Setting, ValueSchema } from '../../config/setting.ts';

/** An option of a command. A `Setting` is one. */
export interface Option {
  /** Name without the dashes. */
  readonly flag: string;
  /** One letter that stands for it behind a single dash. */
  readonly short?: string;
  readonly schema: ValueSchema;
}

/** The words behind a command that are no options. */
export interface Operands {
  /** What one of them is called in help texts: `FILE`. */
  readonly word: string;
  /** Whether everything from the first one on belongs to it, options too: a command line to run. */
  readonly passThrough?: boolean;
  readonly least: number;
  readonly most: number;
  /** The setting that it gives, which has a variable too. */
  readonly setting?: Setting;
}

export interface Example {
  readonly line: string;
  readonly does: string;
}

/** What a command was called with, its options known to be its own. */
export interface Invocation {
  readonly flags: Flags;
  /** As many as the command takes. */
  readonly operands: readonly string[];
  readonly cwd: string;
  /** Gets what variables stand for in the configuration file; errors that a command throws are masked by it. */
  readonly interpolated: Interpolated;
}

/** One command of `flagbearer`, one a file. What is heavy is imported by `run`, when it is needed. */
export interface Command {
  /** One word, or two: the family it belongs to and its own (`scenario check`). */
  readonly name: string;
  /** One sentence, as the list of commands shows it. */
  readonly summary: string;
  /** The operands it takes, if it takes any. */
  readonly operands?: Operands;
  /** More to know, below the options. */
  readonly notes?: readonly string[];
  readonly examples: readonly Example[];
  readonly options: readonly Option[];
  /** @returns the exit code. */
  run(invocation: Invocation): Promise<number>;
}

/** The commands by name, each loaded when it is asked for. */
export type Commands = ReadonlyMap<string, () => Promise<Command>>;
