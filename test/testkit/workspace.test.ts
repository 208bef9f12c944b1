import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

import {
  ControlError,
  startSandbox,
  type Scenario,
  type WorkspaceOptions,
} from '../../src/index.ts';
import { createFolder } from '../setup/folder.ts';
import { listKeys, signIn } from './kit.ts';

const sandbox = await startSandbox({ scenario: 'kyc-in-review', seed: 7 });
afterAll(() => sandbox.close());

describe('a workspace', () => {
  it('has a URL for the app, and a URL for the control API', async () => {
    await using workspace = await sandbox.workspace({ name: 'named' });
    expect(workspace.url).toBe(`${sandbox.url}/w/named`);
    expect(workspace.controlUrl).toBe(`${sandbox.url}/w/named/sandbox`);
    expect(workspace.hostUrl).toBe(sandbox.url.replace('127.0.0.1', 'named.localhost'));
    const health = await (await fetch(`${workspace.controlUrl}/health`)).json();
    expect(health).toMatchObject({ workspace: 'named', scenario: 'kyc-in-review', seed: 7 });
  });

  it('shares no users or wallets with other workspaces', async () => {
    await using one = await sandbox.workspace();
    await using other = await sandbox.workspace();
    const wallet = one.wallets.create();
    const session = await signIn(one.client(), wallet);
    expect((await session.GET('/user')).data?.wallets).toHaveLength(1);
    await expect(other.users.get(wallet.address)).rejects.toThrow(ControlError);
    expect(other.wallets.create().address).not.toBe(wallet.address);
  });

  it('has clients that send their own credentials', async () => {
    await using workspace = await sandbox.workspace();
    const body = { emailAddress: 'new@example.test' };
    for (const id of [undefined, 'exchange-app']) {
      const client = workspace.client(id);
      await client.POST('/v1/auth/otp/email:send', { body });
      expect((await workspace.inbox.waitFor({ to: 'new@example.test' })).clientId).toBe(client.id);
    }
    expect(workspace.client().id).toBe('wallet-app');
    expect(() => workspace.client('wallet')).toThrow(
      'client: unknown client "wallet". Known clients: wallet-app, exchange-app.',
    );
  });

  it('can be reset to its scenario', async () => {
    await using workspace = await sandbox.workspace();
    await signIn(workspace.client(), workspace.wallets.create());
    const before = await listKeys(workspace);
    expect(before).toContain(null);
    await workspace.reset();
    expect(await listKeys(workspace)).toEqual(before.filter((key) => key !== null));
  });

  it('is forked with its sessions, into an independent workspace', async () => {
    await using workspace = await sandbox.workspace();
    const session = await signIn(workspace.client(), workspace.wallets.create());
    await using fork = await workspace.fork('the-fork');
    expect(fork.name).toBe('the-fork');
    const { response } = await session.GET('/user', { baseUrl: fork.url });
    expect(response.status).toBe(200);
    await signIn(fork.client(), fork.wallets.create());
    expect((await fork.users.list()).length).toBe((await workspace.users.list()).length + 1);
  });

  it('is not forked into a workspace with an empty name', async () => {
    await using workspace = await sandbox.workspace();
    await expect(workspace.fork('')).rejects.toThrow('/body/name');
  });

  it('can be created as a copy of another workspace', async () => {
    await using workspace = await sandbox.workspace({ scenario: 'kyc-in-review' });
    await workspace.clock.set('2031-01-01T00:00:00Z');
    await using copy = await sandbox.workspace({ from: workspace.name, name: 'the-copy' });
    expect(copy.name).toBe('the-copy');
    expect(await copy.clock.now()).toMatch(/^2031-01-01T/);
    expect(await copy.users.list()).toEqual(await workspace.users.list());
  });

  it('is deleted when it is closed, and can be closed twice', async () => {
    const workspace = await sandbox.workspace();
    await workspace.close();
    await workspace.close();
    await expect(workspace.users.list()).rejects.toThrow(
      `Unknown workspace "${workspace.name}". Create it with POST /sandbox/workspaces {"name": "..."}; a name has up to 63 lower-case letters, digits and hyphens.`,
    );
  });

  it('can be closed if it was already deleted', async () => {
    const workspace = await sandbox.workspace();
    await fetch(`${sandbox.url}/sandbox/workspaces/${workspace.name}`, { method: 'DELETE' });
    await workspace.close();
  });

  it('throws a clear error if its sandbox is closed', async () => {
    const closedSandbox = await startSandbox();
    const workspace = await closedSandbox.workspace();
    await closedSandbox.close();
    await expect(workspace.users.list()).rejects.toThrow(
      `The sandbox at ${closedSandbox.url} is unreachable: connection refused. Check that it is running, and that the test has not closed it.`,
    );
  });

  it('does not use a stubbed global fetch', async () => {
    await using workspace = await sandbox.workspace();
    const originalFetch = globalThis.fetch;
    globalThis.fetch = () => Promise.reject(new Error('stubbed'));
    try {
      expect((await workspace.users.list()).length).toBeGreaterThan(0);
    } finally {
      globalThis.fetch = originalFetch;
    }
  });

  it('gives access to the control API', async () => {
    await using workspace = await sandbox.workspace();
    const { data } = await workspace.control.GET('/jwks.json');
    expect(data?.keys).toHaveLength(1);
  });

  it('names the argument that is undefined or empty', async () => {
    await using workspace = await sandbox.workspace();
    const users: readonly { id: string }[] = [];
    const id = users[0]?.id as string;
    await expect(workspace.users.get(id)).rejects.toThrow('expected a value for {ref}');
    await expect(workspace.users.get('')).rejects.toThrow('expected a value for {ref}');
    const { settle, fail } = workspace.transactions;
    const noTransaction = undefined as never;
    await expect(settle(noTransaction)).rejects.toThrow('expected a value for {id}');
    await expect(fail(noTransaction)).rejects.toThrow('expected a value for {id}');
    await expect(workspace.transactions.return(noTransaction)).rejects.toThrow(
      'expected a value for {id}',
    );
  });

  it('accepts an argument with braces', async () => {
    await using workspace = await sandbox.workspace();
    await expect(workspace.users.get('{ref}@example.com')).rejects.toMatchObject({ status: 404 });
  });

  it('returns the report on its clients', async () => {
    await using workspace = await sandbox.workspace();
    await signIn(workspace.client(), workspace.wallets.create());
    const { mistakes, coverage, requests } = await workspace.report();
    expect(mistakes.map(({ rule }) => rule)).toEqual(['user-not-read']);
    expect(requests).toBe(2);
    expect(coverage.operations.seen).toEqual(['startWalletAuth', 'authenticateWallet']);
  });
});

