import { decodeEscapes } from './decode-escapes.ts';
import type { KnownSecrets } from './known-secrets.ts';
import { REDACTED } from './marker.ts';
import { redactTokens } from './token-patterns.ts';

export type SecretText = (text: string) => string;

/** Marks of percent-encoding, JSON escapes and character references, which allow too many forms to search for. */
const ENCODING_MARK = /[%\\&]/;
const MAX_LAYERS = 3;

/** Returns a function that replaces known secrets, and what has the form of one, in any encoding. */
export function createSecretText(secrets: KnownSecrets): SecretText {
  return hideInEscapes((text) => secrets.hide(redactTokens(text)));
}

/** Extends a function that replaces secrets: a text that contains one in escapes is hidden completely. */
export function hideInEscapes(hide: SecretText): SecretText {
  return (text) => {
    const visible = hide(text);
    if (!ENCODING_MARK.test(visible)) return visible;
    let inside = visible;
    for (let layer = 0; layer < MAX_LAYERS; layer += 1) {
      const outside = inside;
      inside = decodeEscapes(outside);
      if (inside === outside) break;
      // The position in the encoded text is unknown.
      if (hide(inside) !== inside) return REDACTED;
    }
    return visible;
  };
}
