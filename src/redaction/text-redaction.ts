import type { KnownSecrets } from './known-secrets.ts';
import { REDACTED } from './marker.ts';
import { redactTokens } from './token-patterns.ts';

/** Replaces the secrets in a text. */
export type RedactText = (text: string) => string;

/** Marks of percent-encoding, JSON escapes and character references: too many forms to search for each. */
const ENCODING_MARK = /[%\\&]/;
const MAX_LAYERS = 3;

/** Returns a function that replaces known secrets, and texts with the form of a secret, in any encoding. */
export function createTextRedaction(secrets: KnownSecrets): RedactText {
  return hideInEscapes((text) => secrets.hide(redactTokens(text)));
}

/** Extends a function that replaces secrets: a text with an escaped secret is hidden completely. */
export function hideInEscapes(hide: RedactText): RedactText {
  return (text) => {
    const visible = hide(text);
    if (!ENCODING_MARK.test(visible)) return visible;
    let decoded = visible;
    for (let layer = 0; layer < MAX_LAYERS; layer += 1) {
      const previous = decoded;
      decoded = decodeEscapes(previous);
      if (decoded === previous) break;
      // The position in the encoded text is unknown.
      if (hide(decoded) !== decoded) return REDACTED;
    }
    return visible;
  };
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

/** Decodes one layer of percent-encoding (RFC 3986), JSON escapes and character references (HTML). */
export function decodeEscapes(text: string): string {
  return decodePercent(text)
    .replace(/\\u([0-9a-fA-F]{4})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    .replace(/\\(["\\/])/g, '$1')
    .replace(
      /&#(?:[xX]([0-9a-fA-F]{1,6})|(\d{1,7}));/g,
      (reference, hex?: string, digits?: string) => {
        const point = hex === undefined ? Number(digits) : parseInt(hex, 16);
        return point <= 0x10ffff ? String.fromCodePoint(point) : reference;
      },
    )
    .replace(/&(amp|lt|gt|quot|apos);/g, (reference, name: string) => ENTITIES[name] ?? reference);
}

/** Decodes each valid sequence, even if other parts of the text are invalid. */
function decodePercent(text: string): string {
  if (!text.includes('%')) return text;
  return text.replace(/(?:%[0-9a-fA-F]{2})+/g, (bytes) =>
    Buffer.from(bytes.replaceAll('%', ''), 'hex').toString(),
  );
}
