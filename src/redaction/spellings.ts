/** Forms of a text inside another text: plain, escaped, encoded. */

/** Characters, each with two HTML references. */
const HTML: readonly (readonly [character: string, references: readonly [string, string]])[] = [
  ['&', ['&amp;', '&#38;']],
  ['<', ['&lt;', '&#60;']],
  ['>', ['&gt;', '&#62;']],
  ['"', ['&quot;', '&#34;']],
  ["'", ['&#39;', '&#x27;']],
];

/** Minimum number of bytes for a part of a base64 text to be recognized. */
const MIN_BYTES = 8;

/** Returns all forms, the plain form first. */
export function listSpellings(text: string): readonly string[] {
  return [...new Set([...listEscapedSpellings(text), ...listEncodedSpellings(text)])];
}

/** Returns forms in which only some characters differ. */
export function listEscapedSpellings(text: string): readonly string[] {
  const escaped = escapeJson(text);
  // encodeURIComponent throws for a lone surrogate; the buffer replaces it with U+FFFD.
  const inUrl = encodeURIComponent(Buffer.from(text).toString());
  return [
    text,
    escaped,
    escapeJson(escaped),
    inUrl,
    inUrl.replaceAll(/%../g, (byte) => byte.toLowerCase()),
    new URLSearchParams({ '': text }).toString().slice(1),
    escapeHtml(text, 0),
    escapeHtml(text, 1),
  ];
}

/**
 * Returns hex, base32 and base64 forms (RFC 4648). If the text is encoded together with other bytes, its
 * first and last characters in base64, and its last one in base32, depend on these bytes: further forms omit
 * these characters. Base32 is supported only if no bytes precede the text.
 */
export function listEncodedSpellings(text: string): readonly string[] {
  const bytes = Buffer.from(text);
  const base64 = [bytes.toString('base64').replaceAll('=', ''), bytes.toString('base64url')];
  // Parts of a short text occur in many other texts by chance.
  if (bytes.length < MIN_BYTES) return base64;
  const hex = bytes.toString('hex');
  const inBase64 = [0, 1, 2].map((precedingBytes) => {
    const encoded = Buffer.concat([Buffer.alloc(precedingBytes), bytes]).toString('base64');
    const wholeCharacters = Math.floor(((precedingBytes + bytes.length) * 8) / 6);
    return encoded.slice(Math.ceil((precedingBytes * 8) / 6), wholeCharacters);
  });
  const inBase64Url = inBase64.map((text64) => text64.replaceAll('+', '-').replaceAll('/', '_'));
  const base32 = encodeBase32(bytes);
  const inBase32 = base32.slice(0, Math.floor((bytes.length * 8) / 5));
  return [
    ...[hex, hex.toUpperCase(), base32, inBase32],
    ...[...base64, ...inBase64, ...inBase64Url],
  ];
}

/** Encodes in base32 without padding (RFC 4648, section 6), which Node does not offer. */
function encodeBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return bits.replaceAll(/.{1,5}/g, (digit) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.charAt(parseInt(digit.padEnd(5, '0'), 2)),
  );
}

function escapeJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function escapeHtml(text: string, form: 0 | 1): string {
  return HTML.reduce(
    (result, [character, references]) => result.replaceAll(character, references[form]),
    text,
  );
}
