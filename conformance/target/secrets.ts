import { KnownSecrets } from '../../src/redaction/known-secrets.ts';
import { placeholders } from '../../src/reporting/text/placeholders.ts';
import { hideInEscapes } from '../../src/redaction/text-redaction.ts';
import { listSpellings } from '../../src/redaction/spellings.ts';
import type { ClientCredentials } from '../settings.ts';
import { truncateSecret, swapCase } from './similar-secrets.ts';

/** Minimum length of a secret to mask inside longer words: many words contain a shorter text. */
const MIN_LENGTH_WITHIN_WORD = 8;
/** Minimum length of a secret to mask as a whole word. */
const MIN_LENGTH = 4;
/** Matches words that checks send instead of a token; reports must not mask them. */
const TEXT_WITHOUT_TOKEN = /^(?:null|undefined)$/;
/** Minimum length of an altered secret (truncated, or in another letter case) to mask: a shorter one may be a common word. */
const MIN_ALTERED_LENGTH = 7;

const MAX_CACHED_TEXT_LENGTH = 200;
const MAX_CACHED_TEXTS = 2000;

// A letter may precede a token: in JSON, the n of \n. So the pattern starts at the start of the word, and $1
// is the part of the word before the token. Only the first eyJ of a word is tried, which keeps the time
// linear. A signed token has three parts, an encrypted one five, of which the second may be empty (RFC 7516).
const JWT = /(?<![\w-])((?:(?!eyJ)[\w-])*)eyJ[\w-]*(?:\.[\w-]*(?:\.[\w-]+){3}|\.[\w-]+\.[\w-]*)/g;
/** Matches a token that is encoded in base64 once more: eyJ becomes ZXlK. */
const JWT_IN_BASE64 = /ZXlK[\w+/-]{40,}/g;
/** Matches a signature of 65 bytes, or of 64 (EIP-2098). */
const SIGNATURE = /0x(?:[0-9a-fA-F]{130}|[0-9a-fA-F]{128})\b/g;
const AUTHORIZATION = /^(?<scheme>Bearer|Basic) +(?<credentials>\S.*)$/is;
const SCHEME_ALONE = /^(?:Bearer|Basic)? *$/i;
const PLACEHOLDERS: ReadonlySet<string> = new Set(Object.values(placeholders));

/** Registers secrets, and masks them in all output of the run. */
export class Secrets {
  /** All registered secrets. Secrets are never removed: a session may be valid until the run ends. */
  readonly #secrets = new KnownSecrets({ maxSecrets: Infinity });
  readonly #configured: string[] = [];
  /** Client ids, which are not secret even if they are sent as bearer tokens. */
  readonly #clientIds = new Set<string>();
  /** Masked texts since the last new secret, cached because most request headers repeat. */
  readonly #masked = new Map<string, string>();

  addClient({ clientId, clientSecret, accessToken }: ClientCredentials): void {
    this.#clientIds.add(clientId);
    this.#addConfigured(clientSecret, placeholders.clientSecret);
    this.#addAltered(
      truncateSecret(clientSecret),
      `${placeholders.clientSecret} without its last character`,
    );
    this.#addAltered(
      swapCase(clientSecret),
      `${placeholders.clientSecret} with upper and lower case swapped`,
    );
    if (accessToken !== null) this.#addConfigured(accessToken, placeholders.accessToken);
  }

  addPrivateKey(key: string): void {
    this.#addConfigured(key, placeholders.privateKey);
    this.#addConfigured(key.replace(/^0x/, ''), placeholders.privateKey);
  }

  addCode(code: string): void {
    this.#masked.clear();
    this.#secrets.addWord(code, placeholders.oneTimePassword);
  }

  /** Registers a text that contains a code; reports show the rest of the text. */
  addTextWithCode(text: string, code: string): void {
    this.addText(text, text.replaceAll(code, placeholders.oneTimePassword));
  }

  /** Registers the credentials of an Authorization header. */
  addAuthorization(value: string): void {
    const token = AUTHORIZATION.exec(value)?.groups?.['credentials'] ?? value;
    if (!SCHEME_ALONE.test(value) && !TEXT_WITHOUT_TOKEN.test(token)) this.addSession(token);
  }

  /** Registers a session token; call this before an exchange that contains it is stored. */
  addSession(token: string): void {
    if (this.#clientIds.has(token)) return;
    // A JWT is masked by its pattern.
    if (this.#maskPatterns(token) === placeholders.sessionJwt) return;
    this.addText(token, placeholders.sessionJwt);
  }

  /** Registers a text that the deployment may know and repeat. */
  addText(text: string, placeholder: string): void {
    if (text.length < MIN_LENGTH || this.#secrets.has(text)) return;
    this.#masked.clear();
    if (text.length < MIN_LENGTH_WITHIN_WORD) this.#secrets.addWord(text, placeholder);
    else this.#secrets.add(text, placeholder);
  }

  /** The secrets of the settings, in every encoding; a rejection must not contain them. */
  get configured(): readonly string[] {
    return this.#configured;
  }

  mask(text: string): string {
    const cached = this.#masked.get(text);
    if (cached !== undefined) return cached;
    const maskedText = this.#maskInEscapes(text);
    if (text.length <= MAX_CACHED_TEXT_LENGTH && this.#masked.size < MAX_CACHED_TEXTS)
      this.#masked.set(text, maskedText);
    return maskedText;
  }

  readonly #maskInEscapes = hideInEscapes((text) => this.#secrets.hide(this.#maskPatterns(text)));

  #maskPatterns(text: string): string {
    return text
      .replaceAll(JWT, `$1${placeholders.sessionJwt}`)
      .replaceAll(JWT_IN_BASE64, placeholders.sessionJwt)
      .replaceAll(SIGNATURE, placeholders.signature);
  }

  maskHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
    return Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        name === 'authorization' ? this.#maskAuthorization(value) : this.mask(value),
      ]),
    );
  }

  /** Returns the scheme and the kind of the credentials only, whatever the header contains. */
  #maskAuthorization(value: string): string {
    if (SCHEME_ALONE.test(value)) return value;
    const { scheme, credentials } = AUTHORIZATION.exec(value)?.groups ?? {};
    if (scheme === undefined || credentials === undefined) return placeholders.authorization;
    const masked = this.mask(credentials);
    return `${scheme} ${PLACEHOLDERS.has(masked) ? masked : placeholders.authorization}`;
  }

  #addAltered(altered: string, placeholder: string): void {
    if (altered.length >= MIN_ALTERED_LENGTH) this.addText(altered, placeholder);
  }

  #addConfigured(secret: string, placeholder: string): void {
    if (secret.length >= MIN_LENGTH) this.#configured.push(...listSpellings(secret));
    this.addText(secret, placeholder);
  }
}
