import { LONGEST_NAME } from '../../contract/validators/error-details.ts';
import { REDACTED } from '../../ports/redaction.ts';
import type { Client } from '../../store/state.ts';

/** A secret that is shorter could be a part of any text: only a text that is nothing else is hidden. */
export const SHORTEST_PART = 8;

/** A compact JWS (RFC 7515, section 7.1), or the start of one. Starts at a word: time stays linear. */
const JWT = '(?<![\\w-])eyJ[\\w-]+\\.[\\w-]+(?:\\.[\\w-]*)?';

/** A token that was cut as the name of a field: what is left has no dot. */
const CUT_JWT = '(?<![\\w-])eyJ[\\w-]+…';

/** What looks like a one-time password, and is told to be no field. */
const CODE_AS_NAME = '(?<=/body/)\\d{4,18}(?![\\w-])';

/** 32 bytes or more in hex: a private key, a signature. */
const LONG_HEX = '(?<![0-9a-fA-F])(?:0x)?[0-9a-fA-F]{64,}';

/** What looks like a one-time password (dialect: otp.*.codeLength), as a whole and within a path. */
const CODE = /^\d{4,18}$/;
const CODES_IN_PATH = /(?<![\w-])\d{4,18}(?![\w-])/g;

export function looksLikeCode(text: string): boolean {
  return CODE.test(text);
}

/** A path that is none of the contract: whatever stands in it, it is no name that is known. */
export function redactedPath(path: string, text: SecretText): string {
  return text(path).replace(CODES_IN_PATH, REDACTED);
}

/** Replaces secrets in texts that stand where no secret is expected. */
export type SecretText = (text: string) => string;

/** @param clients whose secrets and access tokens are looked for, beside tokens and keys */
export function secretText(clients: Iterable<Client>): SecretText {
  const known = [...clients].flatMap(({ secret, accessToken }) => [secret, accessToken]);
  const long = known.filter((text) => text.length >= SHORTEST_PART);
  const cut = long.filter((text) => text.length > LONGEST_NAME);
  const parts = [
    ...long.map(escaped),
    ...cut.map((text) => `${escaped(text.slice(0, LONGEST_NAME))}…`),
  ];
  const short = new Set(known.filter((text) => text.length < SHORTEST_PART));
  const pattern = new RegExp([JWT, CUT_JWT, CODE_AS_NAME, LONG_HEX, ...parts].join('|'), 'g');
  return (text) => {
    if (text.length >= SHORTEST_PART) return text.replace(pattern, REDACTED);
    return short.has(text) && text !== '' ? REDACTED : text;
  };
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
