import type { Random } from './random.ts';

export type Header = readonly [name: string, value: string];

/** A request that is being broken, before it is bytes. */
export interface Draft {
  method: string;
  path: string;
  version: string;
  headers: Header[];
  body: Buffer;
  /** By which the end of the body is told; `given` where a break has seen to it. */
  framing: 'length' | 'chunked' | 'given';
  /** What comes behind it on the same connection. */
  tail: Buffer;
  /** Node gives no response to some, by its own rules. */
  response: 'awaited' | 'may be none';
}

export type Corruptions = Readonly<Record<string, (draft: Draft, random: Random) => void>>;

/** Half of what the headers of a request may have, and more than that. */
export const LONG = 'x'.repeat(9000);
export const HUGE = 'x'.repeat(20_000);

/** A line break would end a header before its time. */
export function toOneLine(text: string): string {
  return text.replaceAll(/[\r\n]/g, ' ');
}
