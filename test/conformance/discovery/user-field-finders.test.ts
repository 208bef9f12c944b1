/** A run identifies the properties of a user object by known facts about the user (§2.7). */
import { describe, expect, it } from 'vitest';
import {
  countNames,
  findKycName,
  filterObjects,
  findPersonalInformationName,
  chooseName,
  findTransactionNames,
  findWalletsName,
  type Finding,
  type ReadUser,
} from '../../../conformance/discovery/user-field-finders.ts';
import { createUser } from './readings.ts';

/** Returns the value of a finding and the index of the read that shows it, or the observation. */
function describeFinding(finding: Finding, users: readonly ReadUser[]): unknown {
  if ('observation' in finding) return finding.observation;
  return [finding.value, users.findIndex(({ reading }) => reading.response === finding.response)];
}

describe('the KYC object', () => {
  const findKyc = (...users: ReadUser[]) => describeFinding(findKycName(users), users);
  const NO_OBJECT = 'No object with a status of APPROVED, IN_REVIEW or DECLINED was found.';

  it.each(['APPROVED', 'IN_REVIEW', 'DECLINED'])('is detected by the status %s', (status) => {
    expect(findKyc(createUser({ id: 'a', kyc: { status } }))).toEqual(['kyc', 0]);
  });

  it.each([
    [{ order: { status: 'ACTIVE' } }],
    [{ kycLimits: { status: 'ACTIVE' } }],
    [{ kyc: { status: null } }],
    [{ kyc: { state: 'APPROVED' } }],
    [{ kyc: 'APPROVED' }],
    [{ kyc: [{ status: 'APPROVED' }] }],
    [{ kyc: null }],
    [{}],
  ])('is not detected in %j', (user) => expect(findKyc(createUser(user))).toBe(NO_OBJECT));

  it('is the object with the declared status of an account', () => {
    const user = { wallet: { status: 'APPROVED' }, kyc: { status: 'DECLINED' } };
    expect(findKyc(createUser(user, { account: { kycStatus: 'DECLINED' } }))).toEqual(['kyc', 0]);
    expect(findKyc(createUser(user, { account: {} }))).toBe('Possible names: wallet, kyc.');
    expect(findKyc(createUser(user))).toBe('Possible names: wallet, kyc.');
  });

  it('is another object with a KYC status if the declared status is wrong', () => {
    const user = { kycInfo: { status: 'APPROVED' } };
    expect(findKyc(createUser(user, { account: { kycStatus: 'DECLINED' } }))).toEqual([
      'kycInfo',
      0,
    ]);
  });

  it.each(['kyc', 'kycInfo', 'KYC_status'])('is detected by its name %s', (name) => {
    const order = { status: 'ACTIVE' };
    expect(findKyc(createUser({ order, [name]: { status: 'REJECTED' } }))).toEqual([name, 0]);
  });

  it('is detected by its declared name', () => {
    const users = [createUser({ order: { status: 'ACTIVE' }, review: { status: 'REJECTED' } })];
    expect(describeFinding(findKycName(users, { kyc: 'review' }), users)).toEqual(['review', 0]);
  });

  it('is the most frequent candidate, with the first response that contains it', () => {
    const empty = createUser({});
    const wallet = createUser({ wallet: { status: 'APPROVED' } });
    const onlyKyc = createUser({ kyc: { status: 'APPROVED' } });
    const both = createUser({ wallet: { status: 'APPROVED' }, kyc: { status: 'APPROVED' } });
    expect(findKyc(empty, wallet, both, onlyKyc)).toBe('Possible names: wallet, kyc.');
    expect(findKyc(empty, wallet, both, onlyKyc, both, onlyKyc)).toEqual(['kyc', 2]);
  });

  it('is the declared candidate if the candidate has a KYC status', () => {
    const user = createUser({
      wallet: { status: 'APPROVED' },
      kyc: { status: 'APPROVED' },
      other: {},
    });
    const findDeclaredKyc = (name: string) =>
      describeFinding(findKycName([user], { kyc: name }), [user]);
    expect(findDeclaredKyc('wallet')).toEqual(['wallet', 0]);
    expect(findDeclaredKyc('kyc')).toEqual(['kyc', 0]);
    expect(findDeclaredKyc('other')).toBe('Possible names: wallet, kyc.');
  });

  it('is unknown if a dialect cannot contain its name', () => {
    expect(findKyc(createUser({ 'kyc-details': { status: 'APPROVED' } }))).toEqual([
      'kyc-details',
      0,
    ]);
    expect(findKyc(createUser({ 'kyc details': { status: 'APPROVED' } }))).toBe(
      'The name kyc details is invalid in a dialect.',
    );
  });
});

