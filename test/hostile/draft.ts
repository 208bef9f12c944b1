import type { Random } from './random.ts';

export type Header = readonly [name: string, value: string];

/** A request that is being corrupted, before it is serialized. */
export interface Draft {
  method: string;
  path: string;
  version: string;
  headers: Header[];
  body: Buffer;
  /** How the end of the body is declared; `given` if a corruption has set the headers. */
  framing: 'length' | 'chunked' | 'given';
  /** Bytes that follow on the same connection. */
  tail: Buffer;
  /** Node does not respond to some invalid requests. */
  response: 'awaited' | 'may be none';
}

export type Corruptions = Readonly<Record<string, (draft: Draft, random: Random) => void>>;

/** A text of about half the header limit of Node, and one above it. */
export const LONG = 'x'.repeat(9000);
export const HUGE = 'x'.repeat(20_000);

/** Replaces line breaks, which would end a header. */
export function toOneLine(text: string): string {
  return text.replaceAll(/[\r\n]/g, ' ');
}
