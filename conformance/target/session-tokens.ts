/** Finds the tokens in a response: a client with a token can act as the user (§2.4, §5.8). */

/** Normalized name of the interface's session field (§2.4), whose value is always a token. */
const SESSION_FIELD = 'sessionjwt';

/** Matches other common names of token fields, in lower case and without `_` and `-`. */
const TOKEN_FIELD = /(?:token|jwt|bearer|session|sessionid|secret|apikey|password)$/;

/** Matches values that can be tokens, unlike words and sentences. */
const TOKEN_LIKE = /^[!-~]{8,}$/;

/** Maximum number of tokens per response, to limit the memory of a run. */
const MAX_TOKENS = 20;

/** Matches a field with a text, which the end of the body may truncate. */
const TEXT_FIELD = /"([^"\\]{1,64})"\s{0,9}:\s{0,9}"((?:[^"\\]|\\.)*)(?:"|\\?$)/g;

/** Returns the tokens at any depth of a body, which may be truncated JSON. */
export function findTokens(text: string, body: unknown): readonly string[] {
  const tokens = new Set<string>();
  for (const token of body === undefined ? findTokensInText(text) : findTokensInValue(body)) {
    if (tokens.size === MAX_TOKENS) break;
    tokens.add(token);
  }
  return [...tokens];
}

function* findTokensInText(text: string): Generator<string> {
  for (const [, name = '', value = ''] of text.matchAll(TEXT_FIELD)) {
    if (isToken(name, value)) yield value;
  }
}

function* findTokensInValue(part: unknown): Generator<string> {
  if (typeof part !== 'object' || part === null) return;
  for (const [name, value] of Object.entries(part)) {
    if (typeof value !== 'string') yield* findTokensInValue(value);
    else if (isToken(name, value)) yield value;
  }
}

function isToken(name: string, value: string): boolean {
  const normalizedName = name.toLowerCase().replaceAll(/[_-]/g, '');
  if (normalizedName === SESSION_FIELD) return true;
  return TOKEN_FIELD.test(normalizedName) && TOKEN_LIKE.test(value);
}