describe('the wallet list', () => {
  const findWallets = (...users: ReadUser[]) => describeFinding(findWalletsName(users), users);
  const signedInByCode = createUser({ list: [{ address: '0xAb' }] });
  const signedInByWallet = (user: ReadUser['user']) => createUser(user, { walletAddress: '0xAb' });

  it('contains the address that signed in, in any letter case', () => {
    expect(
      findWallets(signedInByCode, signedInByWallet({ id: '0xab', list: [{ address: '0xaB' }] })),
    ).toEqual(['list', 1]);
    expect(
      findWallets(signedInByWallet({ a: [{ address: '0xcd' }], b: [{}, { address: '0xAb' }] })),
    ).toEqual(['b', 0]);
  });

  it('contains the address that signed in, with a chain id before the address', () => {
    const user = { a: [{ address: 'x0xab' }], b: [{ account: 'eip155:1:0xab' }] };
    expect(findWallets(signedInByWallet(user))).toEqual(['b', 0]);
  });

  it('is unknown if the user signed in with a code', () => {
    expect(findWallets(signedInByCode)).toBe('No user who signed in by wallet could be read.');
    expect(findWallets()).toBe('No user who signed in by wallet could be read.');
  });

  it.each([
    { wallets: ['0xab'] },
    { wallets: [{ text: 'added 0xab' }] },
    { wallet: { address: '0xab' } },
    { address: '0xAB' },
  ])('is unknown if the address is not in a list of records: %j', (user) =>
    expect(findWallets(signedInByWallet({}), signedInByWallet(user))).toBe(
      'The address that signed in is in the response, but in no list of records.',
    ),
  );

  it('is missing if no list contains the address', () => {
    const user = { wallets: [{ address: '0xcd' }], numbers: [{ address: 3 }] };
    expect(findWallets(signedInByCode, signedInByWallet(user), signedInByWallet({}))).toEqual([
      'none',
      1,
    ]);
  });
});

describe('personal information', () => {
  const findInformation = (...users: ReadUser[]) =>
    describeFinding(findPersonalInformationName(users), users);
  const flagged = { flags: [{ code: 'F0000', category: null }] };

  it.each([
    [{ phoneNumber: '+12025550143' }, { person: { mobile: '+12025550143' } }],
    [{ phoneNumber: '+12025550143' }, { person: { mobile: '+1 202-555-0143' } }],
    [{ emailAddress: 'a@b.test' }, { person: { id: 1, mail: 'A@b.test' } }],
    [{ emailAddress: 'a@b.test' }, { person: { mails: ['b@b.test', 'a@b.test'] } }],
    [{ phoneNumber: '+12025550143', emailAddress: 'a@b.test' }, { person: { mail: 'a@b.test' } }],
    [
      { emailAddress: 'a@b.test', account: { flags: [{ code: 'F1001', category: null }] } },
      { person: { mail: 'a@b.test' } },
    ],
  ])('of a user with the declared facts %j is detected in %j', (facts, user) => {
    expect(findInformation(createUser(user, facts))).toEqual(['person', 0]);
  });

  it('is not searched for if no contact is declared, or F0000 withholds it', () => {
    const NO_USER = 'No user with a known phone number or email address could be read.';
    const user = { person: { mail: 'a@b.test' } };
    expect(findInformation()).toBe(NO_USER);
    expect(findInformation(createUser(user))).toBe(NO_USER);
    expect(findInformation(createUser(user, { emailAddress: 'a@b.test', account: flagged }))).toBe(
      NO_USER,
    );
  });

  it.each([
    [{ email: 'a@b.test' }],
    [{ person: [{ mail: 'a@b.test' }] }],
    [{ person: { mail: 'not a@b.test' } }],
    [{ phone: '+12025550143' }],
    [{ phone: '+1 202-555-0143' }],
  ])('is unknown if the contact is not in a separate object: %j', (user) => {
    const known = { emailAddress: 'A@b.test', phoneNumber: '+12025550143' };
    expect(findInformation(createUser({}, known), createUser(user, known))).toBe(
      'The phone number or email address is in the response, but not in a separate object.',
    );
  });

  it.each([{ lastName: 'Ode' }, { full_name: 'Rita Ode' }, { dob: '1990-01-01' }])(
    'is detected by a name or date of birth, without a known contact: %j',
    (person) => expect(findInformation(createUser({ person }))).toEqual(['person', 0]),
  );

  it('is missing if the response contains no contact', () => {
    const known = { emailAddress: 'a@b.test' };
    const users = [
      createUser({}),
      createUser({ a: null, b: { c: null } }, known),
      createUser({}, { phoneNumber: '+12025550143' }),
    ];
    expect(findInformation(...users)).toEqual(['none', 1]);
  });
});

