/** The tokens in a response: a client with one can act as the user (§2.4, §5.8). */

/** The field of the interface (§2.4), whose value is always a token. */
const SESSION_FIELD = 'sessionjwt';

/** Names that services give tokens besides, in lower case and without `_` and `-`. */
const TOKEN_FIELD = /(?:token|jwt|bearer|session|sessionid|secret|apikey|password)$/;

/** Under another name than that of the interface, a word or a sentence is no token. */
const TOKEN_LIKE = /^[!-~]{8,}$/;

/** A response that carries more is not honest, and its tokens would fill the memory of a run. */
const MAX_TOKENS = 20;

const TEXT_FIELD = /"([^"\\]{1,64})"\s{0,9}:\s{0,9}"((?:[^"\\]|\\.)*)"/g;

/**
 * Returns the tokens in a response body, at any depth.
 *
 * @param body the text as JSON; undefined where it is not JSON, such as JSON that was cut short
 */
export function tokensIn(text: string, body: unknown): readonly string[] {
  const tokens = new Set<string>();
  for (const token of body === undefined ? tokensInPart(text) : tokensWithin(body)) {
    if (tokens.size === MAX_TOKENS) break;
    tokens.add(token);
  }
  return [...tokens];
}

function* tokensInPart(text: string): Generator<string> {
  for (const [, name = '', value = ''] of text.matchAll(TEXT_FIELD)) {
    if (isToken(name, value)) yield value;
  }
}

function* tokensWithin(part: unknown): Generator<string> {
  if (typeof part !== 'object' || part === null) return;
  for (const [name, value] of Object.entries(part)) {
    if (typeof value !== 'string') yield* tokensWithin(value);
    else if (isToken(name, value)) yield value;
  }
}

function isToken(name: string, value: string): boolean {
  const plain = name.toLowerCase().replaceAll(/[_-]/g, '');
  return plain === SESSION_FIELD || (TOKEN_FIELD.test(plain) && TOKEN_LIKE.test(value));
}
