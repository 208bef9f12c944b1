import type { Interruption } from './interruption.ts';
import type { Runner } from './runner.ts';

/** A stream that text is written to. */
export interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  /** How wide the terminal is, in characters. */
  readonly columns?: number | undefined;
}

export type Input = NodeJS.ReadableStream & { readonly isTTY?: boolean | undefined };

/** What the command takes from the process that it runs in. */
export interface Host {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly stdin: Input;
  /** Where it is not that of the process. */
  readonly env?: NodeJS.ProcessEnv;
  loadRunner(): Promise<Runner>;
  /** Makes SIGINT and SIGTERM end the run instead of the process. */
  untilInterrupted(): Interruption;
  /** Milliseconds since some point in time. */
  now(): number;
}