describe('the transaction list', () => {
  const readUserWithTransactions = (
    user: ReadUser['user'],
    ...statuses: readonly ('PENDING' | 'COMPLETE' | 'FAILED')[]
  ) =>
    createUser(user, {
      account: { transactions: statuses.map((cryptoStatus) => ({ cryptoStatus })) },
    });
  const findNames = (...users: ReadUser[]) => {
    const { transactions, cryptoStatus } = findTransactionNames(users);
    return [describeFinding(transactions, users), describeFinding(cryptoStatus, users)];
  };

  it('is the list whose entries have the declared statuses', () => {
    const user = {
      wallets: [{ status: 'ADDED' }],
      payments: [
        { type: 'COMPLETE', state: 'FAILED', id: 1 },
        { type: 'COMPLETE', state: 'PENDING', id: 2 },
      ],
    };
    expect(
      findNames(createUser(user), readUserWithTransactions(user, 'PENDING', 'FAILED')),
    ).toEqual([
      ['payments', 1],
      ['state', 1],
    ]);
  });

  it('is an empty list with a usual or declared name', () => {
    const empty = 'No list of the user object contains a crypto status.';
    const users = [readUserWithTransactions({ wallets: [], achTransactions: [] }, 'PENDING')];
    expect(findNames(...users)).toEqual([['achTransactions', 0], empty]);
    const { transactions } = findTransactionNames(
      [readUserWithTransactions({ wallets: [], sales: [] }, 'PENDING')],
      { transactions: 'sales' },
    );
    expect(transactions).toMatchObject({ value: 'sales' });
  });

  it('can contain statuses that differ from the declared statuses, also in letter case', () => {
    const declaredPending = readUserWithTransactions(
      { payments: [{ state: 'complete' }] },
      'PENDING',
    );
    expect(findNames(declaredPending)).toEqual([
      ['payments', 0],
      ['state', 0],
    ]);
    const declaredComplete = readUserWithTransactions(
      { payments: [{ state: 'FAILED', earlier: 'PENDING' }] },
      'COMPLETE',
    );
    expect(findNames(declaredComplete)).toEqual([
      ['payments', 0],
      'Possible names: state, earlier.',
    ]);
    expect(findNames(declaredComplete, declaredPending)).toEqual([
      ['payments', 0],
      ['state', 0],
    ]);
  });

  it('is ambiguous if two lists have the declared statuses', () => {
    const user = { a: [{ state: 'PENDING' }], b: [{ earlier: 'PENDING' }] };
    expect(findNames(readUserWithTransactions(user, 'PENDING'))).toEqual([
      'Possible names: a, b.',
      'Possible names: state, earlier.',
    ]);
  });

  it('is ambiguous, but its status field is detected, if two lists have the same status field', () => {
    const user = { a: [{ state: 'PENDING' }], b: [{ state: 'PENDING' }] };
    expect(findNames(readUserWithTransactions(user, 'PENDING'))).toEqual([
      'Possible names: a, b.',
      ['state', 0],
    ]);
  });

  it('is not searched for if no account declares transactions', () => {
    const NO_ACCOUNT = 'No account with transactions could be read.';
    const user = { payments: [{ state: 'PENDING' }] };
    expect(
      findNames(
        createUser(user),
        createUser(user, { account: {} }),
        readUserWithTransactions(user),
      ),
    ).toEqual([NO_ACCOUNT, NO_ACCOUNT]);
  });

  it.each([
    [{ payments: { state: 'PENDING' } }],
    [{ payments: [{ state: 'PENDING' }, { state: 'SETTLED' }] }],
    [{ payments: ['COMPLETE'] }],
    [{ state: 'FAILED' }],
  ])('is unknown if the statuses are not in the same field of all items of a list: %j', (user) => {
    const NO_STATUS = 'No list of the user object contains a crypto status.';
    expect(
      findNames(readUserWithTransactions({}, 'PENDING'), readUserWithTransactions(user, 'PENDING')),
    ).toEqual([NO_STATUS, NO_STATUS]);
  });

  it.each([
    [{}],
    [{ sales: [] }],
    [{ payments: [{}] }],
    [{ payments: [{ state: 'pending' }, {}] }],
  ])('is missing if the response contains no status in upper case: %j', (user) => {
    expect(findNames(createUser({}), readUserWithTransactions(user, 'PENDING'))).toEqual([
      ['none', 1],
      'No list of the user object contains a crypto status.',
    ]);
  });
});

describe('countNames', () => {
  const users = [createUser({ a: 1 }), createUser({ b: 1 }), createUser({ a: 2 })];
  const counts = countNames(users, ({ user }) => Object.keys(user)[0] ?? '');

  it('counts each name and records the first response that contains the name', () => {
    expect([...counts].map(([name, { times, response }]) => [name, times, response.text])).toEqual([
      ['a', 2, '{"a":1}'],
      ['b', 1, '{"b":1}'],
    ]);
  });

  it('is the basis of chooseName, which returns the most frequent name', () => {
    expect(describeFinding(chooseName(counts, 'none'), users)).toEqual(['a', 0]);
    expect(chooseName(new Map(), 'none')).toEqual({ observation: 'none' });
  });
});

describe('filterObjects', () => {
  it.each([
    [
      [{ a: 1 }, 'b', null, [{ c: 1 }], { d: 1 }],
      [{ a: 1 }, { d: 1 }],
    ],
    [{ a: { b: 1 } }, []],
    ['a', []],
    [null, []],
  ])('for %j returns %j', (list, objects) => expect(filterObjects(list)).toEqual(objects));
});
