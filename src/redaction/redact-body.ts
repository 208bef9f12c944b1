import { createMarker, markType, REDACTED } from './marker.ts';
import type { RedactText } from './text-redaction.ts';
import type { AllowedValue } from './shown-names.ts';
import { looksLikeCode } from './token-patterns.ts';

export interface Rules {
  readonly isSecretName: (name: string) => boolean;
  readonly redactText: RedactText;
  readonly redactName: RedactText;
  /** Replaces only known secrets: `redactText` would replace every hash, which has the form of a private key. */
  readonly redactHash: RedactText;
  /** Whether a value or name of 4 to 18 digits is hidden, because it may be a one-time password. */
  readonly digits: 'shown' | 'hidden';
}

/** A body with more values or characters is not stored. */
const MAX_VALUES = 4000;
const MAX_CHARACTERS = 64 * 1024;
/** Objects of the contract are much smaller, and redacting many unknown names takes time. */
const MAX_FIELDS = 500;

/** Bytes of a value in addition to its characters. */
const WEIGHT_OF_VALUE = 32;

/** Fields with 32 bytes in hex that are not keys (§2.7). */
const HASHES: ReadonlySet<string> = new Set(['transactionHash']);

export interface ShownBody {
  readonly value: unknown;
  /** Approximate bytes of memory. */
  readonly weight: number;
}

/** Copies the values in the contract, and names and types of other values. Returns undefined for a large body. */
export function redactBody(
  body: unknown,
  allowed: AllowedValue,
  rules: Rules,
): ShownBody | undefined {
  let values = 0;
  let characters = 0;
  const isTooLarge = () => values > MAX_VALUES || characters > MAX_CHARACTERS;
  const value = copyValue(body, allowed, 0);
  return isTooLarge() ? undefined : { value, weight: values * WEIGHT_OF_VALUE + characters };

  function copyValue(
    value: unknown,
    { value: leaf, fields, items }: AllowedValue,
    depth: number,
  ): unknown {
    values += 1;
    // A copy beyond the limits is discarded.
    if (isTooLarge()) return null;
    if (Array.isArray(value)) {
      if (items === undefined) return markType(value);
      return value.map((item) => copyValue(item, items, depth + 1));
    }
    if (typeof value === 'object' && value !== null) {
      return fields.size > 0 || depth === 0 ? copyFields(value, fields, depth) : markType(value);
    }
    return leaf === 'shown' ? redactValue(value, rules.redactText) : markType(value);
  }

  function redactValue(value: unknown, redact: RedactText): unknown {
    if (typeof value === 'string') {
      characters += value.length;
      if (isTooLarge()) return null;
      return rules.digits === 'hidden' && looksLikeCode(value) ? REDACTED : redact(value);
    }
    if (typeof value !== 'number') return value;
    return rules.digits === 'hidden' && looksLikeCode(String(value)) ? REDACTED : value;
  }

  function copyFields(value: object, fields: AllowedValue['fields'], depth: number): unknown {
    const entries = Object.entries(value);
    if (entries.length > MAX_FIELDS) values = Infinity;
    if (isTooLarge()) return null;
    // fromEntries makes even `__proto__` a plain property, as JSON.parse does.
    return Object.fromEntries(
      entries.map(([name, member]) => {
        characters += name.length;
        const isCode = rules.digits === 'hidden' && looksLikeCode(name);
        const shownName = isCode ? REDACTED : rules.redactName(name);
        return [shownName, copyField(name, member, fields.get(name), depth)];
      }),
    );
  }

  function copyField(
    name: string,
    member: unknown,
    allowed: AllowedValue | undefined,
    depth: number,
  ): unknown {
    const isSecret = rules.isSecretName(name);
    if (isSecret || allowed === undefined) {
      values += 1;
      return isSecret ? createMarker(member) : markType(member);
    }
    return HASHES.has(name) && typeof member === 'string'
      ? redactValue(member, rules.redactHash)
      : copyValue(member, allowed, depth + 1);
  }
}
