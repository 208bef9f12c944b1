/** The users of a run: declared accounts, declared destinations, and generated identities. */
import { describe, expect, it } from 'vitest';
import { Identities, isLoopback } from '../../../conformance/actors/identities.ts';
import { SigningWallet } from '../../../conformance/actors/signing-wallet.ts';
import type { ConformSettings, DeclaredAccount } from '../../../conformance/settings.ts';
import { emptyAccount } from '../discovery/readings.ts';
import { createPlainSettings } from '../plain-settings.ts';

const LOCAL = 'http://127.0.0.1:1';
const REMOTE = 'https://staging.example.test';

const key = (digit: string) => `0x${digit.repeat(64)}`;
const account = (name: string, changes: Partial<DeclaredAccount> = {}): DeclaredAccount => ({
  ...emptyAccount,
  name,
  ...changes,
});
const fraud = { flags: [{ code: 'F1001', category: 'Fraud' as const }] };
const review = { flags: [{ code: 'F2001', category: 'KYC Review' as const }] };

function createIdentities(
  accounts: readonly DeclaredAccount[] = [],
  changes: Partial<ConformSettings> = {},
): Identities {
  return new Identities(createPlainSettings(LOCAL, { accounts, ...changes }));
}

describe('the target URL', () => {
  it.each([
    ['http://127.0.0.1:8080', true],
    ['http://127.12.3.4', true],
    ['http://localhost:1/api', true],
    ['http://[::1]:1', true],
    ['http://128.0.0.1', false],
    ['http://localhost.example.test', false],
    ['http://127.0.0.1.example.test', false],
    ['http://a127.0.0.1.test', false],
    [REMOTE, false],
  ])('%s is a loopback address: %s', (target, expected) =>
    expect(isLoopback(target)).toBe(expected),
  );

  const destinations = { phoneNumbers: [], emailAddresses: [] };
  it.each([
    [LOCAL, null, null, false],
    [LOCAL, null, false, true],
    [LOCAL, destinations, null, true],
    [LOCAL, destinations, true, false],
    [REMOTE, null, null, true],
    [REMOTE, null, true, false],
  ])(
    '%s, destinations %j and generateDestinations %s limit the run to declared destinations: %s',
    (target, declared, generateDestinations, expected) => {
      const identities = createIdentities([], {
        target,
        destinations: declared,
        generateDestinations,
      });
      expect(identities.usesDeclaredDestinations).toBe(expected);
    },
  );
});

