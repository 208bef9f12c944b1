import { memoize } from '../bounded-cache.ts';
import { REDACTED } from './marker.ts';
import type { RedactText } from './text-redaction.ts';
import { looksLikeCode } from './token-patterns.ts';

export interface ShownHeaders {
  /** Alternating names and values. */
  readonly list: readonly string[];
  /** The value of service-client-id. */
  readonly clientId: string | null;
  /** Approximate bytes of memory. */
  readonly weight: number;
}

/** Headers that are shown in addition to those in the contract: standard headers, and those of flagbearer. */
const STANDARD =
  /^(?:accept(?:-[a-z]+)*|access-control-[a-z-]+|age|allow|cache-control|connection|content-(?:encoding|length|type)|date|expect|flagbearer-[a-z]+|host|keep-alive|origin|prefer(?:ence-applied)?|retry-after|(?:x-)?ratelimit(?:-[a-z]+)*|sec-fetch-[a-z]+|server|transfer-encoding|user-agent|vary|via)$/;

/** Standard headers whose values may consist of digits, but are never one-time passwords. */
const NUMBERS = /^(?:age|content-length|host|retry-after|(?:x-)?ratelimit(?:-[a-z]+)*)$/;

const CLIENT_ID = 'service-client-id';

interface HeaderRule {
  /** The name, with secrets replaced. */
  readonly name: string;
  readonly value: 'text' | 'number' | 'hidden';
}

/**
 * Returns a function that redacts headers. It shows all names, and the values of headers in the contract or
 * in a standard. Consecutive requests with equal headers share one list.
 *
 * @param isShown returns whether the contract has the header (in lower case) and its value is not a secret
 */
export function createHeaderRedaction(
  isShown: (name: string) => boolean,
  redactText: RedactText,
): (raw: readonly string[]) => ShownHeaders {
  const findRule = memoize((rawName): HeaderRule => {
    const name = rawName.toLowerCase();
    if (!STANDARD.test(name) && !isShown(name))
      return { name: redactText(rawName), value: 'hidden' };
    return { name: redactText(rawName), value: NUMBERS.test(name) ? 'number' : 'text' };
  });
  let lastRaw: readonly string[] = [];
  let lastShown: ShownHeaders = { list: [], clientId: null, weight: 0 };

  return (raw) => {
    const isSame =
      raw.length === lastRaw.length && raw.every((item, index) => item === lastRaw[index]);
    if (!isSame) {
      lastShown = redact(raw);
      lastRaw = raw;
    }
    return lastShown;
  };

  function redact(raw: readonly string[]): ShownHeaders {
    const list: string[] = [];
    let clientId: string | null = null;
    let weight = 0;
    for (let index = 0; index + 1 < raw.length; index += 2) {
      const { name, value: rule } = findRule(raw[index] ?? '');
      const value = redactValue(raw[index + 1] ?? '', rule);
      list.push(name, value);
      weight += name.length + value.length;
      if (name.toLowerCase() === CLIENT_ID) clientId ??= value;
    }
    return { list, clientId, weight };
  }

  function redactValue(value: string, rule: HeaderRule['value']): string {
    if (rule === 'hidden' || (rule === 'text' && looksLikeCode(value))) return REDACTED;
    return redactText(value);
  }
}
