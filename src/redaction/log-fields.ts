/** Log lines without secrets: a deny-list, since every field of them is our own. */
import { hide } from './marker.ts';
import { foldAll, isSecretName } from './secret-names.ts';

/** Replaces a value that is nested too deeply. */
const TOO_DEEP = '[too deep]';
const DEEPEST = 32;

const NO_NAMES: ReadonlySet<string> = new Set();

type Fields = Readonly<Record<string, unknown>>;

/**
 * Copies the fields of a log line with secrets replaced as a whole, at any depth. Case, hyphens and
 * underscores of names are ignored. Errors, and values with their own JSON form such as dates, are
 * unchanged.
 *
 * @param value is not changed
 * @param codeFields more names of one-time codes (dialect: otp.*.codeField), since one of them may be
 * `code`, which elsewhere names an error or a flag
 */
export function redact(value: Fields, codeFields?: ReadonlySet<string>): Record<string, unknown>;
export function redact(value: unknown, codeFields?: ReadonlySet<string>): unknown;
export function redact(value: unknown, codeFields: ReadonlySet<string> = NO_NAMES): unknown {
  return redactAt(0, value, codeFields.size === 0 ? NO_NAMES : foldAll(codeFields));
}

function redactAt(depth: number, value: unknown, codeNames: ReadonlySet<string>): unknown {
  if (typeof value !== 'object' || value === null || writesItself(value)) return value;
  if (depth === DEEPEST) return TOO_DEEP;
  if (Array.isArray(value)) return value.map((item) => redactAt(depth + 1, item, codeNames));
  // fromEntries makes even `__proto__` a plain property, as JSON.parse does.
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      isSecretName(name, codeNames) ? hide(inner) : redactAt(depth + 1, inner, codeNames),
    ]),
  );
}

function writesItself(value: object): boolean {
  return value instanceof Error || ('toJSON' in value && typeof value.toJSON === 'function');
}
