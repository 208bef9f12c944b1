/** Redaction masks secrets anywhere in a text, and shows values that match the contract. */
import { describe, expect, it } from 'vitest';
import { getCompiledContract } from '../../src/contract/validators.ts';
import { defaultDialect } from '../../src/dialect/keys.ts';
import { loadDialectDocument } from '../../src/dialect/load.ts';
import { KnownSecrets } from '../../src/redaction/known-secrets.ts';
import { createRedactor } from '../../src/redaction/redactor.ts';
import { createTextRedaction } from '../../src/redaction/text-redaction.ts';
import { encodings } from './planted-secrets.ts';

const secret = 'h5&k"q<Zé/+=_9~p';

function redactWith(...known: readonly string[]) {
  const secrets = new KnownSecrets();
  for (const text of known) secrets.add(text);
  return createTextRedaction(secrets);
}

describe('a known secret', () => {
  it.each(Object.entries(encodings))('is masked if it occurs %s', (_encoding, encode) => {
    // The last secret is longer than the 48 characters that are searched in encoded texts.
    for (const known of [secret, 'wallet-app-secret', 'k'.repeat(90) + secret]) {
      const redact = redactWith(known);
      const redacted = redact(`before ${encode(known)} behind`);
      expect(redacted).toMatch(/^(?:before \S*\[redacted\]\S* behind|\[redacted\])$/);
      expect(redact(encode(known))).toContain('[redacted]');
    }
  });

  it('that is short is masked only as the whole text', () => {
    const redact = redactWith('s3c&t');
    for (const whole of ['s3c&t', 's3c%26t', 'czNjJnQ=', 's3c&amp;t']) {
      expect(redact(whole)).toBe('[redacted]');
    }
    for (const longer of ['is3c&ts', 'a s3c&t b']) expect(redact(longer)).toBe(longer);
  });

  it('is matched literally, and other text does not change', () => {
    const redact = redactWith('a.b*c[d]-token', 'another-secret');
    expect(redact('x a.b*c[d]-token y another-secret')).toBe('x [redacted] y [redacted]');
    expect(redact('aXbbc[d]-token')).toBe('aXbbc[d]-token');
    expect(redact('100 % of nothing & more \\n')).toBe('100 % of nothing & more \\n');
  });

  it('is forgotten after many newer secrets', () => {
    const secrets = new KnownSecrets({ maxSecrets: 10 });
    // Half a surrogate pair cannot be encoded as UTF-8.
    for (let index = 0; index < 100; index += 1) secrets.add(`secret-number-${index}-\ud800`);
    const redact = createTextRedaction(secrets);
    expect(redact('secret-number-99-\ud800')).toContain('[redacted]');
    expect(redact('secret-number-1-\ud800')).toBe('secret-number-1-\ud800');
  });

  it('that is long and contains spaces is masked to its end', () => {
    const mnemonic = 'abandon ability able about above absent absorb abstract absurd abuse';
    const redact = redactWith(mnemonic);
    expect(redact(`words: ${mnemonic}, or so`)).toBe('words: [redacted], or so');
    expect(redact(JSON.stringify({ page: `<${mnemonic}>` }))).toBe('{"page":"<[redacted]>"}');
  });

  it('that is a one-time password is masked only as a whole word', () => {
    const secrets = new KnownSecrets();
    secrets.addWord('482913');
    const redact = createTextRedaction(secrets);
    expect(redact('code 482913, not 14829130')).toBe('code [redacted], not 14829130');
    expect(redact('code%20482913')).toBe('[redacted]');
  });

  // Quadratic time would exceed the timeout of the test.
  it('is searched in linear time', () => {
    const redact = redactWith(secret, 'a'.repeat(60), 'eyJhbGciOiJFUzI1NiJ9.e30.c2ln');
    for (const part of ['a', 'eyJ', 'eyJ.', 'a.', '%61', '&#x61;', '\\u0061', 'ZXlK', '0', ':']) {
      expect(redact(part.repeat(Math.ceil(500_000 / part.length)))).not.toBe('');
    }
  });
});

describe('a field name in the contract', () => {
  const redactWithDialect = async (values: object) => {
    const loaded = await loadDialectDocument(JSON.stringify({ version: 1, values }), 'd.json');
    if (!('dialect' in loaded)) throw new Error(JSON.stringify(loaded));
    return createRedactor(new KnownSecrets(), getCompiledContract(loaded.dialect));
  };

  it('depends on the dialect', async () => {
    const user = {
      path: '/api/v1/user',
      envelope: 'data',
      identifiedBy: { query: 'userRef' },
      names: { flags: 'notes', code: 'noteCode' },
    };
    const byDialect = await redactWithDialect({ user });
    const byDefault = createRedactor(new KnownSecrets(), getCompiledContract(defaultDialect));
    const response = { data: { notes: [{ noteCode: 'F0000', pin: 'a' }] } };
    expect(byDialect.redactResponseBody(response)?.value).toEqual({
      data: { notes: [{ noteCode: 'F0000', pin: '[redacted string]' }] },
    });
    expect(byDefault.redactResponseBody(response)?.value).toEqual({ data: '[redacted object]' });
    expect(byDialect.redactQuery('userRef=a&other=b').toString()).toBe(
      'userRef=a&other=%5Bredacted%5D',
    );
  });

  it('can mean a one-time password in a request and an error code in a response', async () => {
    const redactor = await redactWithDialect({ otp: { email: { codeField: 'code' } } });
    // Not an OTP authenticate request: in these, any field is masked.
    expect(redactor.redactRequestBody({ code: 'magic' }, 'startWalletAuth')?.value).toEqual({
      code: '[redacted]',
    });
    expect(redactor.redactResponseBody({ code: 'otpWrong', message: 'No.' })?.value).toEqual({
      code: 'otpWrong',
      message: 'No.',
    });
  });

  it('has a visible value only if the value matches the contract', () => {
    const redactor = createRedactor(new KnownSecrets(), getCompiledContract(defaultDialect));
    expect(
      redactor.redactResponseBody({ userMask: 'a text', challenge: { a: 1 }, flags: 'x' })?.value,
    ).toEqual({
      userMask: '[redacted string]',
      challenge: '[redacted object]',
      flags: '[redacted string]',
    });
  });
});
