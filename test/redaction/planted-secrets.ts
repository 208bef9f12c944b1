/** Secrets, how they may be written, and where a client may put them. */

const base64 = (text: string) => Buffer.from(text).toString('base64');
const inBytes = (text: string, write: (byte: string) => string) =>
  [...Buffer.from(text).toString('hex').matchAll(/../g)].map(([byte]) => write(byte)).join('');

const inCharacters = (text: string, write: (hex: string) => string) =>
  Array.from({ length: text.length }, (_, at) => write(text.charCodeAt(at).toString(16))).join('');

/** By name, each as a client, a gateway or a page would write a text inside another. */
export const writings: Readonly<Record<string, (secret: string) => string>> = {
  plain: (secret) => secret,
  'percent-encoded': encodeURIComponent,
  'percent-encoded in every byte': (secret) => inBytes(secret, (byte) => `%${byte}`),
  'percent-encoded in capitals': (secret) => inBytes(secret, (byte) => `%${byte.toUpperCase()}`),
  'percent-encoded twice': (secret) => encodeURIComponent(inBytes(secret, (byte) => `%${byte}`)),
  'in base64': base64,
  'in base64 without padding': (secret) => base64(secret).replaceAll('=', ''),
  'in base64 behind one byte': (secret) => base64(`:${secret}`),
  'in base64 behind two bytes': (secret) => base64(`id${secret}`),
  'in base64 with an id before and more behind': (secret) => base64(`wallet-app:${secret}, more`),
  'in base64url': (secret) => Buffer.from(`??${secret}>>`).toString('base64url'),
  'in hex': (secret) => Buffer.from(secret).toString('hex'),
  'in hex in capitals': (secret) => Buffer.from(secret).toString('hex').toUpperCase(),
  'in JSON escapes': (secret) => inCharacters(secret, (hex) => `\\u${hex.padStart(4, '0')}`),
  'in a JSON text': (secret) => JSON.stringify({ a: secret }),
  'in a JSON text in a JSON text': (secret) => JSON.stringify(JSON.stringify({ a: secret })),
  'in character references': (secret) => inCharacters(secret, (hex) => `&#x${hex};`),
};

/** All encodings, none of which may be shown. */
export function listWritings(secret: string): readonly string[] {
  return Object.values(writings).map((write) => write(secret));
}

/** A token whose header begins with white space, so that it does not begin with `eyJ`. */
export function oddToken(): string {
  const part = (text: string) => Buffer.from(text).toString('base64url');
  const signature = 'c2lnbmF0dXJlLW9mLWEtdG9rZW4tbm9ib2R5LWtub3dz';
  return `${part('\n { "alg": "ES256" }')}.${part('{"sub":"rita"}')}.${signature}`;
}
