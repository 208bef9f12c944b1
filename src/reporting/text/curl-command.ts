/** A request as a command that repeats it, for any POSIX shell (IEEE Std 1003.1, section 2.2). */
import { isTruncated } from './truncate-text.ts';
import { placeholders } from './placeholders.ts';
import type { SentRequest } from '../report.ts';

const VARIABLES: ReadonlyMap<string, string> = new Map([
  [placeholders.clientSecret, 'FLAGBEARER_CLIENT_SECRET'],
  [placeholders.accessToken, 'FLAGBEARER_ACCESS_TOKEN'],
  [placeholders.sessionJwt, 'SESSION_JWT'],
  [placeholders.authorization, 'AUTHORIZATION'],
  [placeholders.oneTimePassword, 'OTP'],
  [placeholders.privateKey, 'PRIVATE_KEY'],
  [placeholders.signature, 'SIGNATURE'],
]);

/** Headers that curl derives from the URL and the body. */
const DERIVED = new Set(['connection', 'content-length', 'host', 'transfer-encoding']);

/** Headers that curl adds by default: `Accept`, and for a body `Content-Type`. */
const CURL_DEFAULTS = ['accept', 'content-type'];

/**
 * Returns the command, or a comment with the reason why it is impossible. A masked value becomes a shell
 * variable such as `"$SESSION_JWT"`.
 */
export function formatCurl(request: SentRequest): string {
  const { method, url, body } = request;
  if (body?.includes('\0')) {
    return '# The body contains a NUL character, which cannot be passed in a shell.';
  }
  const parts = [
    'curl --include',
    ...listSwitches(url),
    ...(method === 'GET' && body === undefined ? [] : [`--request ${quoteArgument(method)}`]),
    quoteArgument(url),
    ...formatHeaders(request),
    ...(body === undefined ? [] : [`--data-raw ${quoteArgument(body)}`]),
  ];
  const note = body !== undefined && isTruncated(body) ? '# The body is truncated.\n' : '';
  return note + parts.join(' \\\n  ');
}

/** Returns switches that disable the meaning of brackets and dots in a URL. */
function listSwitches(url: string): string[] {
  return [
    ...(/[[\]{}]/.test(url) ? ['--globoff'] : []),
    ...(/\/\.{1,2}(?=[/?#]|$)/.test(url) ? ['--path-as-is'] : []),
  ];
}

function formatHeaders({ headers, body }: SentRequest): string[] {
  const names = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  const sentHeaders = Object.entries(headers).filter(([name]) => !DERIVED.has(name.toLowerCase()));
  const unwantedDefaults = CURL_DEFAULTS.filter(
    (name) => !names.has(name) && (name !== 'content-type' || body !== undefined),
  );
  return [
    // A header without a value is written with a semicolon (curl(1), --header).
    ...sentHeaders.map(([name, value]) => (value === '' ? `${name};` : `${name}: ${value}`)),
    // A header with a colon and no value removes a default header of curl.
    ...unwantedDefaults.map((name) => `${name}:`),
  ].map((header) => `--header ${quoteArgument(header)}`);
}

const MASKED = new RegExp(`(${[...VARIABLES.keys()].join('|')})`);

function quoteArgument(text: string): string {
  if (text === '') return "''";
  return text
    .split(MASKED)
    .map((part) => {
      const variable = VARIABLES.get(part);
      return variable === undefined ? quote(part) : `"$${variable}"`;
    })
    .join('');
}

/** Control characters that a terminal interprets, and invisible characters, except line ends and tabs. */
const INVISIBLE = /((?:(?![\n\t])\p{C})+)/u;

function quote(text: string): string {
  if (/^[A-Za-z]+$/.test(text)) return text;
  return text
    .split(INVISIBLE)
    .map((part) => {
      if (part === '') return '';
      return INVISIBLE.test(part) ? quoteBytes(part) : `'${part.replaceAll("'", `'\\''`)}'`;
    })
    .join('');
}

/** Returns a shell word that prints a text from octal escapes of its bytes (IEEE Std 1003.1, printf). */
function quoteBytes(text: string): string {
  const bytes = Array.from(new TextEncoder().encode(text));
  const escapes = bytes.map((byte) => `\\${byte.toString(8).padStart(3, '0')}`);
  return `"$(printf '${escapes.join('')}')"`;
}
