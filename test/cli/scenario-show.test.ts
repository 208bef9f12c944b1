import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFolder } from '../setup/folder.ts';
import { runFlagbearer } from './run-flagbearer.ts';

const mixedScenario = `name: mixed
description: Two users.
clock: 2026-01-15T10:00:00.000Z
users:
  - key: fay
    phoneNumber: '+12025550150'
    wallets: [{wallet: 3, type: EVM, status: unverified}, {address: '0x52908400098527886E0F7030069857D2E4169EE7'}]
    kyc: {status: DECLINED}
    flags: [F1001, T1001]
    transactions: [{key: rent, cryptoStatus: FAILED}, {key: food, cryptoStatus: PENDING, settles: {after: PT30S, outcome: success}}]
  - key: new
    emailAddress: new@example.test
    linkedClients: [exchange-app]
`;

describe('flagbearer scenario list', () => {
  it('lists the built-in scenarios, the default first', async () => {
    const { exit, stdout } = await runFlagbearer(['scenario', 'list', '--format', 'json']);
    expect(exit).toBe(0);
    const { items } = JSON.parse(stdout) as { items: { name: string; description: string }[] };
    const files = readdirSync('scenarios').map((file) => basename(file, '.yaml'));
    expect(items.map(({ name }) => name).toSorted()).toEqual(files.toSorted());
    expect(items[0]?.name).toBe('default');
    for (const { description } of items) expect(description).toMatch(/\.$/);
  });

  it('prints the description of each scenario', async () => {
    const { stdout } = await runFlagbearer(['scenario', 'list']);
    expect(stdout).toMatch(/^ {2}default {2,}A user for each sign-in method/);
  });
});

describe('flagbearer scenario show', () => {
  it('prints the users, the expected UI and the messages', async () => {
    const cwd = await createFolder({ 'mixed.yaml': mixedScenario });
    const { exit, stdout, stderr } = await runFlagbearer(['scenario', 'show', 'mixed.yaml'], {
      cwd,
    });
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
    expect(stdout).toMatch(/^mixed: Two users\.$/m);
    expect(stdout).toContain(
      '2 users · clients wallet-app, exchange-app · clock 2026-01-15T10:00:00.000Z',
    );
    // §2: the users
    expect(stdout).toMatch(/^fay +wallet 3 EVM, unverified +DECLINED +F1001 +rent FAILED +/m);
    expect(stdout).toMatch(
      /^ +wallet 0x5290…9EE7 ETHEREUM +T1001 +food PENDING, success after PT30S/m,
    );
    expect(stdout).toMatch(/^ +SMS \+12025550150$/m);
    expect(stdout).toMatch(/^new +email new@example\.test +- +- +- +exchange-app$/m);
    // §7: the expected UI
    expect(stdout).toMatch(/^fay +flags\.F1001 +visible +restricted +addWalletToUser +skipped +/m);
    expect(stdout).toMatch(/^new +- +visible +allowed +- +required +submit KYC §3\.1$/m);
    // §7.1
    expect(stdout).toMatch(/^flags\.T1001 +Transaction Processing +error +§3\.3 +Your payment/m);
  });

  it('prints one user for one client', async () => {
    const args = ['scenario', 'show', 'default', '--user', 'sara', '--client-id', 'wallet-app'];
    const { stdout } = await runFlagbearer(args);
    expect(stdout).toContain('\n1 user ·');
    expect(stdout).toMatch(/^sara .* link account §5\.6$/m);
    expect(stdout).not.toMatch(/^tom /m);
  });

  it('prints the scenario as JSON', async () => {
    const { stdout } = await runFlagbearer(['scenario', 'show', 'f0000', '--format', 'json']);
    expect(JSON.parse(stdout)).toMatchObject({
      name: 'f0000',
      users: [{ flags: ['F0000'], expectations: { personalInformation: 'withheld' } }],
    });
  });

  it('escapes control characters in the description', async () => {
    const cwd = await createFolder({
      'own.yaml': 'name: own\ndescription: "a\\e[31m"\nusers: []\n',
    });
    const { stdout } = await runFlagbearer(['scenario', 'show', 'own.yaml'], { cwd });
    expect(stdout).toContain('own: a\\u{1b}[31m\n');
  });

  it('prints a long first word of a message on the first line', async () => {
    const message = `https://example.test/${'a'.repeat(40)} explains it.`;
    // A catalogue requires a Transaction Processing flag (§3). The default of `withhold` is F0000, which this
    // catalogue does not have.
    const catalogue = [
      { code: 'K9', category: 'KYC Review', title: 'Nine', message },
      { code: 'T9', category: 'Transaction Processing', title: 'Nine', message },
    ];
    const files = {
      'd.json': JSON.stringify({ version: 1, values: { flags: { catalogue, withhold: [] } } }),
      's.yaml':
        'name: own\nusers: [{key: ann, emailAddress: ann@example.test, kyc: {status: IN_REVIEW}, flags: [K9]}]\n',
    };
    const cwd = await createFolder(files);
    const args = ['scenario', 'show', 's.yaml', '--dialect', 'd.json'];
    const { stdout } = await runFlagbearer(args, { cwd });
    expect(stdout).toMatch(/§\S+ +https:\/\/example\.test\/a{40}$/m);
  });

  it('prints warnings to stderr', async () => {
    const cwd = await createFolder({ 'w.yaml': 'name: w\nusers:\n  - key: nobody\n' });
    const { exit, stderr } = await runFlagbearer(['scenario', 'show', './w.yaml'], { cwd });
    expect(exit).toBe(0);
    expect(stderr).toMatch(/^\.\/w\.yaml:3:\d+: warning .* \(§5\.6\)/);
  });

  it.each([
    [
      'scenario show default --user sarah',
      '--user: the scenario default has no user "sarah". Did you mean sara?',
    ],
    [
      'scenario show default --client-id wallet',
      '--client-id: the scenario default has no client "wallet". Did you mean wallet-app?',
    ],
    ['scenario show', 'missing argument NAME|FILE. See flagbearer help scenario show.'],
  ])('rejects flagbearer %s', async (args, line) => {
    expect(await runFlagbearer(args.split(' '))).toEqual({
      exit: 2,
      stdout: '',
      stderr: `error: ${line}\n`,
    });
  });

  it('rejects an unknown name, and suggests a similar name', async () => {
    expect(await runFlagbearer(['scenario', 'show', 'kyc-in-reveiw'])).toEqual({
      exit: 2,
      stdout: '',
      stderr: 'error: Unknown scenario "kyc-in-reveiw". Did you mean kyc-in-review?\n',
    });
  });
});
