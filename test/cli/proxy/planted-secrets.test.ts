/** Secrets in unexpected places and encodings, and control characters, must not appear in any output. */
import { describe, expect, it } from 'vitest';
import { ClientApp, toNetworkIdentity, createWallet } from '../../sandbox.ts';
import { createPaddedToken, encodings, listEncodings } from '../../redaction/planted-secrets.ts';
import { sendRawRequest } from '../../server/raw-request.ts';
import { startProxy } from './running-proxy.ts';
import { respondJson, startUpstream } from './upstream.ts';

const START = '/v1/auth/cryptoWallet:start';
const SECRET = 'wallet-app-secret';
const credentials = [
  ['service-client-id', 'wallet-app'],
  ['service-client-secret', SECRET],
  ['content-type', 'application/json'],
] as const;

describe('text with control characters', () => {
  it('is escaped in every output and unchanged in the parsed journal', async () => {
    const unusualText = 'a\u009B31m \u202E\u2028 ##[error]owned';
    const upstream = await startUpstream(respondJson(200, { challenge: unusualText }));
    const proxy = await startProxy(upstream.url, ['--verbose']);
    const body = JSON.stringify({
      ...toNetworkIdentity(createWallet()),
      [unusualText]: unusualText,
    });
    await sendRawRequest(proxy.url, { path: START, headers: credentials, body });
    const stopped = await proxy.stop();
    expect(stopped.journal[0]?.response?.body).toEqual({ challenge: unusualText });
    const output = await stopped.readOutput();
    // Matches an excerpt, so that a failure does not print the whole output.
    expect(/.{0,80}(?:[\u009B\u202E\u2028]|##\[).{0,30}/.exec(output)?.[0]).toBeUndefined();
  });
});

describe('the value of a part that the contract does not define', () => {
  const value = 'opaque-value-7rqVx81';

  it.each([
    ...['x-api-key', 'apikey', 'x-auth-token', 'x-amz-security-token', 'x-session-token'],
    ...['ocp-apim-subscription-key', 'cf-access-client-secret', 'cookie', 'x-anything'],
  ])('is redacted in the header %s', async (name) => {
    const upstream = await startUpstream((req, res) => {
      req.resume();
      res.writeHead(200, { [name]: value, 'content-type': 'application/json' }).end('{}');
    });
    const proxy = await startProxy(upstream.url, ['--verbose']);
    const headers = [...credentials, [name, value]] as const;
    const response = await sendRawRequest(proxy.url, { path: START, headers, body: '{}' });
    expect([response.headers[name]].flat()).toEqual([value]);
    const stopped = await proxy.stop();
    expect(stopped.journal[0]?.request.headers[name]).toBe('[redacted]');
    expect(await stopped.readOutput()).not.toContain(value);
  });

  it.each([
    ...['sessionToken', 'refreshToken', 'idToken', 'apiKey', 'api_key', 'password', 'debugOtp'],
    ...['x-session-token', 'note'],
  ])('is redacted in the field and parameter %s', async (name) => {
    const upstream = await startUpstream(
      respondJson(200, { [name]: value, user: { [name]: [value] } }),
    );
    const proxy = await startProxy(upstream.url, ['--verbose']);
    const path = `${START}?${name}=${value}`;
    const body = JSON.stringify({ ...toNetworkIdentity(createWallet()), [name]: value });
    await sendRawRequest(proxy.url, { path, headers: credentials, body });
    const stopped = await proxy.stop();
    expect(stopped.journal[0]?.response?.body).toEqual({
      [name]: '[redacted string]',
      user: '[redacted object]',
    });
    expect(await stopped.readOutput()).not.toContain(value);
  });

  it.each(['authenticateSmsOtp', 'authenticateEmailOtp'] as const)(
    'is redacted if it is a code of %s under any name',
    async (operation) => {
      const upstream = await startUpstream(
        respondJson(401, { code: 'otpWrong', message: 'no 482913' }),
      );
      const proxy = await startProxy(upstream.url, ['--verbose']);
      const channel = operation === 'authenticateSmsOtp' ? 'sms' : 'email';
      const path = `/v1/auth/otp/${channel}:authenticate`;
      const body = JSON.stringify({ phoneId: 'a', emailId: 'a', magic: '482913', n: 482913 });
      await sendRawRequest(proxy.url, { path, headers: credentials, body });
      await sendRawRequest(proxy.url, { path: '/v1/code/482913?a=482913', headers: credentials });
      expect(await (await proxy.stop()).readOutput()).not.toContain('482913');
    },
  );
});

describe('a secret that the proxy knows from credentials, a token or a cookie', () => {
  it.each(Object.entries(encodings))('does not appear in any output %s', async (_how, encode) => {
    const encoded = encode(SECRET);
    const inUrl = encodeURIComponent(encoded);
    const response = { code: encoded, message: `no ${encoded} here`, [encoded]: 1 };
    const upstream = await startUpstream(respondJson(400, response));
    const proxy = await startProxy(upstream.url, ['--verbose']);
    const identity = { walletAddress: encoded, walletNetwork: encoded, [encoded]: 1 };
    const headers = [...credentials, ['user-agent', encoded.replaceAll(/[^ -~]/g, '')]] as const;
    const body = JSON.stringify(identity);
    await sendRawRequest(proxy.url, { path: START, headers, body });
    await sendRawRequest(proxy.url, { path: `/v1/${inUrl}/user`, headers });
    await sendRawRequest(proxy.url, {
      method: 'GET',
      path: `/user?a=${inUrl}&${inUrl}=1`,
      headers,
    });
    const stopped = await proxy.stop();
    expect(stopped.journal).toHaveLength(3);
    const output = await stopped.readOutput();
    const inJson = JSON.stringify(encoded).slice(1, -1);
    for (const text of [...listEncodings(SECRET), encoded, inUrl, inJson]) {
      expect(output).not.toContain(text);
    }
  });

  it.each([
    ['a session token that is not a JWT', '7rqVx81-opaque-session'],
    ['a session token that does not start with eyJ', createPaddedToken()],
  ])('does not appear in any output if it is echoed: %s', async (_what, token) => {
    const upstream = await startUpstream((req, res) => {
      const body =
        req.url === START
          ? { sessionJwt: token, challenge: token }
          : { code: 'no', message: `The session ${token} is over.` };
      respondJson(req.url === START ? 200 : 401, body)(req, res);
    });
    const proxy = await startProxy(upstream.url, ['--verbose']);
    const client = new ClientApp(proxy.url);
    await client.start(toNetworkIdentity(createWallet()));
    await client.readUser(token);
    await sendRawRequest(proxy.url, {
      path: `/v1/session/${token}?a=${token}`,
      headers: credentials,
    });
    await client.send(START, { body: { walletAddress: token, walletNetwork: token, [token]: 1 } });
    const output = await (await proxy.stop()).readOutput();
    for (const part of [token, ...token.split('.')]) expect(output).not.toContain(part);
  });

  // The proxy remembers at most 500 secrets from responses.
  it('stays redacted after a deployment returns thousands of tokens', async () => {
    const tokens = Array.from({ length: 3000 }, (_, index) => ({
      token: `invented-token-${index}`,
    }));
    const upstream = await startUpstream(respondJson(400, { tokens, message: `no ${SECRET}` }));
    const proxy = await startProxy(upstream.url, ['--verbose']);
    await sendRawRequest(proxy.url, { path: START, headers: credentials, body: '{}' });
    expect(await (await proxy.stop()).readOutput()).not.toContain(SECRET);
  });

  it('does not include the attributes of a cookie, only its value', async () => {
    const cookie = 'session=abcdefghijkl123; Path=/v1/auth/; Domain=api.example.test';
    const upstream = await startUpstream((req, res) => {
      res.setHeader('set-cookie', cookie);
      res.setHeader('server', 'api.example.test abcdefghijkl123');
      respondJson(404, {})(req, res);
    });
    const proxy = await startProxy(upstream.url);
    await sendRawRequest(proxy.url, { path: START, headers: credentials, body: '{}' });
    const { journal } = await proxy.stop();
    expect(journal).toMatchObject([
      { request: { url: START }, response: { headers: { server: 'api.example.test [redacted]' } } },
    ]);
  });

  it('does not appear in any output as Basic credentials', async () => {
    const pair = Buffer.from(`wallet-app:${SECRET}`).toString('base64');
    const other = Buffer.from('other:pa55word').toString('base64');
    const upstream = await startUpstream(
      respondJson(400, { code: pair, message: `${other} pa55word` }),
    );
    const proxy = await startProxy(upstream.url, ['--verbose']);
    const headers = [...credentials, ['authorization', `Basic ${other}`]] as const;
    await sendRawRequest(proxy.url, { path: START, headers, body: '{}' });
    await sendRawRequest(proxy.url, { path: `/v1/${pair}`, headers, body: '{}' });
    const output = await (await proxy.stop()).readOutput();
    for (const text of [pair, other, 'pa55word']) expect(output).not.toContain(text);
  });
});