describe('the options of a workspace', () => {
  const scenario: Scenario = {
    name: 'mine',
    users: [{ key: 'ida', emailAddress: 'i@example.test' }],
  };

  it('can be a scenario, a dialect and a seed', async () => {
    const dialect = { version: 1, values: { otp: { email: { codeLength: 8 } } } } as const;
    await using workspace = await sandbox.workspace({ scenario, dialect, seed: 99 });
    expect(workspace.seed).toBe(99);
    expect(await listKeys(workspace)).toEqual(['ida']);
    const body = { emailAddress: 'i@example.test' };
    await workspace.client().POST('/v1/auth/otp/email:send', { body });
    expect((await workspace.inbox.waitFor({ to: 'i@example.test' })).code).toHaveLength(8);
  });

  it('can be files', async () => {
    const folder = await createFolder({
      'mine.yaml': 'name: filed\nusers:\n  - {key: fay, phoneNumber: "+12025550131"}\n',
      'd.yaml': 'version: 1\nvalues: {user: {path: /v1/user}}\n',
    });
    await using workspace = await sandbox.workspace({
      scenario: join(folder, 'mine.yaml'),
      dialect: join(folder, 'd.yaml'),
    });
    expect(await listKeys(workspace)).toEqual(['fay']);
    expect((await fetch(`${workspace.url}/v1/user`)).status).toBe(401);
  });

  it('are rejected with file, line and column', async () => {
    const text = 'name: bad\nusers:\n  - key: fay\n    flags: [X9999]\n';
    const file = join(await createFolder({ 'bad.yaml': text }), 'bad.yaml');
    const creation = sandbox.workspace({ scenario: file });
    await expect(creation).rejects.toThrow(ControlError);
    await expect(creation).rejects.toThrow(`${file}:4:13: error`);
    await expect(creation).rejects.toMatchObject({ status: 422, code: 'invalidScenario' });
  });

  it('are rejected with the file name if the scenario of the sandbox does not match the dialect', async () => {
    const flag = '{code: T1, category: Transaction Processing, title: T, message: T}';
    const folder = await createFolder({
      'k.yaml': 'name: k\nusers:\n  - key: kay\n    flags: [K1001]\n',
      't.yaml': `version: 1\nvalues: {flags: {withhold: [], catalogue: [${flag}]}}\n`,
    });
    const scenarioFile = join(folder, 'k.yaml');
    await using sandboxWithFile = await startSandbox({ scenario: scenarioFile });
    const creation = sandboxWithFile.workspace({ dialect: join(folder, 't.yaml') });
    await expect(creation).rejects.toThrow(`${scenarioFile}:4:13: error Unknown flag "K1001"`);
    await expect(creation).rejects.toMatchObject({
      code: 'invalidScenario',
      details: [{ pointer: '/body/dialect' }],
    });
  });

  it.each<[string, WorkspaceOptions | Record<string, unknown>, string]>([
    ['an unknown option', { scenaro: 'empty' }, 'unknown option scenaro. Did you mean scenario?'],
    [
      'a missing file',
      { scenario: './none.yaml' },
      'scenario: cannot read ./none.yaml: no such file or folder',
    ],
  ])('are rejected for %s', async (_, options, message) => {
    const creation = sandbox.workspace(options);
    await expect(creation).rejects.toThrow(TypeError);
    await expect(creation).rejects.toThrow(`workspace: ${message}`);
  });

  it('are rejected for a name that is invalid or in use', async () => {
    await using workspace = await sandbox.workspace({ name: 'taken' });
    await expect(sandbox.workspace({ name: workspace.name })).rejects.toMatchObject({
      name: 'ControlError',
      status: 409,
      code: 'workspaceExists',
    });
    await expect(sandbox.workspace({ name: 'No' })).rejects.toThrow('/body/name');
  });
});
