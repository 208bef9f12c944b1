/** Reports must mask secrets in every form that the interface allows (§2.4, §4.5, §8). */
import { EncryptJWT, generateSecret } from 'jose';
import { describe, expect, it } from 'vitest';
import { Secrets } from '../../conformance/target/secrets.ts';

describe('one-time passwords', () => {
  it.each([
    ['123456'],
    ['aDDp43sxxZai'],
    ['a-long-one-of-many-words'],
    ['AB 12/34'],
    ['7"8\\9<0>'],
    ['0'.repeat(64)],
  ])('masks %j in a body and in a form', (code) => {
    const secrets = new Secrets();
    secrets.addCode(code);
    const body = JSON.stringify({ passcode: code });
    const form = new URLSearchParams({ passcode: code }).toString();
    expect(secrets.mask(body)).toBe('{"passcode":"<one-time password>"}');
    expect(secrets.mask(form)).toBe('passcode=<one-time password>');
  });

  it.each([['&amp;1&lt;2&gt;3&quot;4&#39;5'], ['&#38;1&#60;2&#62;3&#34;4&#x27;5']])(
    'masks a code in an HTML page: %s',
    (encoded) => {
      const secrets = new Secrets();
      secrets.addCode(`&1<2>3"4'5`);
      expect(secrets.mask(`<p>${encoded}</p>`)).toBe('<p><one-time password></p>');
    },
  );

  it.each([
    ['in the path of a URL', encodeURIComponent('7/é?>ÿ12')],
    ['in a URL, in lower case', encodeURIComponent('7/é?>ÿ12').toLowerCase()],
    ['in base64', Buffer.from('7/é?>ÿ12').toString('base64').replaceAll('=', '')],
    ['in base64url', Buffer.from('7/é?>ÿ12').toString('base64url')],
  ])('masks a code %s', (_name, encoded) => {
    const secrets = new Secrets();
    secrets.addCode('7/é?>ÿ12');
    expect(encoded).not.toContain('7/é');
    expect(secrets.mask(`(${encoded})`)).toBe('(<one-time password>)');
  });

  it('of at least six characters are masked also if one more digit follows', () => {
    const secrets = new Secrets();
    secrets.addCode('123456');
    expect(secrets.mask('{"otp":"1234560"}')).toBe('{"otp":"<one-time password>0"}');
  });

  it('are not masked within a number if shorter than six digits or preceded by a digit', () => {
    const secrets = new Secrets();
    secrets.addCode('1234');
    secrets.addCode('123456');
    expect(secrets.mask('port 12345, +12025551234, 991234569')).toBe(
      'port 12345, +12025551234, 991234569',
    );
  });
});

describe('§2.4 sessionJwt', () => {
  it.each(['dir', 'A256KW'])('masks an encrypted token (%s)', async (alg) => {
    const key = await generateSecret(alg === 'dir' ? 'A256GCM' : 'A256KW');
    const jwe = await new EncryptJWT({ sub: 'somebody' })
      .setProtectedHeader({ alg, enc: 'A256GCM' })
      .encrypt(key);
    expect(new Secrets().mask(JSON.stringify({ jwt: jwe, more: 1 }))).toBe(
      '{"jwt":"<session JWT>","more":1}',
    );
  });

  it('masks a signed token and keeps the text around it', () => {
    expect(new Secrets().mask('It was eyJhbGciOi.eyJzdWIi.c2ln. And so on.')).toBe(
      'It was <session JWT>. And so on.',
    );
  });
});

describe('§2.1 service-client-secret', () => {
  it('masks wrong secrets that reveal the correct secret', () => {
    const secrets = new Secrets();
    secrets.addClient({ clientId: 'app', clientSecret: 'Gr3en-Horse', accessToken: null });
    secrets.addClient({ clientId: 'two', clientSecret: 'Gr3en-Horses', accessToken: null });
    const masked = ['Gr3en-Horse', 'Gr3en-Hors', 'gR3EN-hORSE', 'Gr3en-Horses'].map(
      (secret) => secrets.maskHeaders({ 'service-client-secret': secret })['service-client-secret'],
    );
    expect(masked).toEqual([
      '<client secret>',
      '<client secret> without its last character',
      '<client secret> with upper and lower case swapped',
      '<client secret>',
    ]);
    // Rejections must not contain configured secrets; altered secrets are not configured.
    expect(secrets.configured).not.toContain('Gr3en-Hors');
    expect(secrets.configured).not.toContain('gR3EN-hORSE');
  });
});

describe('a client id', () => {
  it('is not masked, even after it was sent as a bearer token', () => {
    const secrets = new Secrets();
    secrets.addClient({ clientId: 'app-one', clientSecret: 'app-one-secret', accessToken: null });
    secrets.addAuthorization('Bearer app-one');
    expect(secrets.maskHeaders({ 'service-client-id': 'app-one' })).toEqual({
      'service-client-id': 'app-one',
    });
  });
});
