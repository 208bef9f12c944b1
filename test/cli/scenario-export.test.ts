import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFolder } from '../setup/folder.ts';
import { findFreePort } from '../setup/listen.ts';
import { toNetworkIdentity, ClientApp, createWallet, useSandbox } from '../sandbox.ts';
import { startUpstream } from './proxy/upstream.ts';
import { runFlagbearer, launch } from './run-flagbearer.ts';

const sandbox = useSandbox();
const sandboxWithToken = useSandbox({ controlToken: 'let-me-in' });

function runExport(url: string, ...args: readonly string[]) {
  return runFlagbearer(['scenario', 'export', url, ...args]);
}

describe('flagbearer scenario export', () => {
  it('writes the current state of a workspace as a scenario that loads', async () => {
    const workspace = await sandbox.workspace({ scenario: 'kyc-in-review' });
    await workspace.control('/users/rita', { method: 'PATCH', body: { kycStatus: 'DECLINED' } });
    const { exit, stdout, stderr } = await runExport(workspace.url);
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
    expect(stdout).toMatch(/^name: kyc-in-review$/m);
    expect(stdout).toMatch(/^ +status: DECLINED$/m);

    const copy = await sandbox.workspace({ scenario: 'empty' });
    const headers = { 'content-type': 'application/yaml' };
    await copy.control('/scenario', { method: 'PUT', headers, body: stdout });
    expect((await runExport(copy.url)).stdout).toBe(stdout);
  });

  it('accepts the URL of the control API or a trailing slash', async () => {
    const { url } = await sandbox.workspace({ scenario: 'empty' });
    const results = await Promise.all(
      [url, `${url}/`, `${url}/sandbox`].map((form) => runExport(form)),
    );
    expect(new Set(results.map(({ stdout }) => stdout)).size).toBe(1);
    expect(results[0]?.stdout).toMatch(/^name: empty$/m);
  });

  it('reads the URL from FLAGBEARER_URL, and writes JSON to a new file', async () => {
    const cwd = await createFolder({});
    const env = { FLAGBEARER_URL: sandbox.url };
    const args = ['scenario', 'export', '-o', 'bug.json'];
    expect(await runFlagbearer(args, { cwd, env })).toEqual({ exit: 0, stdout: '', stderr: '' });
    const text = await readFile(join(cwd, 'bug.json'), 'utf8');
    expect(text).toMatch(/^\{\n {2}"name": "default",\n/);
    expect(await runFlagbearer(['scenario', 'check', 'bug.json'], { cwd })).toMatchObject({
      exit: 0,
    });
    // The file exists now.
    expect(await runFlagbearer(args, { cwd, env })).toMatchObject({ exit: 2 });
  });

  it('writes as YAML only what can be loaded as YAML', async () => {
    const users = Array.from({ length: 15_000 }, (_, index) => ({ key: `u${index}` }));
    const workspace = await sandbox.workspace({ scenario: 'empty' });
    await workspace.control('/scenario', { method: 'PUT', body: { name: 'large', users } });
    expect(await runExport(workspace.url)).toEqual({
      exit: 2,
      stdout: '',
      stderr: 'error: --format: the scenario is too large for yaml. Use --format json.\n',
    });
    const headers = { accept: 'application/yaml' };
    expect(await workspace.control('/scenario', { headers })).toMatchObject({
      status: 406,
      body: {
        code: 'notAcceptable',
        message: 'The scenario is too large for YAML. Request it as application/json.',
      },
    });
    const cwd = await createFolder({});
    const toJson = ['scenario', 'export', workspace.url, '-o', 'large.json'];
    expect(await runFlagbearer(toJson, { cwd })).toMatchObject({ exit: 0 });
  });

  it('exports one user', async () => {
    const { url } = await sandbox.workspace();
    const { exit, stdout } = await runExport(url, '--user', 'gina@example.test');
    expect(exit).toBe(0);
    expect(stdout.match(/^ {2}- key: .*$/gm)).toEqual(['  - key: gina']);
    expect(await runExport(url, '--user', 'nina')).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('Unknown user "nina".'),
    });
    expect(await runExport(url, '--user', 'gina', '--runtime')).toMatchObject({
      exit: 2,
      stderr:
        'error: --user cannot be combined with --runtime: a snapshot contains all users. Remove one of them.\n',
    });
  });

  it('sends the control token', async () => {
    const token = { FLAGBEARER_CONTROL_TOKEN: 'let-me-in' };
    const args = ['scenario', 'export', sandboxWithToken.url];
    const [byFlag, byVariable] = await Promise.all([
      runFlagbearer([...args, '--control-token', 'let-me-in']),
      runFlagbearer(args, { env: token }),
    ]);
    expect([byFlag.exit, byVariable.exit]).toEqual([0, 0]);
  });

  it('exits with 2 if the sandbox rejects the request', async () => {
    const [missingToken, wrongToken, unknownWorkspace] = await Promise.all([
      runExport(sandboxWithToken.url),
      runExport(sandboxWithToken.url, '--control-token', 'guess'),
      runExport(`${sandbox.url}/w/nowhere`),
    ]);
    for (const { exit, stdout, stderr } of [missingToken, wrongToken]) {
      expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
      expect(stderr).toMatch(
        /^error: http.*: the control token is missing or wrong\. Set --control-token.*\n$/,
      );
    }
    expect(unknownWorkspace).toMatchObject({ exit: 2, stdout: '' });
    expect(unknownWorkspace.stderr).toMatch(
      /^error: http.*\/w\/nowhere: unknown workspace\. .*\n$/,
    );
  });

  it('exits with 3 if the URL is unreachable or not a sandbox', async () => {
    const page = await startUpstream((_, response) => {
      response.setHeader('content-type', 'text/html').end('<html>');
    });
    const login = await startUpstream((_, response) => {
      response.writeHead(302, { location: 'https://login.example.test/' }).end();
    });
    const json = await startUpstream((_, response) => void response.end('{"name": "other"}'));
    for (const { url } of [page, login, json]) {
      expect(await runExport(url)).toEqual({
        exit: 3,
        stdout: '',
        stderr: `error: ${url}: not a flagbearer sandbox. Check the URL: a sandbox prints it when it starts.\n`,
      });
    }
    for (const [unreachable, reason] of [
      [`http://127.0.0.1:${await findFreePort()}`, 'connection refused'],
      ['http://127.0.0.1:1', 'Node.js fetch blocks this port'],
    ] as const) {
      expect(await runExport(unreachable)).toEqual({
        exit: 3,
        stdout: '',
        stderr: `error: cannot reach ${unreachable}: ${reason}. Check the host and port in the URL, or start the sandbox with flagbearer start.\n`,
      });
    }
  });

  it('exits with 3 if the connection closes within the response', async () => {
    const { url } = await startUpstream(({ url: path }, response) => {
      if (path === '/sandbox/health') response.end('{"name": "flagbearer"}');
      else response.writeHead(200, { 'content-length': 100 }).write('{', () => response.destroy());
    });
    expect(await runExport(url)).toEqual({
      exit: 3,
      stdout: '',
      stderr: `error: cannot reach ${url}: connection closed without a complete response. Check the host and port in the URL, or start the sandbox with flagbearer start.\n`,
    });
  });

  it.each(['127.0.0.1:4020', 'ftp://a', 'http://me:secret@127.0.0.1'])(
    'rejects the URL %s',
    async (url) => {
      const { exit, stderr } = await runExport(url);
      expect(exit).toBe(2);
      expect(stderr).toMatch(/^error: URL: expected an absolute http or https URL/);
      expect(stderr).not.toContain('secret');
    },
  );
});

