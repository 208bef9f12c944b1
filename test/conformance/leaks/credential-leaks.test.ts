/** Client secrets in responses (§7). */
import { describe, expect, it } from 'vitest';
import { findCredentialLeaks } from '../../../conformance/leaks/credential-leaks.ts';
import type { HttpResponse } from '../../../conformance/target/http-request.ts';
import { createResponse } from '../create-response.ts';
import { createPlainSettings } from '../plain-settings.ts';

const settings = createPlainSettings('http://127.0.0.1', {
  client: { clientId: 'app', clientSecret: 'low-fence', accessToken: null },
});

describe('a rejection with a client secret that consists of words', () => {
  const findLeakLocations = (parts: Partial<Pick<HttpResponse, 'headers' | 'text'>>) =>
    findCredentialLeaks(settings, [
      createResponse({ status: 401, ...parts, request: { operation: 'startWalletAuth' } }),
    ]).map(({ place }) => place);

  it.each<[string, Partial<Pick<HttpResponse, 'headers' | 'text'>>]>([
    ['body/secret', { text: '{"secret":"low-fence"}' }],
    ['body/secrets', { text: '{"secrets":["low-fence"]}' }],
    ['body', { text: '"low-fence"' }],
    ['body', { text: 'low-fence' }],
    ['header x-secret', { headers: { 'x-secret': 'low-fence' } }],
  ])('leaks the secret if it is a whole value: %s in %j', (place, parts) => {
    expect(findLeakLocations(parts)).toEqual([place]);
  });

  it.each<Partial<Pick<HttpResponse, 'headers' | 'text'>>>([
    { text: '{"message":"a low-fence is no wall"}' },
    { text: 'message low-fence' },
    { headers: { 'x-message': 'invalid low-fence' } },
  ])('may contain the words of the secret in a message: %j', (parts) => {
    expect(findLeakLocations(parts)).toEqual([]);
  });
});

it.each<[string, (secret: string) => string]>([
  ['every byte percent-encoded', (secret) => encode(secret, (byte) => `%${byte.toString(16)}`)],
  ['decimal character references', (secret) => encode(secret, (byte) => `&#${byte};`)],
  [
    'hexadecimal character references',
    (secret) => encode(secret, (byte) => `&#x${byte.toString(16)};`),
  ],
  ['JSON escapes', (secret) => encode(secret, (byte) => `\\\\u00${byte.toString(16)}`)],
  ['base32', () => 'NRXXOLLGMVXGGZI'],
])('a client secret in %s is a leak', (_encoding, encodeSecret) => {
  const response = createResponse({
    text: `{"trace":"id=${encodeSecret('low-fence')};"}`,
    request: { operation: 'startWalletAuth' },
  });
  expect(findCredentialLeaks(settings, [response])).toMatchObject([{ place: 'body/trace' }]);
});

function encode(secret: string, encodeByte: (byte: number) => string): string {
  return [...Buffer.from(secret)].map(encodeByte).join('');
}

it.each([
  // A secret of up to 19 letters may be a word of a language.
  ['verificationservice', []],
  ['qwhdkfjtrmzpxnvbgslq', ['body/secret']],
])('the client secret %s, of letters only, is reported at %j', (clientSecret, places) => {
  const client = { clientId: 'app', clientSecret, accessToken: null };
  const response = createResponse({ text: JSON.stringify({ secret: clientSecret }) });
  const leaks = findCredentialLeaks(createPlainSettings('http://127.0.0.1', { client }), [
    response,
  ]);
  expect(leaks.map(({ place }) => place)).toEqual(places);
});
