import { BoundedCache } from '../bounded-cache.ts';

/** What stands in the place of a secret, whatever its length. */
export const REDACTED = '[redacted]';

/** What stands in the place of a part that lies too deep to look at. */
const TOO_DEEP = '[too deep]';
const DEEPEST = 32;

/** Names of headers and fields that hold a secret, as `fold` writes them. */
const SECRET_NAMES: ReadonlySet<string> = foldAll([
  'service-client-secret',
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'sessionJwt',
  'accessToken',
  'controlToken',
  'token',
  'signature',
  'otp',
  'secret',
  'clientSecret',
  'privateKey',
  'mnemonic',
  'jwk',
]);

const NO_NAMES: ReadonlySet<string> = new Set();

type Fields = Readonly<Record<string, unknown>>;

/**
 * Copies headers, a body or the fields of a log line with every secret replaced, at any depth and
 * whole: not a character of it is kept. A name counts whatever its case, hyphens and underscores.
 * Errors, and values that write themselves in JSON such as dates, stay as they are.
 *
 * @param value what is to be shown; it is not changed
 * @param codeFields more names that hold a one-time code (dialect: otp.*.codeField). They are
 *   given because one of them may be `code`, which elsewhere names an error or a flag
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
  // fromEntries makes even `__proto__` a plain field, as JSON.parse does.
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      isSecret(name, codeNames) ? hide(inner) : redactAt(depth + 1, inner, codeNames),
    ]),
  );
}

function writesItself(value: object): boolean {
  return value instanceof Error || ('toJSON' in value && typeof value.toJSON === 'function');
}

function isSecret(name: string, codeNames: ReadonlySet<string>): boolean {
  const folded = fold(name);
  return SECRET_NAMES.has(folded) || codeNames.has(folded);
}

/** More names than this are looked up anew: strangers think of ever new ones. */
const REMEMBERED_NAMES = 1000;

/**
 * Tells the names that hold a secret, and remembers what it has told: for callers that ask often.
 *
 * @param more names beside those that always do
 */
export function secretNames(more: Iterable<string> = []): (name: string) => boolean {
  const folded = foldAll(more);
  const known = new BoundedCache<string, boolean>(REMEMBERED_NAMES);
  return (name) => {
    let secret = known.get(name);
    if (secret === undefined) {
      secret = isSecret(name, folded);
      known.set(name, secret);
    }
    return secret;
  };
}

/** That there is nothing may be seen. */
export function hide(secret: unknown): unknown {
  return secret === undefined || secret === null ? secret : REDACTED;
}

function foldAll(names: Iterable<string>): ReadonlySet<string> {
  return new Set(Array.from(names, fold));
}

function fold(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, '');
}
