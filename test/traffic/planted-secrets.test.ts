/** Secrets in unexpected places, in any encoding, appear in no output. */
import { beforeEach, describe, expect, it } from 'vitest';
import { createPaddedToken, encodings, listEncodings } from '../redaction/planted-secrets.ts';
import { useTestSandbox } from '../control/sandbox.ts';
import { sendRawRequest } from '../server/raw-request.ts';
import { CLIENT, readJournal, start, START_PATH, WALLET } from './requests.ts';
import { openEventStream } from './event-stream.ts';

const sandbox = useTestSandbox();
beforeEach(async () => {
  await sandbox.send('POST', '/sandbox/reset');
});

const SECRET = CLIENT['service-client-secret'];

/** Returns the journal as JSON, HAR and events (one per request), the metrics, and each format of the client report. */
async function readOutput(requestCount: number): Promise<string> {
  const formats = ['json', 'html', 'markdown', 'junit'];
  const reports = formats.map((format) => `/client-report?format=${format}`);
  const paths = ['/journal', '/journal?format=har', '/metrics', ...reports];
  const pages = await Promise.all(
    paths.map(async (path) => (await fetch(`${sandbox.url}/sandbox${path}`)).text()),
  );
  const stream = await openEventStream(`${sandbox.url}/sandbox/journal?after=0`);
  const events: unknown[] = [];
  while (events.length < requestCount) events.push(await stream.next());
  await stream.close();
  return [...pages, JSON.stringify(events)].join('\n');
}

describe('a secret that the workspace knows', () => {
  it.each(Object.entries(encodings))('appears in no output: %s', async (_, encode) => {
    const encoded = encode(SECRET);
    const urlEncoded = encodeURIComponent(encoded);
    await start(sandbox, { body: { walletAddress: encoded, walletNetwork: `a ${encoded} b` } });
    await start(sandbox, { body: { ...WALLET, [encoded]: 1, note: encoded, deep: [{ encoded }] } });
    await start(sandbox, {
      headers: { 'user-agent': `app ${encoded}`, 'service-client-id': encoded },
    });
    await sandbox.send('GET', `/v1/user/${urlEncoded}`, undefined, CLIENT);
    await sandbox.send('GET', `/user?a=${urlEncoded}&${urlEncoded}=1`, undefined, CLIENT);
    await sandbox.send('POST', `/auth/${urlEncoded}/sms:send`, {}, CLIENT);
    const output = await readOutput(6);
    for (const secretText of [
      ...listEncodings(SECRET),
      encoded,
      urlEncoded,
      JSON.stringify(encoded).slice(1, -1),
    ]) {
      expect(output).not.toContain(secretText);
    }
  });

  it('appears in no output, percent-encoded in a path', async () => {
    const bytes = SECRET.replaceAll(/./g, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
    await sendRawRequest(sandbox.url, { path: `/v1/none/${bytes}` });
    const [entry] = await readJournal(sandbox);
    expect(entry?.request.path).toBe('/v1/none/[redacted]');
    expect(await readOutput(1)).not.toContain(bytes);
  });
});

describe('an unknown credential', () => {
  const basic = Buffer.from('wallet-app:wallet-app-secret').toString('base64');
  it.each([
    [
      'a token whose header does not begin with eyJ',
      `Bearer ${createPaddedToken()}`,
      createPaddedToken(),
    ],
    ['an opaque token', 'Bearer 7rqVx81-opaque-token', '7rqVx81-opaque-token'],
    ['a Basic credential', `Basic ${basic}`, basic],
    ['a credential without a scheme', '7rqVx81-opaque-token', '7rqVx81-opaque-token'],
  ])('appears in no output: %s', async (_, authorization, credential) => {
    const headers = { authorization, 'user-agent': credential };
    await start(sandbox, { headers, body: { walletAddress: credential, note: credential } });
    await sandbox.send('GET', `/user/${credential}?${credential}=${credential}`, undefined, {
      ...CLIENT,
      ...headers,
    });
    const output = await readOutput(2);
    expect(output).not.toContain(credential);
    for (const part of credential.split('.')) expect(output).not.toContain(part);
  });
});

describe('a value that the contract does not name', () => {
  it.each([
    'x-api-key',
    'apikey',
    'x-auth-token',
    'x-amz-security-token',
    'cookie',
    'ocp-apim-subscription-key',
    'cf-access-client-secret',
    'x-anything',
  ])('is not shown: header %s', async (name) => {
    await start(sandbox, { headers: { [name]: 'an-opaque-value' } });
    const [entry] = await readJournal(sandbox);
    expect(entry?.request.headers[name]).toBe('[redacted]');
    expect(await readOutput(1)).not.toContain('an-opaque-value');
  });

  it.each(['sessionToken', 'refreshToken', 'idToken', 'apiKey', 'password', 'debugOtp', 'note'])(
    'is not shown: field and parameter %s',
    async (name) => {
      const path = `${START_PATH}?${name}=an-opaque-value`;
      await sandbox.send('POST', path, { ...WALLET, [name]: 'an-opaque-value' }, CLIENT);
      const [entry] = await readJournal(sandbox);
      expect(entry?.request.query[name]).toBe('[redacted]');
      expect(entry?.request.body).toMatchObject({
        ...WALLET,
        [name]: expect.stringMatching(/^\[redacted/),
      });
      expect(await readOutput(1)).not.toContain('an-opaque-value');
    },
  );

  it('is not shown: the response of a fault', async () => {
    const body = { sessionToken: 'an-opaque-value', message: 'a message' };
    const rules = [{ effect: { status: 418, body } }];
    await sandbox.send('PUT', '/sandbox/faults', { rules });
    await start(sandbox);
    const [entry] = await readJournal(sandbox);
    expect(entry?.response?.body).toEqual({
      sessionToken: '[redacted string]',
      message: 'a message',
    });
    expect(await readOutput(1)).not.toContain('an-opaque-value');
  });
});