const clients = [
  { id: 'shop', secret: 'shop-secret', accessToken: 'shop-token' },
  { id: 'bank', secret: 'bank-secret', accessToken: 'bank-token' },
];
const scenario = {
  name: 'own',
  clients,
  users: [{ key: 'ann', emailAddress: 'ann@example.test' }],
};

describe('flagbearer scenario export with clients defined in the scenario', () => {
  it.each(['yaml', 'json'])('includes their secrets and prints a note: %s', async (format) => {
    const { url } = await sandbox.workspace({ scenario });
    const { exit, stdout, stderr } = await runExport(url, '--format', format);
    expect({ exit, stderr }).toEqual({
      exit: 0,
      stderr:
        'export: the file contains secrets: 2 client secrets and access tokens. Omit them with --without-secrets.\n',
    });
    const copy = await sandbox.workspace({ scenario: 'empty' });
    await copy.control('/scenario', {
      method: 'PUT',
      ...(format === 'yaml'
        ? { headers: { 'content-type': 'application/yaml' }, body: stdout }
        : { body: { document: JSON.parse(stdout) } }),
    });
    expect((await runExport(copy.url, '--format', format)).stdout).toBe(stdout);
    const shop = new ClientApp(copy.url, 'shop');
    expect((await shop.sendEmail('ann@example.test')).status).toBe(200);
  });
});

