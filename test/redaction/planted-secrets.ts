/** Encodings of a secret in a text, and a token that is hard to recognize. */

const toBase64 = (text: string) => Buffer.from(text).toString('base64');
const toBase32 = (text: string) =>
  [...Buffer.from(text)]
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('')
    .replaceAll(/.{1,5}/g, (bits) =>
      'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.charAt(parseInt(bits.padEnd(5, '0'), 2)),
    );
const encodeBytes = (text: string, encode: (byte: string) => string) =>
  [...Buffer.from(text).toString('hex').matchAll(/../g)].map(([byte]) => encode(byte)).join('');

const encodeCharacters = (text: string, encode: (hex: string) => string) =>
  Array.from({ length: text.length }, (_, index) =>
    encode(text.charCodeAt(index).toString(16)),
  ).join('');

/** Encodings of a secret within another text, by name. */
export const encodings: Readonly<Record<string, (secret: string) => string>> = {
  plain: (secret) => secret,
  'percent-encoded': encodeURIComponent,
  'percent-encoded in every byte': (secret) => encodeBytes(secret, (byte) => `%${byte}`),
  'percent-encoded in upper case': (secret) =>
    encodeBytes(secret, (byte) => `%${byte.toUpperCase()}`),
  'percent-encoded twice': (secret) =>
    encodeURIComponent(encodeBytes(secret, (byte) => `%${byte}`)),
  'in base64': toBase64,
  'in base64 without padding': (secret) => toBase64(secret).replaceAll('=', ''),
  'in base64 after one byte': (secret) => toBase64(`:${secret}`),
  'in base64 after two bytes': (secret) => toBase64(`id${secret}`),
  'in base64 between other texts': (secret) => toBase64(`wallet-app:${secret}, more`),
  'in base64url': (secret) => Buffer.from(`??${secret}>>`).toString('base64url'),
  'in base32': toBase32,
  'in base32 before another text': (secret) => toBase32(`${secret}, more`),
  'in hex': (secret) => Buffer.from(secret).toString('hex'),
  'in hex in upper case': (secret) => Buffer.from(secret).toString('hex').toUpperCase(),
  'in JSON escapes': (secret) => encodeCharacters(secret, (hex) => `\\u${hex.padStart(4, '0')}`),
  'in a JSON text': (secret) => JSON.stringify({ a: secret }),
  'in a JSON text in a JSON text': (secret) => JSON.stringify(JSON.stringify({ a: secret })),
  'in character references in upper case': (secret) =>
    encodeCharacters(secret, (hex) => `&#X${hex.toUpperCase()};`),
  'in character references': (secret) => encodeCharacters(secret, (hex) => `&#x${hex};`),
};

/** Returns all encodings of a secret. An output must not contain any of them. */
export function listEncodings(secret: string): readonly string[] {
  return Object.values(encodings).map((encode) => encode(secret));
}

/** Creates a token whose header begins with white space, so that it does not begin with `eyJ`. */
export function createPaddedToken(): string {
  const encodePart = (text: string) => Buffer.from(text).toString('base64url');
  const signature = 'c2lnbmF0dXJlLW9mLWEtdG9rZW4tbm9ib2R5LWtub3dz';
  return `${encodePart('\n { "alg": "ES256" }')}.${encodePart('{"sub":"rita"}')}.${signature}`;
}
