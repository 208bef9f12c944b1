/** `start --https`, `--tls-cert` and `--tls-key`, and `flagbearer certificate`. */
import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { connect } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';

import { connectSandbox } from '../../src/index.ts';
import { createAuthority, issueCertificate } from '../../src/server/tls/issue-certificate.ts';
import { createFolder } from '../setup/folder.ts';
import { launch, runFlagbearer, startFlagbearer, stop } from './run-flagbearer.ts';
import { SIGN_IN } from './sign-in-script.ts';

const DAY = 24 * 60 * 60 * 1000;
const getAuthorityPath = (folder: string) =>
  join(folder, 'flagbearer/https/authority/certificate.pem');
const getAuthorityKeyPath = (folder: string) => join(folder, 'flagbearer/https/authority/key.pem');
const getServerPath = (folder: string) => join(folder, 'flagbearer/https/server.pem');

const start = (dataFolder: string, ...options: readonly string[]) =>
  startFlagbearer(options, { env: { XDG_DATA_HOME: dataFolder } });

interface TrustedRequest {
  readonly ca: string;
  readonly servername?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
  readonly body?: unknown;
}

/** Sends a request as a client that trusts `ca` only, and that verifies the name. */
function send(
  url: string,
  { body, ...options }: TrustedRequest,
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
): Promise<{ status?: number; body: any }> {
  return new Promise((resolve, reject) => {
    request(url, options, (response) => {
      const status = response.statusCode ?? 0;
      json(response).then((received) => resolve({ status, body: received }), reject);
    })
      .on('error', reject)
      .end(body === undefined ? undefined : JSON.stringify(body));
  });
}

