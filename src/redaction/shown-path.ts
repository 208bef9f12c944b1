import { decoded } from '../http/request-head.ts';
import { REDACTED } from './marker.ts';
import type { SecretText } from './secret-text.ts';

/** A word or a version, which no token, id or code looks like. */
const WORD = /^(?:v\d{1,2}|\.?[A-Za-z][A-Za-z._~-]{0,31})$/;

/** Returns a path outside the contract: segments that the contract names, and words; others are redacted. */
export function shownPath(path: string, named: ReadonlySet<string>, text: SecretText): string {
  return path
    .split('/')
    .map((segment) => (segment.includes('%') ? shownEncoded(segment) : shownSegment(segment)))
    .join('/');

  /** Shows or hides an encoded segment as a whole. */
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
