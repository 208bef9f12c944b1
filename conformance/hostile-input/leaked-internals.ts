/** Finds secrets and internals in error responses (§7). */
import { placeholders } from '../../src/reporting/text/placeholders.ts';
import type { Attempt } from '../attempt.ts';
import { NotTested } from '../check-errors.ts';
import type { HttpResponse } from '../target/http-request.ts';
import { detectStackTrace } from '../../src/judge/stack-trace.ts';

export interface NamedSecret {
  readonly text: string;
  readonly name: string;
}

const JWT = /(?<![\w-])eyJ[\w-]{5,}\.eyJ[\w-]+\.[\w-]*/;

/** Words of the interface that may coincide with a secret. */
const INTERFACE_WORDS =
  'service-client-id service-client-secret authorization bearer access-token access_token client-secret client_secret';

/** @throws Failure if an error response contains a stack trace */
export function assertNoStackTrace(t: Attempt, responses: readonly HttpResponse[]): void {
  for (const response of filterRefusals(responses)) {
    const language = detectStackTrace(formatResponse(response));
    t.assertNever(language !== null, `a rejection contains a stack trace of ${language}`, response);
  }
}

export function assertNoSecrets(
  t: Attempt,
  responses: readonly HttpResponse[],
  moreSecrets: readonly NamedSecret[],
): void {
  const forbidden = [...listSecrets(t), ...moreSecrets];
  for (const response of filterRefusals(responses)) {
    const text = formatResponse(response);
    for (const { text: secret, name } of forbidden) {
      t.assertNever(containsWord(text, secret), `a rejection contains ${name}`, response);
    }
    t.assertNever(JWT.test(text), `a rejection contains ${placeholders.sessionJwt}`, response);
  }
}

/** Returns whether a text contains another text as a whole word, ignoring case. */
export function containsWord(text: string, word: string): boolean {
  // With the flag u, a surrogate pair is one character.
  const escaped = word.replaceAll(
    /\W/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
  return new RegExp(`(?<![\\w-])${escaped}(?![\\w-])`, 'iu').test(text);
}

function listSecrets(t: Attempt): readonly NamedSecret[] {
  const { secrets, settings } = t.ctx;
  const { client, secondClient } = settings;
  const publicWords = [INTERFACE_WORDS, client.clientId, secondClient?.clientId ?? '']
    .join(' ')
    .toLowerCase();
  return secrets.configured
    .filter((secret) => isDistinctive(secret) && !publicWords.includes(secret.toLowerCase()))
    .map((text) => ({ text, name: secrets.mask(text) }));
}

/** Matches words that an error message may contain by chance, such as `test` or `app-secret`. */
const ONLY_WORDS = /^[a-z]{2,}(?:[^a-z\d][a-z]{2,})*$/i;

/** Returns whether an error message cannot contain the secret by chance. */
export function isDistinctive(secret: string): boolean {
  const { length } = secret;
  return length >= 12 || (length >= 8 && /[a-z]/i.test(secret) && !ONLY_WORDS.test(secret));
}

function filterRefusals(responses: readonly HttpResponse[]): readonly HttpResponse[] {
  const refusals = responses.filter(({ accepted, blockedBy }) => !accepted && blockedBy === null);
  if (refusals.length === 0) throw new NotTested('needs a rejected request', 'contract');
  return refusals;
}

/** Returns body and headers as text, without cookies, which gateways set. */
function formatResponse({ text, headers }: HttpResponse): string {
  const fields = Object.entries(headers).filter(([name]) => name !== 'set-cookie');
  return [...fields.map(([name, value]) => `${name}: ${value}`), text].join('\n');
}
