/** A request as a command that sends it again, for any POSIX shell (IEEE Std 1003.1, section 2.2). */
import { isCut } from './cut-text.ts';
import { maskedWords } from './masked-words.ts';
import type { SentRequest } from '../report.ts';

/** Shell variables for masked values. */
const VARIABLES: Readonly<Record<keyof typeof maskedWords, string>> = {
  clientSecret: 'FLAGBEARER_CLIENT_SECRET',
  accessToken: 'FLAGBEARER_ACCESS_TOKEN',
  sessionJwt: 'SESSION_JWT',
  authorization: 'AUTHORIZATION',
  oneTimePassword: 'OTP',
  privateKey: 'PRIVATE_KEY',
  signature: 'SIGNATURE',
};

const variableOf: ReadonlyMap<string, string> = new Map(
  Object.entries(maskedWords).map(([name, word]) => [
    word,
    VARIABLES[name as keyof typeof maskedWords],
  ]),
);

/** What curl writes itself, by the URL and the body. */
const OF_CURL = new Set(['connection', 'content-length', 'host', 'transfer-encoding']);

/** Headers that curl adds by default: `Accept`, and a content type for every body. */
const TAKEN_BACK = ['accept', 'content-type'];

/**
 * Returns the command, or a comment with the reason why there is none. A masked value is a shell variable,
 * such as `"$SESSION_JWT"`.
 */
export function curlLine(request: SentRequest): string {
  const { method, url, body } = request;
  if (body?.includes('\0')) {
    return '# The body contains a NUL character, which cannot be passed in a shell.';
  }
  const parts = [
    'curl --include',
    ...switchesFor(url),
    ...(method === 'GET' && body === undefined ? [] : [`--request ${argument(method)}`]),
    argument(url),
    ...headerArguments(request),
    ...(body === undefined ? [] : [`--data-raw ${argument(body)}`]),
  ];
  const note = body !== undefined && isCut(body) ? '# The body is truncated.\n' : '';
  return note + parts.join(' \\\n  ');
}

/** Brackets and dots in a URL have a meaning to curl, which --globoff and --path-as-is disable. */
function switchesFor(url: string): string[] {
  return [
    ...(/[[\]{}]/.test(url) ? ['--globoff'] : []),
    ...(/\/\.{1,2}(?=[/?#]|$)/.test(url) ? ['--path-as-is'] : []),
  ];
}

function headerArguments({ headers, body }: SentRequest): string[] {
  const names = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  const given = Object.entries(headers).filter(([name]) => !OF_CURL.has(name.toLowerCase()));
  const missing = TAKEN_BACK.filter(
    (name) => !names.has(name) && (name !== 'content-type' || body !== undefined),
  );
  return [
    // A header without a value is written with a semicolon (curl(1), --header).
    ...given.map(([name, value]) => (value === '' ? `${name};` : `${name}: ${value}`)),
    ...missing.map((name) => `${name}:`),
  ].map((header) => `--header ${argument(header)}`);
}

const MASKED = new RegExp(`(${[...variableOf.keys()].join('|')})`);

/** One word of the shell, whatever is in the text. */
function argument(text: string): string {
  if (text === '') return "''";
  return text
    .split(MASKED)
    .map((part) => {
      const variable = variableOf.get(part);
      return variable === undefined ? quoted(part) : `"$${variable}"`;
    })
    .join('');
}

/** Control characters that a terminal would interpret when the command is pasted, and invisible ones. */
const UNSEEN = /([^\P{C}\n\t]+)/u;

function quoted(text: string): string {
  if (/^[A-Za-z]+$/.test(text)) return text;
  return text
    .split(UNSEEN)
    .map((part) => {
      if (part === '') return '';
      return UNSEEN.test(part) ? printed(part) : `'${part.replaceAll("'", `'\\''`)}'`;
    })
    .join('');
}

/** Bytes by their octal numbers, which printf has to know (IEEE Std 1003.1, printf). */
function printed(text: string): string {
  const bytes = Array.from(new TextEncoder().encode(text));
  return `"$(printf '${bytes.map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')}')"`;
}
