import { maskedWords } from '../../src/reporting/masked-words.ts';
import type { ClientCredentials } from '../settings.ts';

/** Shorter ones would be found in words that mean something else. */
const SHORTEST_IN_TEXT = 4;

const JWT = /\beyJ[\w-]*\.[\w-]+\.[\w-]*/g;
const SIGNATURE = /\b0x(?:[0-9a-fA-F]{130}|[0-9a-fA-F]{128})\b/g;

/** Knows what must not be seen, and masks it in everything that leaves the run. */
export class Secrets {
  readonly #words = new Map<string, string>();
  readonly #codes = new Set<string>();

  addClient({ clientSecret, accessToken }: ClientCredentials): void {
    this.#add(clientSecret, maskedWords.clientSecret);
    if (accessToken !== null) this.#add(accessToken, maskedWords.accessToken);
  }

  addPrivateKey(key: string): void {
    this.#add(key, maskedWords.privateKey);
    this.#add(key.replace(/^0x/, ''), maskedWords.privateKey);
  }

  addCode(code: string): void {
    if (code.length >= SHORTEST_IN_TEXT) this.#codes.add(code);
  }

  /** What is known and must never come back from the deployment in a refusal. */
  get known(): readonly string[] {
    return [...this.#words.keys()];
  }

  /** The text with a word in place of every secret. */
  masked(text: string): string {
    let safe = text.replaceAll(JWT, maskedWords.sessionJwt);
    safe = safe.replaceAll(SIGNATURE, maskedWords.signature);
    for (const [secret, word] of this.#words) safe = safe.replaceAll(secret, word);
    if (this.#codes.size === 0) return safe;
    // A code is a few digits: only as a number by itself, not as a part of another.
    return safe.replaceAll(/(?<![\w-])[\w-]{4,10}(?![\w-])/g, (word) =>
      this.#codes.has(word) ? maskedWords.oneTimePassword : word,
    );
  }

  maskedHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
    return Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        name === 'service-client-secret' && this.#words.has(value)
          ? maskedWords.clientSecret
          : this.masked(value),
      ]),
    );
  }

  #add(secret: string, word: string): void {
    if (secret.length < SHORTEST_IN_TEXT) return;
    for (const spelling of [
      secret,
      JSON.stringify(secret).slice(1, -1),
      encodeURIComponent(secret),
    ])
      this.#words.set(spelling, word);
  }
}
