import { BoundedCache } from '../../bounded-cache.ts';
import { REDACTED } from '../../ports/redaction.ts';
import { looksLikeCode } from './secret-text.ts';
import type { SecretText } from './secret-text.ts';

/** The headers of a call without its secrets. */
export interface RedactedHeaders {
  /** Names and values in turn. */
  readonly list: readonly string[];
  /** The service-client-id among them. */
  readonly clientId: string | null;
  /** About the bytes that they take. */
  readonly weight: number;
}

/** Headers that hold no secret: those that every call has, and numbers that are told of limits. */
const PLAIN =
  /^(?:accept|accept-encoding|accept-language|age|connection|content-length|content-type|host|retry-after|(?:x-)?ratelimit-[a-z]+)$/i;

const CLIENT_ID = 'service-client-id';

/**
 * Redacts headers. An application sends the same ones with call after call, so calls that follow one
 * another share one list.
 *
 * @returns takes names and values in turn, as Node gives them
 */
export function headerRedaction(
  isSecretName: (name: string) => boolean,
  text: SecretText,
): (raw: readonly string[]) => RedactedHeaders {
  const plain = new BoundedCache<string, boolean>(1000);
  let lastRaw: readonly string[] = [];
  let last: RedactedHeaders = { list: [], clientId: null, weight: 0 };

  return (raw) => {
    if (!areEqual(raw, lastRaw)) {
      last = redacted(raw);
      lastRaw = raw;
    }
    return last;
  };

  function redacted(raw: readonly string[]): RedactedHeaders {
    const list: string[] = [];
    let clientId: string | null = null;
    let weight = 0;
    for (let at = 0; at + 1 < raw.length; at += 2) {
      const name = raw[at] ?? '';
      const value = shown(name, raw[at + 1] ?? '');
      list.push(name, value);
      weight += name.length + value.length;
      if (name.length === CLIENT_ID.length && name.toLowerCase() === CLIENT_ID) clientId ??= value;
    }
    return { list, clientId, weight };
  }

  function shown(name: string, value: string): string {
    let isPlain = plain.get(name);
    if (isPlain === undefined) {
      isPlain = PLAIN.test(name);
      plain.set(name, isPlain);
    }
    if (isPlain) return value;
    return isSecretName(name) || looksLikeCode(value) ? REDACTED : text(value);
  }
}

function areEqual(one: readonly string[], other: readonly string[]): boolean {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at += 1) if (one[at] !== other[at]) return false;
  return true;
}
