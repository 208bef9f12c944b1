import type { Flags } from '../config.ts';
import type { ValueSchema } from '../config/setting.ts';

/** An option of a command. A `Setting` is one. */
export interface Option {
  /** Name without the dashes. */
  readonly flag: string;
  readonly schema: ValueSchema;
}

export interface Example {
  readonly line: string;
  readonly does: string;
}

/** What a command was called with, its options known to be its own. */
export interface Invocation {
  readonly flags: Flags;
  readonly operands: readonly string[];
  readonly cwd: string;
}

/** One command of `flagbearer`, one a file. What is heavy is imported by `run`, when it is needed. */
export interface Command {
  readonly name: string;
  /** One sentence, as the list of commands shows it. */
  readonly summary: string;
  /** The word for its one operand, if it takes one. */
  readonly operand?: string;
  /** More to know, below the options. */
  readonly notes?: readonly string[];
  readonly examples: readonly Example[];
  readonly options: readonly Option[];
  /** @returns the exit code. */
  run(invocation: Invocation): Promise<number>;
}

/** The commands by name, each loaded when it is asked for. */
export type Commands = ReadonlyMap<string, () => Promise<Command>>;
