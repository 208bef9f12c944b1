import type { Random } from './random.ts';

export type Header = readonly [name: string, value: string];

/** A request that is being corrupted, before it is serialized. */
export interface Draft {
  method: string;
  path: string;
  version: string;
  headers: Header[];
  body: Buffer;
  /** How headers declare the length of the body. With `none`, a corruption sets these headers. */
  framing: 'length' | 'chunked' | 'none';
  /** Bytes sent after the body. */
  tail: Buffer;
  /** Whether the sandbox must respond. After some invalid requests, Node closes the connection instead. */
  response: 'required' | 'optional';
}

export type Corruptions = Readonly<Record<string, (draft: Draft, random: Random) => void>>;

/** About half the size that Node allows for all headers. */
export const LONG = 'x'.repeat(9000);
/** More than Node allows for all headers. */
export const HUGE = 'x'.repeat(20_000);

/** Replaces line breaks, which would end a header. */
export function toOneLine(text: string): string {
  return text.replaceAll(/[\r\n]/g, ' ');
}

/** Percent-encodes any text. The Buffer replaces lone surrogates, which encodeURIComponent rejects. */
export function encodeForUrl(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}