describe('start --https', () => {
  it('serves a certificate that only clients that trust the local authority accept', async () => {
    const folder = await createFolder({});
    const sandbox = await start(folder, '--https');
    const ca = await readFile(getAuthorityPath(folder), 'utf8');
    expect(sandbox).toMatchObject({
      url: expect.stringMatching(/^https:\/\/127\.0\.0\.1:\d+$/),
      console: `${sandbox.url}/sandbox/console`,
    });
    expect(await send(`${sandbox.url}/sandbox/health`, { ca })).toMatchObject({
      status: 200,
      body: { status: 'ok' },
    });
    await expect(connectSandbox(sandbox.url)).rejects.toThrow(
      'is unreachable: TLS failed: the issuer of the certificate is unknown. Set NODE_EXTRA_CA_CERTS to',
    );
  });

  it('names the command that explains how to trust the certificate', async () => {
    const folder = await createFolder({});
    const options = { env: { XDG_DATA_HOME: folder } };
    const running = launch(['start', '--port', '0', '--https'], options);
    expect(await running.nextLine()).toMatch(/^flagbearer listening on https:/);
    expect(await running.nextLine()).toMatch(/^console: https:/);
    expect(await running.nextLine()).toContain('flagbearer certificate');
    await stop({ running });
  });

  it('stops while a client has not completed the TLS handshake', async () => {
    const folder = await createFolder({});
    const sandbox = await start(folder, '--https');
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(sandbox.url).port) });
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    await stop(sandbox);
  });

  it('certifies the names of this machine, of an Android emulator and of --allow-host', async () => {
    const folder = await createFolder({});
    await stop(await start(folder, '--https', '--allow-host', 'mac.local'));
    const { subjectAltName } = new X509Certificate(await readFile(getServerPath(folder)));
    expect(subjectAltName?.split(', ')).toEqual([
      'DNS:localhost',
      'IP Address:127.0.0.1',
      'IP Address:0:0:0:0:0:0:0:1',
      'DNS:*.localhost',
      'IP Address:10.0.2.2',
      'DNS:mac.local',
    ]);
  });

  it('returns https URLs, and certifies the host name of each workspace', async () => {
    const folder = await createFolder({});
    const { url } = await start(folder, '--https');
    const ca = await readFile(getAuthorityPath(folder), 'utf8');
    const created = await send(`${url}/sandbox/workspaces`, {
      ca,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: { name: 'checkout' },
    });
    expect(created.body).toMatchObject({
      baseUrl: `${url}/w/checkout`,
      controlUrl: `${url}/w/checkout/sandbox`,
      hostUrl: `https://checkout.localhost:${new URL(url).port}`,
    });
    const host = `checkout.localhost:${new URL(url).port}`;
    const health = await send(`${url}/sandbox/health`, {
      ca,
      servername: 'checkout.localhost',
      headers: { host },
    });
    expect(health).toMatchObject({ status: 200, body: { workspace: 'checkout' } });
  });

  it.each(['client-report', 'scenario export'])(
    'is trusted by `%s` with NODE_EXTRA_CA_CERTS, also with another data folder',
    async (command) => {
      const folder = await createFolder({});
      const { url } = await start(folder, '--https');
      const env = { XDG_DATA_HOME: await createFolder({}) };
      const args = [...command.split(' '), url];
      const untrusted = await runFlagbearer(args, { env });
      expect(untrusted).toMatchObject({ exit: 3, stderr: expect.stringContaining('issuer') });
      const NODE_EXTRA_CA_CERTS = getAuthorityPath(folder);
      const trusted = await runFlagbearer(args, { env: { ...env, NODE_EXTRA_CA_CERTS } });
      expect(trusted.exit).toBe(0);
    },
  );

  it('rejects other origins on the control API, and http pages of its own host', async () => {
    const folder = await createFolder({});
    const { url } = await start(folder, '--https');
    const ca = await readFile(getAuthorityPath(folder), 'utf8');
    const sendFrom = (origin: string) =>
      send(`${url}/sandbox/health`, { ca, headers: { origin } }).then(({ status }) => status);
    expect(await sendFrom(url)).toBe(200);
    expect(await sendFrom(url.replace('https', 'http'))).toBe(403);
    expect(await sendFrom('https://app.example.test')).toBe(403);
  });

  it('reuses the certificate, and renews it for a new name and before it expires', async () => {
    const folder = await createFolder({});
    await stop(await start(folder, '--https'));
    const certificate = await readFile(getServerPath(folder), 'utf8');
    await stop(await start(folder, '--https'));
    expect(await readFile(getServerPath(folder), 'utf8')).toBe(certificate);
    await stop(await start(folder, '--https', '--allow-host', 'mac.local'));
    expect(await readFile(getServerPath(folder), 'utf8')).not.toBe(certificate);

    const authority = {
      certificate: await readFile(getAuthorityPath(folder), 'utf8'),
      key: await readFile(getAuthorityKeyPath(folder), 'utf8'),
    };
    // The names of the first certificate. A certificate is valid for 397 days and is renewed in the last 30 days.
    const names = ['localhost', '127.0.0.1', '::1', '*.localhost', '10.0.2.2'];
    const now = Date.now() - 380 * DAY;
    const oldPair = await issueCertificate(authority, { names, now });
    await writeFile(getServerPath(folder), `${oldPair.key}\n${oldPair.certificate}\n`);
    const sandbox = await start(folder, '--https');
    const { validTo } = new X509Certificate(await readFile(getServerPath(folder)));
    expect(Date.parse(validTo)).toBeGreaterThan(Date.now() + 300 * DAY);
    const ca = authority.certificate;
    expect((await send(`${sandbox.url}/sandbox/health`, { ca })).status).toBe(200);
  });

  it('does not replace a damaged authority, which clients trust', async () => {
    const folder = await createFolder({});
    await stop(await start(folder, '--https'));
    await writeFile(getAuthorityPath(folder), 'damaged');
    const options = { env: { XDG_DATA_HOME: folder } };
    const { exit, stderr } = await runFlagbearer(['start', '--port', '0', '--https'], options);
    expect({ exit, stderr }).toEqual({
      exit: 2,
      stderr: expect.stringMatching(
        /^error: --https: .*authority is damaged: .* Delete the folder/,
      ),
    });
    expect(await readFile(getAuthorityPath(folder), 'utf8')).toBe('damaged');
  });

  it.skipIf(process.platform === 'win32')(
    'writes keys that only their owner can read',
    async () => {
      const folder = await createFolder({});
      await stop(await start(folder, '--https'));
      for (const path of [getServerPath(folder), getAuthorityKeyPath(folder)]) {
        expect((await stat(path)).mode & 0o777, path).toBe(0o600);
      }
    },
  );
});

describe('exec --https', () => {
  it('lets a program in Node.js sign in', async () => {
    const folder = await createFolder({});
    const script = `(async () => {${SIGN_IN}; console.log(new URL(url).protocol)})()`;
    const run = await runFlagbearer(['exec', '--https', '--', process.execPath, '-e', script], {
      env: { XDG_DATA_HOME: folder },
    });
    const stdout = expect.stringMatching(/^[0-9a-f-]{36}\nhttps:\n$/);
    expect(run).toEqual({ exit: 0, stdout, stderr: '' });
  });
});

