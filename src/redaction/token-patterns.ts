/** Patterns of secrets that are recognizable by their form. */
import { REDACTED } from './marker.ts';

/** A possible compact JWS or JWE (RFC 7515, RFC 7516). It starts at a word boundary for linear time. */
const COMPACT = /(?<![\w-])[\w-]+(?:\.[\w-]*)+/g;

/**
 * - 32 bytes or more in hex: a private key or a signature.
 * - A token that was base64-encoded again: `{"` becomes `eyJ`, which becomes `ZXlK`.
 */
const LONG = /(?<![0-9a-fA-F])(?:0x)?[0-9a-fA-F]{64,}|ZXlK[\w+/=-]{40,}/g;

/** Minimum length of a text that can contain a token or key. */
const MIN_TOKEN_LENGTH = 32;

/** In findings: a token that was truncated with …, or a one-time password that was sent as a field name. */
const IN_FINDING = /(?<![\w-])eyJ[\w-]+…|(?<=\/body\/)\d{4,18}(?![\w-])/g;

/** The form of a one-time password (dialect: otp.*.codeLength). */
const CODE = /^\d{4,18}$/;

export function looksLikeCode(text: string): boolean {
  return CODE.test(text);
}

/** Returns the text with tokens, keys, and one-time passwords in JSON pointers redacted. */
export function redactTokens(text: string): string {
  let result = text;
  if (text.length >= MIN_TOKEN_LENGTH) {
    if (text.includes('.')) result = result.replace(COMPACT, redactIfToken);
    result = result.replace(LONG, REDACTED);
  }
  return text.includes('…') || text.includes('/body/')
    ? result.replace(IN_FINDING, REDACTED)
    : result;
}

function redactIfToken(text: string): string {
  return text.split('.').slice(0, -1).some(isJoseHeader) ? REDACTED : text;
}

/** Returns whether a part of a token contains a JSON object, with or without leading white space. */
function isJoseHeader(part: string): boolean {
  // In base64: `{` starts with e, white space with C, D or I, a byte order mark with 7.
  if (!/^[eCDI7]/.test(part)) return false;
  return /^\s*\{\s*"/.test(Buffer.from(part.slice(0, 64), 'base64url').toString());
}
