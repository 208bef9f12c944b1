import { KnownSecrets } from '../../src/redaction/known-secrets.ts';
import { maskedWords } from '../../src/reporting/words/masked-words.ts';
import { spellingsOf } from '../../src/redaction/spellings.ts';
import type { ClientCredentials } from '../settings.ts';
import { beginningOf, inOtherCase } from './near-secrets.ts';

/** A shorter text is in too many words to be masked within one, and of less than four as a word, too. */
const SHORTEST_WITHIN_WORD = 8;
const SHORTEST_WORD = 4;
/** Sent in place of a session; as a secret, it would mask every such value of a report. */
const NO_TOKEN = /^(?:null|undefined)$/;
/** With its last letter missing, or in the other case, a shorter secret is a word like others. */
const SHORTEST_NEARLY = 7;

const LONGEST_KEPT = 200;
const MAX_SECRETS = 2000;

// Whatever precedes: of an escaped line end that is a letter. An encrypted one has five parts,
// and the second may be empty (RFC 7516). Of a run of
// letters only the first `eyJ` is tried: where it leads nowhere, no later one does, and time stays linear.
const JWT = /(?<![\w-])((?:(?!eyJ)[\w-])*)eyJ[\w-]*(?:\.[\w-]*(?:\.[\w-]+){3}|\.[\w-]+\.[\w-]*)/g;
/** `eyJ` in base64. */
const JWT_IN_BASE64 = /ZXlK[\w+/-]{40,}/g;
const SIGNATURE = /0x(?:[0-9a-fA-F]{130}|[0-9a-fA-F]{128})\b/g;
const AUTHORIZATION = /^(?<scheme>Bearer|Basic) +(?<credentials>\S.*)$/is;
const SCHEME_ALONE = /^(?:Bearer|Basic)? *$/i;
const MASKED_WORDS: ReadonlySet<string> = new Set(Object.values(maskedWords));

/** Knows what must not be seen, and masks it in everything that leaves the run. */
export class Secrets {
  /** None is forgotten: a session may live as long as the run. */
  readonly #secrets = new KnownSecrets({ most: Infinity });
  readonly #known: string[] = [];
  /** A client id sent as a bearer token is not a secret. */
  readonly #clientIds = new Set<string>();
  /** Texts masked since the last new secret: most headers of requests repeat. */
  readonly #masked = new Map<string, string>();

  addClient({ clientId, clientSecret, accessToken }: ClientCredentials): void {
    this.#clientIds.add(clientId);
    this.#addOwn(clientSecret, maskedWords.clientSecret);
    this.#addNearly(beginningOf(clientSecret), `${maskedWords.clientSecret} but its last letter`);
    this.#addNearly(inOtherCase(clientSecret), `${maskedWords.clientSecret} in the other case`);
    if (accessToken !== null) this.#addOwn(accessToken, maskedWords.accessToken);
  }

  addPrivateKey(key: string): void {
    this.#addOwn(key, maskedWords.privateKey);
    this.#addOwn(key.replace(/^0x/, ''), maskedWords.privateKey);
  }

  addCode(code: string): void {
    this.#masked.clear();
    this.#secrets.addWord(code, maskedWords.oneTimePassword);
  }

  /** Registers the credentials of an Authorization header. */
  addAuthorization(value: string): void {
    const token = AUTHORIZATION.exec(value)?.groups?.['credentials'] ?? value;
    if (!SCHEME_ALONE.test(value) && !NO_TOKEN.test(token)) this.addSession(token);
  }

  /** Registers a token of a response, before the response is stored. */
  addSession(token: string): void {
    if (this.#clientIds.has(token)) return;
    if (this.#maskedPatterns(token) !== maskedWords.sessionJwt) {
      this.addHidden(token, maskedWords.sessionJwt);
    }
  }

  /** Registers a text that the deployment may know and repeat. */
  addHidden(text: string, word: string): void {
    if (text.length < SHORTEST_WORD || this.#secrets.has(text)) return;
    this.#masked.clear();
    if (text.length < SHORTEST_WITHIN_WORD) this.#secrets.addWord(text, word);
    else this.#secrets.add(text, word);
  }

  /** What the run was given and the deployment must never repeat in a refusal, in every spelling. */
  get known(): readonly string[] {
    return this.#known;
  }

  /** The text with a word in place of every secret. */
  masked(text: string): string {
    const known = this.#masked.get(text);
    if (known !== undefined) return known;
    const safe = this.#maskedAnew(text);
    if (text.length <= LONGEST_KEPT && this.#masked.size < MAX_SECRETS)
      this.#masked.set(text, safe);
    return safe;
  }

  #maskedAnew(text: string): string {
    return this.#secrets.hiddenIn(this.#maskedPatterns(text));
  }

  #maskedPatterns(text: string): string {
    return text
      .replaceAll(JWT, `$1${maskedWords.sessionJwt}`)
      .replaceAll(JWT_IN_BASE64, maskedWords.sessionJwt)
      .replaceAll(SIGNATURE, maskedWords.signature);
  }

  maskedHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
    return Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, this.#maskedHeader(name, value)]),
    );
  }

  #maskedHeader(name: string, value: string): string {
    if (name === 'authorization') return this.#maskedAuthorization(value);
    return this.masked(value);
  }

  /** Shows the scheme and which credentials they are, and nothing else, whatever they contain. */
  #maskedAuthorization(value: string): string {
    if (SCHEME_ALONE.test(value)) return value;
    const { scheme, credentials } = AUTHORIZATION.exec(value)?.groups ?? {};
    if (scheme === undefined || credentials === undefined) return maskedWords.authorization;
    const masked = this.masked(credentials);
    return `${scheme} ${MASKED_WORDS.has(masked) ? masked : maskedWords.authorization}`;
  }

  #addNearly(secret: string, word: string): void {
    if (secret.length >= SHORTEST_NEARLY) this.addHidden(secret, word);
  }

  #addOwn(secret: string, word: string): void {
    if (secret.length >= SHORTEST_WORD) this.#known.push(...spellingsOf(secret));
    this.#secrets.add(secret, word);
    this.addHidden(secret, word);
  }
}