/** Creates a folder with certificates and keys of an authority. */
async function createTlsFolder(): Promise<{ readonly cwd: string; readonly ca: string }> {
  const now = Date.now();
  const authority = await createAuthority(now);
  const names = ['127.0.0.1'];
  const validPair = await issueCertificate(authority, { names, now });
  const { key } = validPair;
  const expiredPair = await issueCertificate(authority, { names, now: now - 400 * DAY, key });
  const notYetValidPair = await issueCertificate(authority, { names, now: now + DAY, key });
  const otherPair = await issueCertificate(authority, { names, now });
  const cwd = await createFolder({
    'cert.pem': validPair.certificate,
    'key.pem': key,
    'expired.pem': expiredPair.certificate,
    'not-yet-valid.pem': notYetValidPair.certificate,
    'other.pem': otherPair.key,
    'garbage.pem': 'garbage',
  });
  return { cwd, ca: authority.certificate };
}

describe('--tls-cert and --tls-key', () => {
  it('are used for HTTPS', async () => {
    const { cwd, ca } = await createTlsFolder();
    const options = ['--tls-cert', 'cert.pem', '--tls-key', 'key.pem'];
    const { url } = await startFlagbearer(options, { cwd });
    expect((await send(`${url}/sandbox/health`, { ca })).status).toBe(200);
  });

  it.each([
    ['expired.pem', 'key.pem', /^error: --tls-cert .*expired\.pem: the certificate expired at 20/],
    [
      'not-yet-valid.pem',
      'key.pem',
      /^error: --tls-cert .*not-yet-valid\.pem: the certificate is not valid before/,
    ],
    [
      'cert.pem',
      'other.pem',
      /^error: --tls-key .*other\.pem: the key does not belong to the first/,
    ],
    ['garbage.pem', 'key.pem', /^error: --tls-cert .*garbage\.pem: expected a certificate in PEM/],
    ['cert.pem', 'garbage.pem', /^error: --tls-key .*garbage\.pem: expected a private key in PEM/],
    [
      'missing.pem',
      'key.pem',
      /^error: --tls-cert .*missing\.pem: cannot read the file: no such file/,
    ],
    ['.', 'key.pem', /^error: --tls-cert .*: cannot read the file: it is a folder, not a file\./],
  ])('prints one error for %s with %s, and does not listen', async (cert, key, message) => {
    const { cwd } = await createTlsFolder();
    const run = await runFlagbearer(
      ['start', '--port', '0', '--tls-cert', cert, '--tls-key', key],
      {
        cwd,
      },
    );
    expect(run).toEqual({ exit: 2, stdout: '', stderr: expect.stringMatching(message) });
    expect(run.stderr.trimEnd().split('\n')).toHaveLength(1);
  });

  it('are both required', async () => {
    const run = await runFlagbearer(['start', '--port', '0', '--tls-cert', 'cert.pem']);
    expect(run).toEqual({
      exit: 2,
      stdout: '',
      stderr: 'error: --tls-cert requires --tls-key. Set both.\n',
    });
  });
});

describe('flagbearer certificate', () => {
  it('creates the authority on first use and prints its path', async () => {
    const folder = await createFolder({});
    const env = { XDG_DATA_HOME: folder };
    const { exit, stdout } = await runFlagbearer(['certificate', '--json'], { env });
    expect(exit).toBe(0);
    const printed = JSON.parse(stdout);
    expect(printed).toMatchObject({ certificate: getAuthorityPath(folder) });
    const { ca, fingerprint256 } = new X509Certificate(await readFile(printed.certificate));
    expect({ ca, fingerprint256 }).toEqual({ ca: true, fingerprint256: printed.sha256 });
    expect(printed.trust).not.toEqual([]);
    for (const { steps } of printed.trust) expect(steps).toContain(getAuthorityPath(folder));
    const text = await runFlagbearer(['certificate'], { env });
    expect(text.stdout).toContain(`certificate: ${getAuthorityPath(folder)}\n`);
    expect(text.stdout).toContain(printed.sha256);
  });

  it.skipIf(process.platform === 'win32')('quotes the path for a shell', async () => {
    const folder = await createFolder({});
    const dataHome = join(folder, 'a $& "$HOME" `b`');
    const { stdout } = await runFlagbearer(['certificate', '--json'], {
      env: { XDG_DATA_HOME: dataHome },
    });
    const { trust } = JSON.parse(stdout);
    const { steps } = trust.find(({ platform }: { platform: string }) => platform === 'curl');
    const command = steps.replace('curl --cacert', () => 'printf %s');
    const printed = execFileSync('sh', ['-c', command], { encoding: 'utf8' });
    expect(printed).toBe(getAuthorityPath(dataHome));
  });
});
