import { REDACTED } from './marker.ts';
import type { SecretText } from './secret-text.ts';

/** A word, or a version: no token, id or code looks like it. */
const WORD = /^(?:v\d{1,2}|\.?[A-Za-z][A-Za-z._~-]{0,31})$/;

/**
 * Returns a path that is not of the contract: segments that the contract names, and words; anything
 * else may be a secret.
 */
export function shownPath(path: string, named: ReadonlySet<string>, text: SecretText): string {
  return path
    .split('/')
    .map((segment) => (segment.includes('%') ? shownEncoded(segment) : shownSegment(segment)))
    .join('/');

  /** Encoded as a whole, it is shown or hidden as a whole. */
  function shownEncoded(segment: string): string {
    const plain = decoded(segment).trim();
    return shownSegment(plain) === plain ? segment : REDACTED;
  }

  function shownSegment(segment: string): string {
    return text(segment)
      .split(':')
      .map((part) => (part === '' || named.has(part) || WORD.test(part) ? part : REDACTED))
      .join(':');
  }
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
