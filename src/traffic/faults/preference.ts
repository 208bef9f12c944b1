/** The Prefer header of a request (RFC 7240): `code`, `example`, `delay`. */
import { findDurationProblem, parseDuration } from '../../domain/duration.ts';

export interface Preference {
  readonly status: number | undefined;
  readonly example: string | undefined;
  /** Milliseconds. */
  readonly delay: number;
  /** For Preference-Applied (RFC 7240, section 3). */
  readonly applied: string;
}

type ParsedPreference =
  | { readonly outcome: 'none' }
  | { readonly outcome: 'valid'; readonly preference: Preference }
  | { readonly outcome: 'invalid'; readonly problem: string };

/** Parses all Prefer headers, joined by commas. Ignores unsupported preferences, as RFC 7240 requires. */
export function parsePreference(header: string): ParsedPreference {
  const preferences = parseValuesByName(header);
  const supported = ['code', 'example', 'delay'].filter((name) => preferences.has(name));
  if (supported.length === 0) return { outcome: 'none' };
  const code = preferences.get('code');
  const example = preferences.get('example');
  const delay = preferences.get('delay');
  if (code !== undefined && !/^[1-5]\d\d$/.test(code)) {
    return { outcome: 'invalid', problem: 'code must be a status, such as 409' };
  }
  if (example === '') return { outcome: 'invalid', problem: 'example must have a name' };
  const ms = delay === undefined ? 0 : parseDelay(delay);
  if (ms === undefined) return { outcome: 'invalid', problem: `delay ${DELAY_RULE}` };
  return {
    outcome: 'valid',
    preference: {
      status: code === undefined ? undefined : Number(code),
      example,
      delay: ms,
      applied: supported
        .map((name) => `${name}=${quoteValue(preferences.get(name) ?? '')}`)
        .join(', '),
    },
  };
}

/** Returns the values by lower-case name. The first of a repeated name counts (RFC 7240, section 2). */
function parseValuesByName(header: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const preference of split(header, ',')) {
    // The supported preferences have no parameters.
    const [main = ''] = split(preference, ';');
    const equals = main.indexOf('=');
    const name = (equals === -1 ? main : main.slice(0, equals)).trim().toLowerCase();
    const value = equals === -1 ? '' : unquote(main.slice(equals + 1).trim());
    if (name !== '' && !found.has(name)) found.set(name, value);
  }
  return found;
}

/** Splits a text at separators outside quoted strings (RFC 9110, section 5.6.4). */
function split(text: string, separator: ',' | ';'): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (isQuoted && character === '\\') index += 1;
    else if (character === '"') isQuoted = !isQuoted;
    else if (character === separator && !isQuoted) {
      parts.push(text.slice(start, index));
      start = index + 1;
    }
  }
  return [...parts, text.slice(start)];
}

function unquote(word: string): string {
  return /^".*"$/.test(word) ? word.slice(1, -1).replaceAll(/\\(.)/g, '$1') : word;
}

/** Quotes a value that is not a token. */
function quoteValue(value: string): string {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(value) ? value : JSON.stringify(value);
}

const MAX_DELAY_MS = 60_000;

/** The format of a delay, for error messages. */
export const DELAY_RULE = 'must be a duration such as PT2S, or seconds, from 0 to 60 seconds';

/** Returns the milliseconds of a duration (ISO 8601) or of seconds; undefined if invalid or too long. */
export function parseDelay(delay: string | number): number | undefined {
  const ms = toMilliseconds(delay);
  return ms !== undefined && ms >= 0 && ms <= MAX_DELAY_MS ? ms : undefined;
}

function toMilliseconds(delay: string | number): number | undefined {
  if (typeof delay === 'number' || /^\d{1,9}(?:\.\d{1,9})?$/.test(delay)) {
    return Math.round(Number(delay) * 1000);
  }
  return findDurationProblem(delay) === undefined ? parseDuration(delay) : undefined;
}
