import { maskedWords } from '../../src/reporting/words/masked-words.ts';
import type { ClientCredentials } from '../settings.ts';
import { beginningOf, inOtherCase } from './near-secrets.ts';
import { spellingsOf } from './spellings.ts';

/** Shorter ones would be found in words that mean something else. */
const SHORTEST_IN_TEXT = 4;
/** With a letter more behind it, a code is told from other words at this length. */
const SHORTEST_TOLD_APART = 6;

const LONGEST_KEPT = 200;
const MOST_KEPT = 2000;

// Whatever stands before: of an escaped line end that is a letter. An encrypted one has five parts,
// and the second may be empty (RFC 7516). Of a run of
// letters only the first `eyJ` is tried: where it leads nowhere, no later one does, and time stays linear.
const JWT = /(?<![\w-])((?:(?!eyJ)[\w-])*)eyJ[\w-]*(?:\.[\w-]*(?:\.[\w-]+){3}|\.[\w-]+\.[\w-]*)/g;
/** `eyJ` in base64. */
const JWT_IN_BASE64 = /ZXlK[\w+/-]{40,}/g;
const SIGNATURE = /0x(?:[0-9a-fA-F]{130}|[0-9a-fA-F]{128})\b/g;
/** A word by itself; an escaped line end before it leaves a letter in front. */
const WORD = /(?<![\w-])[\w-]{4,}(?![\w-])/g;
const IS_WORD = /^[\w-]+$/;

/** Knows what must not be seen, and masks it in everything that leaves the run. */
export class Secrets {
  readonly #words = new Map<string, string>();
  /** What a secret can be told by; looked for after the secrets themselves. */
  readonly #nearly = new Map<string, string>();
  readonly #codes = new Set<string>();
  /** Codes that are no words, in every spelling. */
  readonly #oddCodes = new Set<string>();
  /** Texts that were masked since the last secret came: calls have most of their headers alike. */
  readonly #masked = new Map<string, string>();

  addClient({ clientSecret, accessToken }: ClientCredentials): void {
    this.#add(clientSecret, maskedWords.clientSecret);
    this.#addNearly(beginningOf(clientSecret), `${maskedWords.clientSecret} but its last letter`);
    this.#addNearly(inOtherCase(clientSecret), `${maskedWords.clientSecret} in the other case`);
    if (accessToken !== null) this.#add(accessToken, maskedWords.accessToken);
  }

  addPrivateKey(key: string): void {
    this.#add(key, maskedWords.privateKey);
    this.#add(key.replace(/^0x/, ''), maskedWords.privateKey);
  }

  addCode(code: string): void {
    this.#masked.clear();
    if (code.length < SHORTEST_IN_TEXT) return;
    if (IS_WORD.test(code)) this.#codes.add(code);
    else for (const spelling of spellingsOf(code)) this.#oddCodes.add(spelling);
  }

  /** What is known and must never come back from the deployment in a refusal. */
  get known(): readonly string[] {
    return [...this.#words.keys()];
  }

  /** The text with a word in place of every secret. */
  masked(text: string): string {
    const known = this.#masked.get(text);
    if (known !== undefined) return known;
    const safe = this.#maskedAnew(text);
    if (text.length <= LONGEST_KEPT && this.#masked.size < MOST_KEPT) this.#masked.set(text, safe);
    return safe;
  }

  #maskedAnew(text: string): string {
    let safe = text.replaceAll(JWT, `$1${maskedWords.sessionJwt}`);
    safe = safe.replaceAll(JWT_IN_BASE64, maskedWords.sessionJwt);
    safe = safe.replaceAll(SIGNATURE, maskedWords.signature);
    for (const [secret, word] of this.#words) safe = safe.replaceAll(secret, word);
    for (const [text, word] of this.#nearly) safe = safe.replaceAll(text, word);
    for (const code of this.#oddCodes) safe = safe.replaceAll(code, maskedWords.oneTimePassword);
    if (this.#codes.size === 0) return safe;
    // A code is a few digits: only as a number by itself, not as a part of another.
    return safe.replaceAll(WORD, (word, offset: number) => {
      if (this.#codes.has(word)) return maskedWords.oneTimePassword;
      if (this.#isCodeAndOneMore(word)) return `${maskedWords.oneTimePassword}${word.slice(-1)}`;
      const isEscaped = safe[offset - 1] === '\\' && /^[nrt]/.test(word);
      return isEscaped && this.#codes.has(word.slice(1))
        ? `${word.slice(0, 1)}${maskedWords.oneTimePassword}`
        : word;
    });
  }

  /** A wrong code that gives the right one away (§4.5); a short one is in many a number. */
  #isCodeAndOneMore(word: string): boolean {
    return word.length > SHORTEST_TOLD_APART && this.#codes.has(word.slice(0, -1));
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

  #addNearly(text: string, word: string): void {
    this.#masked.clear();
    if (text.length > SHORTEST_TOLD_APART) this.#nearly.set(text, word);
  }

  #add(secret: string, word: string): void {
    this.#masked.clear();
    if (secret.length < SHORTEST_IN_TEXT) return;
    for (const spelling of spellingsOf(secret)) this.#words.set(spelling, word);
  }
}
