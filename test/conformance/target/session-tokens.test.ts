import { describe, expect, it } from 'vitest';
import { Secrets } from '../../../conformance/target/secrets.ts';
import { findTokens } from '../../../conformance/target/session-tokens.ts';

function createSecrets(...tokens: readonly string[]): Secrets {
  const secrets = new Secrets();
  for (const token of tokens) secrets.addText(token, '*');
  return secrets;
}

describe('a client secret', () => {
  it('is masked as a whole word if it is short', () => {
    const secrets = new Secrets();
    secrets.addClient({ clientId: 'app', clientSecret: 's3cr3t', accessToken: null });
    expect(secrets.mask('wrong secret s3cr3t, not my-s3cr3ts')).toBe(
      'wrong secret <client secret>, not my-s3cr3ts',
    );
  });
});

describe('an opaque session token', () => {
  it.each([
    ['within a word', 'xk3v9Qz71y', 'x*y'],
    ['at both ends of a text', 'k3v9Qz71 and k3v9Qz71', '* and *'],
    ['twice in a row', 'k3v9Qz71k3v9Qz71', '**'],
    ['at the beginning of a longer token', 'k3v9Qz71.more', '*'],
  ])('of eight characters or more is masked %s', (_, text, masked) => {
    expect(createSecrets('k3v9Qz71', 'k3v9Qz71.more').mask(text)).toBe(masked);
  });

  it.each([
    ['"k3v9"', '"*"'],
    [String.raw`{"a":"b\nk3v9"}`, String.raw`{"a":"b\n*"}`],
    ['k3v9x xk3v9 k3v9-', 'k3v9x xk3v9 k3v9-'],
  ])('of four to seven characters is masked only as a whole word: %s', (text, masked) => {
    expect(createSecrets('k3v9').mask(text)).toBe(masked);
  });

  it.each([
    ['different', (index: number) => `${index}-token-of-a-session`],
    ['alike except for the last characters', (index: number) => `${'a'.repeat(100)}${index}`],
    ['short and alike', (index: number) => `ab${index}`],
  ])('is masked among thousands of tokens without slowdown: %s', (_, createToken) => {
    const tokens = Array.from({ length: 20_000 }, (__, index) => createToken(index));
    const secrets = createSecrets(...tokens);
    expect(secrets.mask('a session, about')).toBe('a session, about');
    const text = `${createToken(19_999)}, `.repeat(20_000);
    expect(secrets.mask(text)).toBe('*, '.repeat(20_000));
    expect(secrets.mask('a'.repeat(1_000_000)).length).toBeLessThanOrEqual(1_000_000);
  });

  it('of more than 1024 characters is recognized by the first 1024, and masked to the end of the word', () => {
    const token = 'k3v9Qz71'.repeat(1000);
    // The text to mask contains the secret only up to ":x".
    expect(createSecrets(`${token}:x`).mask(`"${token}"`)).toBe('"*"');
    // A token of up to 1024 characters is compared as a whole.
    const shortToken = token.slice(0, 900);
    expect(createSecrets(shortToken).mask(`"${shortToken}"`)).toBe('"*"');
  });
});

describe('the tokens of a response', () => {
  it.each([
    [{ sessionJwt: 'abcd' }, ['abcd']],
    [{ user: [{ session_token: 'k3v9Qz71' }] }, ['k3v9Qz71']],
    [{ refreshToken: 'k3v9Qz71', 'x-api-key': 'k3v9Qz72' }, ['k3v9Qz71', 'k3v9Qz72']],
    // Only the value of sessionJwt may be a sentence or have fewer than eight characters.
    [{ tokenType: 'Bearer', password: 'has to be longer', session: 'active' }, []],
  ])('are found by field name: %j', (body, tokens) => {
    expect(findTokens(JSON.stringify(body), body)).toEqual(tokens);
  });

  it('are found in truncated JSON', () => {
    expect(findTokens('{"sessionJwt": "k3v9Qz71", "userM', undefined)).toEqual(['k3v9Qz71']);
    expect(findTokens('{"sessionJwt": "k3v9Qz', undefined)).toEqual(['k3v9Qz']);
  });
});

describe('the Authorization header', () => {
  it.each([
    ['Bearer k3v9Qz71', 'Bearer <session JWT>'],
    ['Bearer the-access-token', 'Bearer <access token>'],
    ['Bearer eyJhbGciOi.eyJzdWIi.c2ln', 'Bearer <session JWT>'],
    ['Bearer another', 'Bearer <authorization>'],
    ['basic dXNlcjpwYXNz', 'basic <authorization>'],
    ['dXNlcjpwYXNz', '<authorization>'],
    ['Bearer', 'Bearer'],
  ])('%s is shown as %s', (authorization, shown) => {
    const secrets = new Secrets();
    const [clientId, clientSecret] = ['app', 'the-client-secret'];
    secrets.addClient({ clientId, clientSecret, accessToken: 'the-access-token' });
    secrets.addSession('k3v9Qz71');
    expect(secrets.maskHeaders({ authorization })).toEqual({ authorization: shown });
  });
});
