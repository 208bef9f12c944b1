import { hide, kindShown, REDACTED } from './marker.ts';
import type { SecretText } from './secret-text.ts';
import type { ShownPlace } from './shown-names.ts';
import { looksLikeCode } from './token-patterns.ts';

/** What of a body is shown. */
export interface BodyRules {
  readonly isSecretName: (name: string) => boolean;
  readonly text: SecretText;
  /** The same for names, of which there are few. */
  readonly name: SecretText;
  /** The same for the values of fields that hold 32 bytes in hex and no key. */
  readonly hash: SecretText;
  /** Whether whatever consists of digits may be a one-time password. */
  readonly digits: 'shown' | 'hidden';
}

/** A body with more values or characters is not stored. */
const MAX_VALUES = 4000;
const MAX_CHARACTERS = 64 * 1024;
/** Objects of the contract are much smaller, and redacting many unknown names takes time. */
const MAX_FIELDS = 500;

/** What a value takes beside its characters, in bytes. */
const WEIGHT_OF_VALUE = 32;

/** 32 bytes in hex that are no key (§2.7). */
const HASHES: ReadonlySet<string> = new Set(['transactionHash']);

/** A copy of a body without secrets, and about the bytes that it takes. */
export interface ShownBody {
  readonly value: unknown;
  readonly weight: number;
}

/**
 * Copies the values that the contract names; for others, names and types.
 *
 * @returns undefined for a body that is too large
 */
export function shownBody(
  body: unknown,
  place: ShownPlace,
  rules: BodyRules,
): ShownBody | undefined {
  const counted = { values: 0, characters: 0 };
  const value = copied(body, place, 0);
  return isTooLarge(counted)
    ? undefined
    : { value, weight: counted.values * WEIGHT_OF_VALUE + counted.characters };

  function copied(
    value: unknown,
    { value: leaf, fields, items }: ShownPlace,
    depth: number,
  ): unknown {
    counted.values += 1;
    // A copy beyond the limits is discarded.
    if (isTooLarge(counted)) return null;
    if (Array.isArray(value)) {
      if (items === undefined) return kindShown(value);
      return value.map((item) => copied(item, items, depth + 1));
    }
    if (typeof value === 'object' && value !== null) {
      return fields.size > 0 || depth === 0 ? copiedFields(value, fields, depth) : kindShown(value);
    }
    return leaf === 'shown' ? shownValue(value, rules.text) : kindShown(value);
  }

  function shownValue(value: unknown, text: SecretText): unknown {
    if (typeof value === 'string') {
      counted.characters += value.length;
      if (isTooLarge(counted)) return null;
      return rules.digits === 'hidden' && looksLikeCode(value) ? REDACTED : text(value);
    }
    if (typeof value !== 'number') return value;
    return rules.digits === 'hidden' && looksLikeCode(String(value)) ? REDACTED : value;
  }

  function copiedFields(value: object, fields: ShownPlace['fields'], depth: number): unknown {
    const copy: Record<string, unknown> = {};
    const entries = Object.entries(value);
    if (entries.length > MAX_FIELDS) counted.values = Infinity;
    if (isTooLarge(counted)) return null;
    for (const [name, inner] of entries) {
      counted.characters += name.length;
      const isCode = rules.digits === 'hidden' && looksLikeCode(name);
      put(copy, isCode ? REDACTED : rules.name(name), field(name, inner, fields.get(name), depth));
    }
    return copy;
  }

  function field(
    name: string,
    inner: unknown,
    place: ShownPlace | undefined,
    depth: number,
  ): unknown {
    const isSecret = rules.isSecretName(name);
    if (isSecret || place === undefined) {
      counted.values += 1;
      return isSecret ? hide(inner) : kindShown(inner);
    }
    return HASHES.has(name) && typeof inner === 'string'
      ? shownValue(inner, rules.hash)
      : copied(inner, place, depth + 1);
  }
}

interface Counted {
  readonly values: number;
  readonly characters: number;
}

function isTooLarge({ values, characters }: Counted): boolean {
  return values > MAX_VALUES || characters > MAX_CHARACTERS;
}

/** As JSON.parse does it: `__proto__` is a field like any other. */
function put(copy: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__') {
    Object.defineProperty(copy, name, { value, enumerable: true, writable: true });
  } else {
    copy[name] = value;
  }
}
