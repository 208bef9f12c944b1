import { maskedWords } from '../../src/reporting/masked-words.ts';
import type { ClientCredentials } from '../settings.ts';
import { spellingsOf } from './spellings.ts';

/** Shorter ones would be found in words that mean something else. */
const SHORTEST_IN_TEXT = 4;

// Whatever stands before: of an escaped line end that is a letter.
const JWT = /eyJ[\w-]*\.[\w-]+\.[\w-]*/g;
/** `eyJ` in base64. */
const JWT_IN_BASE64 = /ZXlK[\w+/-]{40,}/g;
const SIGNATURE = /0x(?:[0-9a-fA-F]{130}|[0-9a-fA-F]{128})\b/g;
/** A word by itself; an escaped line end before it leaves a letter in front. */
const WORD = /(?<![\w-])[\w-]{4,11}(?![\w-])/g;

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
    safe = safe.replaceAll(JWT_IN_BASE64, maskedWords.sessionJwt);
    safe = safe.replaceAll(SIGNATURE, maskedWords.signature);
    for (const [secret, word] of this.#words) safe = safe.replaceAll(secret, word);
    if (this.#codes.size === 0) return safe;
    // A code is a few digits: only as a number by itself, not as a part of another.
    return safe.replaceAll(WORD, (word, offset: number) => {
      if (this.#codes.has(word)) return maskedWords.oneTimePassword;
      const isEscaped = safe[offset - 1] === '\\' && /^[nrt]/.test(word);
      return isEscaped && this.#codes.has(word.slice(1))
        ? `${word.slice(0, 1)}${maskedWords.oneTimePassword}`
        : word;
    });
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
    for (const spelling of spellingsOf(secret)) this.#words.set(spelling, word);
  }
}
