import { hide, REDACTED } from '../../ports/redaction.ts';
import { looksLikeCode } from './secret-text.ts';
import type { SecretText } from './secret-text.ts';

/** What is secret in a body. */
export interface BodySecrets {
  readonly isSecretName: (name: string) => boolean;
  readonly text: SecretText;
  /** The same for names, of which there are few. */
  readonly name: SecretText;
  /** Fields whose text is shown as it is. */
  readonly plainNames: ReadonlySet<string>;
  /** Whether whatever consists of digits may be a one-time password. */
  readonly digits: 'shown' | 'hidden';
}

/** A body with more values or characters than this is not kept. */
const MOST_VALUES = 4000;
const MOST_CHARACTERS = 64 * 1024;

/** What stands in the place of a part that lies too deep to look at. */
const TOO_DEEP = '[too deep]';
const DEEPEST = 32;

/** What a value takes beside its characters, in bytes. */
const WEIGHT_OF_VALUE = 32;

/** A copy of a body with every secret replaced, and about the bytes that it takes. */
export interface RedactedBody {
  readonly value: unknown;
  readonly weight: number;
}

/** @returns undefined for a body that is too large to be kept */
export function redactedBody(body: unknown, secrets: BodySecrets): RedactedBody | undefined {
  const counted = { values: 0, characters: 0 };
  const value = copied(body, 0, secrets, counted);
  return isTooLarge(counted)
    ? undefined
    : { value, weight: counted.values * WEIGHT_OF_VALUE + counted.characters };
}

interface Counted {
  values: number;
  characters: number;
}

function isTooLarge({ values, characters }: Counted): boolean {
  return values > MOST_VALUES || characters > MOST_CHARACTERS;
}

function copied(value: unknown, depth: number, secrets: BodySecrets, counted: Counted): unknown {
  counted.values += 1;
  // What is copied beyond the limits is thrown away as a whole.
  if (isTooLarge(counted)) return null;
  if (typeof value === 'string') {
    counted.characters += value.length;
    if (isTooLarge(counted)) return null;
    return secrets.digits === 'hidden' && looksLikeCode(value) ? REDACTED : secrets.text(value);
  }
  if (typeof value === 'number') {
    return secrets.digits === 'hidden' && looksLikeCode(String(value)) ? REDACTED : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (depth === DEEPEST) return TOO_DEEP;
  if (Array.isArray(value)) return value.map((item) => copied(item, depth + 1, secrets, counted));
  return copiedFields(value, depth, secrets, counted);
}

function copiedFields(value: object, depth: number, secrets: BodySecrets, counted: Counted) {
  const copy: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(value)) {
    counted.characters += name.length;
    const isCode = secrets.digits === 'hidden' && looksLikeCode(name);
    put(copy, isCode ? REDACTED : secrets.name(name), field(name, inner));
  }
  return copy;

  function field(name: string, inner: unknown): unknown {
    if (!secrets.isSecretName(name)) {
      return secrets.plainNames.has(name) && typeof inner === 'string'
        ? inner
        : copied(inner, depth + 1, secrets, counted);
    }
    counted.values += 1;
    return hide(inner);
  }
}

/** As JSON.parse does it: `__proto__` is a field like any other. */
function put(copy: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__') {
    Object.defineProperty(copy, name, { value, enumerable: true, writable: true });
  } else {
    copy[name] = value;
  }
}
