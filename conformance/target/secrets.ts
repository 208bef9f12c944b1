import { KnownSecrets } from '../../src/redaction/known-secrets.ts';
import { placeholders } from '../../src/reporting/text/placeholders.ts';
import { listSpellings } from '../../src/redaction/spellings.ts';
import type { ClientCredentials } from '../settings.ts';
import { truncateSecret, swapCase } from './similar-secrets.ts';

/** Minimum length of a secret to mask within words, since shorter texts occur in many. */
const MIN_LENGTH_WITHIN_WORD = 8;
const MIN_WORD_LENGTH = 4;
/** Matches words that checks send instead of a token; reports must not mask them. */
const TEXT_WITHOUT_TOKEN = /^(?:null|undefined)$/;
/** Minimum length of a secret whose variants are masked: shorter variants are common words. */
const MIN_VARIANT_LENGTH = 7;

const MAX_CACHED_LENGTH = 200;
const MAX_SECRETS = 2000;

// Any character may precede a token: an escaped line end ends with a letter. An encrypted token has
// five parts, and the second may be empty (RFC 7516). Only the first `eyJ` of a run of letters is
// tried: if it does not match, no later one does, so the time stays linear.
const JWT = /(?<![\w-])((?:(?!eyJ)[\w-])*)eyJ[\w-]*(?:\.[\w-]*(?:\.[\w-]+){3}|\.[\w-]+\.[\w-]*)/g;
/** Matches `eyJ` in base64. */
const JWT_IN_BASE64 = /ZXlK[\w+/-]{40,}/g;
const SIGNATURE = /0x(?:[0-9a-fA-F]{130}|[0-9a-fA-F]{128})\b/g;
const AUTHORIZATION = /^(?<scheme>Bearer|Basic) +(?<credentials>\S.*)$/is;
const SCHEME_ALONE = /^(?:Bearer|Basic)? *$/i;
const PLACEHOLDERS: ReadonlySet<string> = new Set(Object.values(placeholders));

/** Registers secrets, and masks them in all output of the run. */
export class Secrets {
  /** All registered secrets; none is removed, because a session may live as long as the run. */
  readonly #secrets = new KnownSecrets({ maxSecrets: Infinity });
  readonly #configured: string[] = [];
  /** Client ids, which are not secret even if they are sent as bearer tokens. */
  readonly #clientIds = new Set<string>();
  /** Masked texts since the last new secret, cached because most request headers repeat. */
  readonly #masked = new Map<string, string>();

  addClient({ clientId, clientSecret, accessToken }: ClientCredentials): void {
    this.#clientIds.add(clientId);
    this.#addConfigured(clientSecret, placeholders.clientSecret);
    this.#addVariant(
      truncateSecret(clientSecret),
      `${placeholders.clientSecret} without its last character`,
    );
    this.#addVariant(
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

  /** Registers the credentials of an Authorization header. */
  addAuthorization(value: string): void {
    const token = AUTHORIZATION.exec(value)?.groups?.['credentials'] ?? value;
    if (!SCHEME_ALONE.test(value) && !TEXT_WITHOUT_TOKEN.test(token)) this.addSession(token);
  }

  /** Registers a token of a response, before the response is stored. */
  addSession(token: string): void {
    if (this.#clientIds.has(token)) return;
    if (this.#maskPatterns(token) !== placeholders.sessionJwt) {
      this.addHidden(token, placeholders.sessionJwt);
    }
  }

  /** Registers a text that the deployment may know and repeat. */
  addHidden(text: string, word: string): void {
    if (text.length < MIN_WORD_LENGTH || this.#secrets.has(text)) return;
    this.#masked.clear();
    if (text.length < MIN_LENGTH_WITHIN_WORD) this.#secrets.addWord(text, word);
    else this.#secrets.add(text, word);
  }

  /** The secrets of the settings, in every spelling; a refusal must not contain them. */
  get configured(): readonly string[] {
    return this.#configured;
  }

  /** Returns the text with every secret replaced by a word. */
  mask(text: string): string {
    const known = this.#masked.get(text);
    if (known !== undefined) return known;
    const safe = this.#secrets.hide(this.#maskPatterns(text));
    if (text.length <= MAX_CACHED_LENGTH && this.#masked.size < MAX_SECRETS)
      this.#masked.set(text, safe);
    return safe;
  }

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

  #addVariant(secret: string, word: string): void {
    if (secret.length >= MIN_VARIANT_LENGTH) this.addHidden(secret, word);
  }

  #addConfigured(secret: string, word: string): void {
    if (secret.length >= MIN_WORD_LENGTH) this.#configured.push(...listSpellings(secret));
    this.#secrets.add(secret, word);
    this.addHidden(secret, word);
  }
}