describe('declared accounts', () => {
  const one = account('one', { privateKey: key('1'), ...fraud });
  const two = account('two', { privateKey: key('2'), phoneNumber: '+12025550101' });
  const three = account('three', { emailAddress: 'c@example.test', flags: [] });
  const allAccounts = [one, two, three];

  it('are selected by their states', () => {
    const identities = createIdentities(allAccounts);
    expect(identities.listAccounts()).toEqual(allAccounts);
    expect(identities.listAccounts(({ flags }) => flags === null)).toEqual([two]);
    expect(identities.listUnrestricted()).toEqual([two, three]);
    expect(createIdentities([account('r', review)]).listUnrestricted()).toHaveLength(1);
    expect(identities.findWallet(two)?.address).toBe(new SigningWallet(key('2')).address);
    expect(identities.findWallet(three)).toBe(null);
  });

  it.each([
    ['+12025550101', true],
    ['c@example.test', true],
    [new SigningWallet(key('1')).address, true],
    ['+12025550102', false],
    ['C@example.test', false],
    [new SigningWallet(key('3')).address, false],
  ])('include %s: %s', (identity, expected) =>
    expect(createIdentities(allAccounts).belongsToAccount(identity)).toBe(expected),
  );

  it('sign in with all wallets except those that the deployment does not know, or with all if it knows none', () => {
    const identities = createIdentities(allAccounts);
    const [first, second] = identities.listWallets();
    expect(identities.listWallets().map(({ address }) => address)).toEqual(
      [key('1'), key('2')].map((privateKey) => new SigningWallet(privateKey).address),
    );
    if (first === undefined || second === undefined) throw new Error('expected two wallets');
    identities.recordUnknownWallet(first);
    expect(identities.listWallets()).toEqual([second]);
    identities.recordUnknownWallet(second);
    expect(identities.listWallets()).toEqual([first, second]);
  });

  it('sign in on the network that was detected for their wallet', () => {
    const identities = createIdentities(allAccounts);
    const wallet = new SigningWallet(key('2'));
    expect(identities.getNetwork(wallet.address)).toBe('ETHEREUM');
    identities.recordNetwork('POLYGON', wallet);
    expect(identities.getNetwork(wallet.address)).toBe('POLYGON');
    expect(identities.getNetwork(wallet.address.toLowerCase())).toBe('POLYGON');
    expect(identities.getNetwork(new SigningWallet(key('1')).address)).toBe('ETHEREUM');
  });

  it.each([
    ['without flags', [one, account('r', { privateKey: key('4'), ...review }), two], '2'],
    ['without a Fraud flag', [one, account('r', { privateKey: key('4'), ...review })], '4'],
    ['with a Fraud flag', [three, one], '1'],
  ])('provide the wallet of an account %s', (_what, accounts, digit) => {
    expect(createIdentities(accounts).requireDeclaredWallet().address).toBe(
      new SigningWallet(key(digit)).address,
    );
  });

  it('provide no wallet if none is declared', () => {
    expect(() => createIdentities([three]).requireDeclaredWallet()).toThrow(
      'needs accounts[].privateKey',
    );
  });

  it('can be locked again inside their own lock', async () => {
    const identities = createIdentities(allAccounts);
    const lockAgain = () => identities.runExclusively('one', () => Promise.resolve('done'));
    expect(
      await identities.runExclusively('one', () => identities.runExclusively('two', lockAgain)),
    ).toBe('done');
  });

  it('are used by one check at a time', async () => {
    const identities = createIdentities(allAccounts);
    const order: string[] = [];
    const createTask =
      (name: string, fails = false) =>
      async () => {
        order.push(`${name} begins`);
        await Promise.resolve();
        order.push(`${name} ends`);
        if (fails) throw new Error(name);
        return name;
      };
    const tasks = [
      identities.runExclusively('one', createTask('a', true)),
      identities.runExclusively('one', createTask('b')),
      identities.runExclusively('two', createTask('c')),
    ];
    expect((await Promise.allSettled(tasks)).map(({ status }) => status)).toEqual([
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
    expect(order.indexOf('b begins')).toBeGreaterThan(order.indexOf('a ends'));
    expect(order.indexOf('c begins')).toBeLessThan(order.indexOf('a ends'));
  });

  it('are used by one check at a time, even if checks name different identities of an account', async () => {
    const user = account('one', { phoneNumber: '+12025550123', emailAddress: 'one@example.test' });
    const identities = createIdentities([user]);
    let running = 0;
    const countRunning = async () => {
      running += 1;
      await Promise.resolve();
      const count = running;
      running -= 1;
      return count;
    };
    const counts = [user, '+12025550123', 'one@example.test'].map((identity) =>
      identities.runExclusively(identity, countRunning),
    );
    expect(await Promise.all(counts)).toEqual([1, 1, 1]);
  });
});

describe('destinations', () => {
  const accounts = [
    account('a', { phoneNumber: '+12025550101', emailAddress: 'a@example.test' }),
    account('b', { phoneNumber: '+12025550102', ...fraud }),
    account('c', { phoneNumber: '+12025550103' }),
  ];
  const destinations = {
    phoneNumbers: ['+12025550199', '+12025550101'],
    emailAddresses: ['z@example.test'],
  };

  it('are generated for a local target if no destination is declared', () => {
    const identities = createIdentities(accounts);
    const generated = identities.listDestinations('sms', 3, 'anyone');
    expect(new Set(generated)).toHaveLength(3);
    expect(generated.every((number) => identities.isGenerated(number))).toBe(true);
    expect(identities.isGenerated('+12025550101')).toBe(false);
  });

  it.each([
    // Accounts with a Fraud flag are never used. The other accounts come before the declared destinations for
    // `user`, and after them for `anyone`.
    ['sms', 1, 'user', null, LOCAL, ['+12025550101']],
    ['sms', 2, 'user', null, LOCAL, ['+12025550101', '+12025550103']],
    ['email', 1, 'user', null, LOCAL, ['a@example.test']],
    ['sms', 2, 'anyone', null, REMOTE, ['+12025550101', '+12025550103']],
    ['sms', 3, 'user', destinations, REMOTE, ['+12025550101', '+12025550103', '+12025550199']],
    ['sms', 3, 'anyone', destinations, LOCAL, ['+12025550199', '+12025550101', '+12025550103']],
    ['sms', 1, 'anyone', destinations, REMOTE, ['+12025550199']],
    ['email', 2, 'anyone', destinations, REMOTE, ['z@example.test', 'a@example.test']],
    ['sms', 0, 'user', null, LOCAL, []],
  ] as const)(
    'by %s: %i for %s, with the declared destinations %j and the target %s, are %j',
    (channel, count, owner, declared, target, expected) => {
      const identities = createIdentities(accounts, { target, destinations: declared });
      expect(identities.listDestinations(channel, count, owner)).toEqual(expected);
    },
  );

  it.each([
    ['sms', 1, 'needs destinations.phoneNumbers, or generateDestinations: true'],
    ['sms', 3, 'needs destinations.phoneNumbers (3 of them), or generateDestinations: true'],
    ['email', 2, 'needs destinations.emailAddresses (2 of them), or generateDestinations: true'],
  ] as const)('by %s report the missing setting if %i are required', (channel, count, message) => {
    const identities = createIdentities([], { target: REMOTE });
    expect(() => identities.listDestinations(channel, count, 'anyone')).toThrow(
      expect.objectContaining({ message, causeType: 'settings' }),
    );
  });
});

describe('a generated destination', () => {
  it('is a different fictional phone number each time', () => {
    const identities = createIdentities();
    const numbers = Array.from({ length: 300 }, () => identities.generateDestination('sms'));
    expect(new Set(numbers)).toHaveLength(300);
    expect(numbers.filter((number) => !/^\+1[2-9]\d\d55501\d\d$/.test(number))).toEqual([]);
    expect(new Set(numbers.map((number) => number.slice(2, 5))).size).toBeGreaterThan(100);
  });

  it('has another area code than the users of the included scenarios, +12025550100 to +12025550199', () => {
    const identities = createIdentities();
    // With about 300 possible area codes, 2,000 numbers would almost certainly include 202.
    const numbers = Array.from({ length: 2000 }, () => identities.generateDestination('sms'));
    expect(numbers.filter((number) => number.startsWith('+1202'))).toEqual([]);
  });

  it('does not end with the last seven digits of a declared phone number', () => {
    // Declares 555 0100 to 555 0198, so that only 555 0199 remains.
    const declared = [...Array(99).keys()].map((last) =>
      account(`user ${last}`, { phoneNumber: `+1202555${String(100 + last).padStart(4, '0')}` }),
    );
    const identities = createIdentities(declared);
    const numbers = Array.from({ length: 5 }, () => identities.generateDestination('sms'));
    expect(numbers.map((number) => number.slice(-7))).toEqual(Array(5).fill('5550199'));
  });

  // 26 letters and three domains.
  it('has a domain for examples; 78 addresses differ in the first letter or the domain', () => {
    const identities = createIdentities();
    const addresses = Array.from({ length: 78 }, () => identities.generateDestination('email'));
    const form =
      /^[a-z][\da-f]{12}-conform@(?:example\.com|conform\.example\.org|mail\.example\.net)$/;
    expect(addresses.filter((address) => !form.test(address))).toEqual([]);
    const ends = addresses.map((address) => `${address.charAt(0)} ${address.split('@')[1]}`);
    expect(new Set(ends)).toHaveLength(78);
  });

  it('never belongs to a declared account', () => {
    const first = createIdentities().generateDestination('sms');
    // All numbers that differ from the first number of this seed only in the last two digits are taken.
    const prefix = first.slice(0, 10);
    const taken = Array.from({ length: 100 }, (_, index) =>
      account(`${index}`, { phoneNumber: `${prefix}${String(index).padStart(2, '0')}` }),
    );
    const identities = createIdentities(taken);
    const numbers = Array.from({ length: 500 }, () => identities.generateDestination('sms'));
    expect(numbers.filter((number) => number.startsWith(prefix))).toEqual([]);
  });
});

describe('a reserved destination', () => {
  const emails = ['a@example.test', 'b@example.test', 'c@example.test', 'd@example.test'];
  const accounts = emails.map((emailAddress) => account(emailAddress, { emailAddress, flags: [] }));
  const createWithEmails = (...emailAddresses: string[]) =>
    createIdentities(accounts, { destinations: { phoneNumbers: [], emailAddresses } });

  it('is a declared destination if at least three are declared', () => {
    const identities = createWithEmails('1@example.test', '2@example.test', '3@example.test');
    // Other checks send codes to the first two destinations, so only the third can be reserved.
    expect(identities.reserveDestination('email', 'used codes')).toBe('3@example.test');
    expect(identities.reserveDestination('email', 'wrong codes')).toBe(null);
  });

  it('belongs to an account other than the first if fewer than three destinations are declared', () => {
    const identities = createWithEmails('1@example.test');
    // The first address is for used codes, the last for wrong codes, the others are for a single use.
    expect(identities.reserveDestination('email', 'used codes')).toBe('b@example.test');
    expect(identities.reserveDestination('email', 'wrong codes')).toBe('d@example.test');
    expect(identities.reserveDestination('email', 'once')).toBe('c@example.test');
    expect(identities.reserveDestination('sms', 'once')).toBe(null);
  });
});