describe('flagbearer scenario export --without-secrets', () => {
  it('writes placeholders for client secrets to a file that loads, and prints a note', async () => {
    const cwd = await createFolder({});
    const workspace = await sandbox.workspace({ scenario });
    const args = ['scenario', 'export', workspace.url, '--without-secrets'];
    const yaml = await runFlagbearer([...args, '-o', 'own.yaml'], { cwd });
    const text = await readFile(join(cwd, 'own.yaml'), 'utf8');
    expect(text).not.toMatch(/(shop|bank)-(secret|token)/);
    expect(text).toMatch(
      /^# Secrets are omitted: 2 client secrets and access tokens\. .*\nname: own\n/,
    );
    expect(yaml).toMatchObject({ exit: 0, stdout: '' });
    expect(yaml.stderr).toMatch(/^export: secrets omitted: 2 client secrets/);
    const check = await runFlagbearer(['scenario', 'check', 'own.yaml'], { cwd });
    expect(check).toMatchObject({ exit: 0 });
    const json = await runFlagbearer([...args, '--format', 'json']);
    expect(JSON.parse(json.stdout).clients).toEqual([
      { id: 'shop', secret: 'omitted-1', accessToken: 'omitted-1' },
      { id: 'bank', secret: 'omitted-2', accessToken: 'omitted-2' },
    ]);
    const copy = await sandbox.workspace({ scenario: JSON.parse(json.stdout) });
    expect((await runExport(copy.url, '--without-secrets')).stdout).toBe(text);
  });

  it('omits the default clients', async () => {
    const { url } = await sandbox.workspace({ scenario: 'empty' });
    const { stdout } = await runExport(url, '--without-secrets');
    expect(stdout).toMatch(/^# Secrets are omitted\. .*\nname: empty\n/);
    expect(stdout).not.toMatch(/clients:|wallet-app-/);
  });

  it('writes snapshots without secrets, and lists the omitted secrets', async () => {
    const cwd = await createFolder({});
    const workspace = await sandbox.workspace({ scenario: 'default', seed: 83_910_472 });
    const client = workspace.client();
    const { emailId } = (await client.sendEmail('new@example.test')).body;
    const otp = await workspace.readLastCode('new@example.test');
    const { sessionJwt } = (await client.authenticateEmail({ emailId, otp })).body;
    await client.sendEmail('later@example.test');
    const pendingCode = await workspace.readLastCode('later@example.test');
    const wallet = createWallet();
    const { challenge } = (await client.start(toNetworkIdentity(wallet))).body;
    const args = ['scenario', 'export', workspace.url, '--runtime', '--without-secrets'];
    const { exit, stderr } = await runFlagbearer([...args, '-o', 'snapshot.yaml'], { cwd });
    expect(exit).toBe(0);
    expect(stderr).toBe(
      'export: secrets omitted: the seed, 1 challenge, 2 one-time passwords, 1 session, 1 signing key.\n',
    );
    const text = await readFile(join(cwd, 'snapshot.yaml'), 'utf8');
    // Matches a code only as a YAML value, because its digits can be part of another number.
    for (const secret of [`: "?${otp}`, `: "?${pendingCode}`, challenge.slice(-20), '83910472']) {
      expect(text).not.toMatch(new RegExp(secret));
    }
    const privateKeyField = /^ +(d|k): /m;
    expect(text).not.toMatch(privateKeyField);
    const check = await runFlagbearer(['scenario', 'check', 'snapshot.yaml'], { cwd });
    expect(check).toMatchObject({ exit: 0 });
    const json = JSON.parse((await runFlagbearer([...args, '--format', 'json'])).stdout);
    const copy = await sandbox.workspace({ scenario: json });
    expect((await copy.readUser('new@example.test')).status).toBe(200);
    expect((await copy.client().readUser(sessionJwt)).status).toBe(401);
    expect((await copy.client().signIn(wallet)).status).toBe(200);
  });
});

describe('flagbearer scenario export --runtime', () => {
  it('writes a valid snapshot from which a sandbox continues', async () => {
    const cwd = await createFolder({});
    const dialect = { otp: { email: { codeLength: 8 } } };
    const workspace = await sandbox.workspace({ scenario: 'empty', dialect, seed: 5 });
    await workspace.control('/clock', { method: 'PATCH', body: { frozen: true } });
    const { emailId } = (await workspace.client().sendEmail('new@example.test')).body;
    const otp = await workspace.readLastCode('new@example.test');
    const args = ['scenario', 'export', workspace.url, '--runtime'];
    const { exit, stderr } = await runFlagbearer([...args, '-o', 'snapshot.yaml'], { cwd });
    expect(exit).toBe(0);
    expect(stderr).toBe(
      'export: the file contains secrets: the seed, 1 one-time password, 1 signing key. Omit them with --without-secrets.\n',
    );
    const startArgs = ['start', '--port', '0', '--scenario', './snapshot.yaml'];
    const restoredSandbox = launch([...startArgs, '--json'], { cwd });
    const { url, seed } = JSON.parse(await restoredSandbox.nextLine());
    expect(otp).toHaveLength(8);
    const original = await workspace.client().authenticateEmail({ emailId, otp });
    const restored = await new ClientApp(url).authenticateEmail({ emailId, otp });
    expect(original.status).toBe(200);
    expect(restored.body.userMask).toEqual(original.body.userMask);
    expect((await new ClientApp(url).readUser(original.body.sessionJwt)).status).toBe(200);
    expect(seed).toBe(5);
    expect(await runFlagbearer([...startArgs, '--seed', '6'], { cwd })).toMatchObject({
      exit: 2,
      stderr: 'error: --seed 6: the snapshot has seed 5. Omit --seed\n',
    });
  });

  it('writes a file that scenario check and scenario show accept', async () => {
    const cwd = await createFolder({});
    // The snapshot includes the dialect, so neither command needs --dialect.
    const workspace = await sandbox.workspace({
      dialect: { wallet: { identity: 'addressAndNetwork' } },
    });
    const args = ['scenario', 'export', workspace.url, '--runtime', '-o', 'a.json'];
    await runFlagbearer(args, { cwd });
    const [check, show] = await Promise.all([
      runFlagbearer(['scenario', 'check', 'a.json'], { cwd }),
      runFlagbearer(['scenario', 'show', './a.json', '--user', 'hugo'], { cwd }),
    ]);
    expect([check.exit, show.exit]).toEqual([0, 0]);
  });
});
