import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';

import { InboxTimeout, StartError, startSandbox } from '../../src/index.ts';
import type { SandboxOptions } from '../../src/index.ts';
import { requestChallenge, listKeys, signIn } from './kit.ts';

const folder = await mkdtemp(join(tmpdir(), 'testkit-'));
const scenarioFile = join(folder, 'one.yaml');
const dialectFile = join(folder, 'code.yaml');
await writeFile(
  scenarioFile,
  'name: one\nusers:\n  - {key: una, emailAddress: una@example.test}\n',
);
await writeFile(dialectFile, 'version: 1\nvalues: {otp: {sms: {codeLength: 4}}}\n');
afterAll(() => rm(folder, { recursive: true, force: true }));

const scenarioDocument = {
  name: 'two',
  users: [{ key: 'duo', phoneNumber: '+12025550122' }],
};

describe('startSandbox', () => {
  it('selects a free port and the default scenario if it has no options', async () => {
    const [one, other] = await Promise.all([startSandbox(), startSandbox()]);
    expect(one.url).toMatch(/^http:[/][/]127[.]0[.]0[.]1:\d+$/);
    expect(other.url).not.toBe(one.url);
    expect(one.scenario).toBe('default');
    expect(one.clients.map(({ id }) => id)).toEqual(['wallet-app', 'exchange-app']);
    expect(one).not.toHaveProperty('controlToken');
    await Promise.all([one.close(), other.close()]);
  });

  it('uses real time while a test uses fake timers', async () => {
    vi.useFakeTimers({ now: new Date('2040-01-15T10:00:00Z') });
    onTestFinished(() => void vi.useRealTimers());
    await using sandbox = await startSandbox({ workspaceTtl: 'PT1H' });
    await using workspace = await sandbox.workspace();
    const client = await signIn(workspace.client(), workspace.wallets.at(0));
    vi.setSystemTime(new Date('2050-01-15T10:00:00Z'));
    expect((await client.GET('/user')).response.status).toBe(200);
    expect(await workspace.clock.now()).not.toMatch(/^20[45]0/);
    const wait = workspace.inbox.waitFor({ to: 'rita@example.test', timeout: 20 });
    await expect(wait).rejects.toThrow(InboxTimeout);
  });

  it('is closed at the end of an `await using` block, and can be closed twice', async () => {
    let url;
    {
      await using sandbox = await startSandbox();
      ({ url } = sandbox);
      expect((await fetch(`${url}/sandbox/health`)).status).toBe(200);
      await sandbox.close();
    }
    await expect(fetch(`${url}/sandbox/health`)).rejects.toThrow('fetch failed');
  });

  it.each<[string, NonNullable<SandboxOptions['scenario']>, string[]]>([
    ['a name', 'empty', []],
    ['a file', scenarioFile, ['una']],
    ['a document', scenarioDocument, ['duo']],
    ['several, merged', [scenarioFile, scenarioDocument], ['una', 'duo']],
  ])('accepts as scenario %s', async (_, scenario, keys) => {
    await using sandbox = await startSandbox({ scenario });
    await using workspace = await sandbox.workspace();
    expect(await listKeys(workspace)).toEqual(keys);
  });

  it.each<[string, NonNullable<SandboxOptions['dialect']>]>([
    ['a file', dialectFile],
    ['a document', { version: 1, values: { otp: { sms: { codeLength: 4 } } } }],
  ])('accepts as dialect %s', async (_, dialect) => {
    await using sandbox = await startSandbox({ dialect });
    await using workspace = await sandbox.workspace();
    const body = { phoneNumber: '+12025550114' };
    await workspace.client().POST('/v1/auth/otp/sms:send', { body });
    const { code } = await workspace.inbox.waitFor({ to: '+12025550114' });
    expect(code).toMatch(/^\d{4}$/);
  });

  it('repeats the same run with the same seed, clock and names', async () => {
    const run = async () => {
      await using sandbox = await startSandbox({
        seed: 7,
        clock: new Date('2026-01-15T10:00:00Z'),
      });
      await using workspace = await sandbox.workspace({ name: 'again' });
      const wallet = workspace.wallets.create();
      const { now } = await workspace.clock.freeze('2026-01-16T00:00:00Z');
      return {
        seeds: [sandbox.seed, workspace.seed],
        now,
        address: wallet.address,
        challenge: await requestChallenge(workspace.client(), wallet),
      };
    };
    const first = await run();
    expect(first.seeds).toEqual([7, 7]);
    expect(await run()).toEqual(first);
  });

  it('starts the clock at the time of the option `clock`', async () => {
    await using sandbox = await startSandbox({ clock: '2031-05-06T07:08:09Z' });
    await using workspace = await sandbox.workspace();
    expect(await workspace.clock.now()).toMatch(/^2031-05-06T07:08:/);
  });

  it('requires its control token, which the test kit sends automatically', async () => {
    await using sandbox = await startSandbox({ controlToken: 'let-me-in' });
    expect(sandbox.controlToken).toBe('let-me-in');
    await using workspace = await sandbox.workspace();
    expect(await workspace.users.list()).toHaveLength(20);
    expect((await fetch(`${workspace.controlUrl}/users`)).status).toBe(401);
  });

  it.each<[string, object, string]>([
    ['an unknown option', { prot: 0 }, 'unknown option prot. Did you mean port?'],
    ['an option that only the command has', { watch: true }, 'unknown option watch.'],
    ['a list instead of options', ['default'], 'expected an object with options'],
    [
      'an invalid port',
      { port: 70_000 },
      'port: expected a whole number from 0 to 65535, got 70000',
    ],
    ['an invalid seed', { seed: -1 }, 'seed: expected a whole number from 0'],
    ['an invalid time', { clock: 'noon' }, 'clock: expected a time with a UTC offset (RFC 3339)'],
    ['a time that is null', { clock: null }, 'clock: expected a time'],
    ['a port that is null', { port: null }, 'port: expected a whole number'],
    ['a seed that is null', { seed: null }, 'seed: expected a whole number'],
    ['an invalid Date', { clock: new Date('noon') }, 'clock: expected a time'],
    ['an invalid chaos', { chaos: 'max' }, 'chaos: expected one of off, low, high, got "max"'],
    ['an invalid log', { log: 'loud' }, 'log: expected one of json, pretty, silent, got "loud"'],
    ['an invalid log level', { logLevel: 'all' }, 'logLevel: expected info or warn, got "all"'],
    ['an invalid scenario', { scenario: [7] }, 'scenario: expected a name, a file or a document'],
    ['an invalid dialect', { dialect: '' }, 'dialect: expected a file or a document'],
  ])('rejects %s with an error that names the option', async (_, options, message) => {
    const start = startSandbox(options);
    await expect(start).rejects.toThrow(TypeError);
    await expect(start).rejects.toThrow(`startSandbox: ${message}`);
  });

  it.each<[string, SandboxOptions, string]>([
    [
      'an unknown scenario',
      { scenario: 'nope' },
      'List the names with flagbearer scenario list or GET /sandbox/scenarios.',
    ],
    [
      'a repeated scenario',
      { scenario: ['default', 'empty', 'default'] },
      'default: specified twice',
    ],
    [
      'an invalid scenario',
      { scenario: { name: 'bad', users: [{ key: 'a', flags: ['X1'] }] } },
      '/users/0/flags/0',
    ],
    ['a missing file', { dialect: './none.yaml' }, './none.yaml'],
    [
      'an invalid dialect',
      // @ts-expect-error no such variant
      { dialect: { version: 1, values: { wallet: { variant: 'none' } } } },
      '/values/wallet/variant',
    ],
  ])('rejects %s with a StartError', async (_, options, message) => {
    const start = startSandbox(options);
    await expect(start).rejects.toThrow(StartError);
    await expect(start).rejects.toThrow(message);
  });

  it('explains what is missing in an environment without fetch, such as jsdom', async () => {
    const originalFetch = globalThis.fetch;
    Reflect.deleteProperty(globalThis, 'fetch');
    try {
      await expect(startSandbox()).rejects.toThrow('@jest-environment node');
    } finally {
      globalThis.fetch = originalFetch;
    }
  });

  it('rejects a port that is in use', async () => {
    await using sandbox = await startSandbox();
    const port = Number(new URL(sandbox.url).port);
    await expect(startSandbox({ port })).rejects.toThrow(`port ${port} is in use`);
  });
});
