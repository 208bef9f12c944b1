/** Identifies the properties of a user object by known facts about the user (§2.7). */
import { describe, expect, it } from 'vitest';
import {
  countNames,
  hasValue,
  findKycName,
  listObjects,
  findPersonalInformationName,
  chooseName,
  findTransactionNames,
  findWalletsName,
  type Finding,
  type ReadUser,
} from '../../../conformance/discovery/user-field-finders.ts';
import { readUser } from './readings.ts';

/** Returns the value of a finding and the index of the read that shows it, or the observation. */
function describeFinding(finding: Finding, users: readonly ReadUser[]): unknown {
  if ('observation' in finding) return finding.observation;
  return [finding.value, users.findIndex(({ reading }) => reading.response === finding.response)];
}

describe('the KYC object', () => {
  const kyc = (...users: ReadUser[]) => describeFinding(findKycName(users), users);
  const NONE = 'No object with a status of APPROVED, IN_REVIEW or DECLINED was found.';

  it.each(['APPROVED', 'IN_REVIEW', 'DECLINED'])('is detected by the status %s', (status) => {
    expect(kyc(readUser({ id: 'a', kyc: { status } }))).toEqual(['kyc', 0]);
  });

  it.each([
    [{ kyc: { status: 'ACTIVE' } }],
    [{ kyc: { status: 'approved' } }],
    [{ kyc: { state: 'APPROVED' } }],
    [{ kyc: 'APPROVED' }],
    [{ kyc: [{ status: 'APPROVED' }] }],
    [{ kyc: null }],
    [{}],
  ])('is not detected in %j', (user) => expect(kyc(readUser(user))).toBe(NONE));

  it('is the object with the declared status of an account', () => {
    const user = { wallet: { status: 'APPROVED' }, kyc: { status: 'DECLINED' } };
    expect(kyc(readUser(user, { account: { kycStatus: 'DECLINED' } }))).toEqual(['kyc', 0]);
    expect(kyc(readUser(user, { account: {} }))).toBe('It may be any of wallet, kyc.');
    expect(kyc(readUser(user))).toBe('It may be any of wallet, kyc.');
  });

  it('is another object with a KYC status if the declared status is wrong', () => {
    const user = { kycInfo: { status: 'APPROVED' } };
    expect(kyc(readUser(user, { account: { kycStatus: 'DECLINED' } }))).toEqual(['kycInfo', 0]);
  });

  it('is the most frequent candidate, with the first response that contains it', () => {
    const none = readUser({});
    const other = readUser({ wallet: { status: 'APPROVED' } });
    const one = readUser({ kyc: { status: 'APPROVED' } });
    const both = readUser({ wallet: { status: 'APPROVED' }, kyc: { status: 'APPROVED' } });
    expect(kyc(none, other, both, one)).toBe('It may be any of wallet, kyc.');
    expect(kyc(none, other, both, one, both, one)).toEqual(['kyc', 2]);
  });

  it('is the declared one of several candidates, unless it does not fit', () => {
    const user = readUser({
      wallet: { status: 'APPROVED' },
      kyc: { status: 'APPROVED' },
      other: {},
    });
    const declaring = (name: string) => describeFinding(findKycName([user], { kyc: name }), [user]);
    expect(declaring('wallet')).toEqual(['wallet', 0]);
    expect(declaring('kyc')).toEqual(['kyc', 0]);
    expect(declaring('other')).toBe('It may be any of wallet, kyc.');
  });

  it('must have a name that a dialect can contain', () => {
    expect(kyc(readUser({ 'kyc-details': { status: 'APPROVED' } }))).toBe(
      'Its name is kyc-details.',
    );
  });
});

describe('the wallet list', () => {
  const wallets = (...users: ReadUser[]) => describeFinding(findWalletsName(users), users);
  const signedInByCode = readUser({ list: [{ address: '0xAb' }] });
  const signedInByWallet = (user: ReadUser['user']) => readUser(user, { walletAddress: '0xAb' });

  it('contains the address that signed in, in any case', () => {
    expect(
      wallets(signedInByCode, signedInByWallet({ id: '0xab', list: [{ of: '0xaB' }] })),
    ).toEqual(['list', 1]);
    expect(wallets(signedInByWallet({ a: [{ of: '0xcd' }], b: [{}, { of: '0xAb' }] }))).toEqual([
      'b',
      0,
    ]);
  });

  it('is unknown if the user signed in with a code', () => {
    expect(wallets(signedInByCode)).toBe('No user who signed in by wallet could be read.');
    expect(wallets()).toBe('No user who signed in by wallet could be read.');
  });

  it.each([[{ wallets: ['0xab'] }], [{ wallet: { of: '0xab' } }], [{ of: '0xAB' }]])(
    'is unknown if the address is not in a list of records: %j',
    (user) =>
      expect(wallets(signedInByWallet({}), signedInByWallet(user))).toBe(
        'The address that signed in is in the response, but in no list of records.',
      ),
  );

  it('are nowhere', () => {
    const none = signedInByWallet({ wallets: [{ of: '0xcd' }], n: [{ of: 3 }] });
    expect(wallets(signedInByCode, none, signedInByWallet({}))).toEqual(['none', 1]);
  });
});

describe('personal information', () => {
  const information = (...users: ReadUser[]) =>
    describeFinding(findPersonalInformationName(users), users);
  const flagged = { flags: [{ code: 'F0000', category: null }] };

  it.each([
    [{ phoneNumber: '+12025550143' }, { own: { of: '+12025550143' } }],
    [{ emailAddress: 'a@b.test' }, { own: { of: 1, or: 'A@b.test' } }],
    [{ phoneNumber: '+12025550143', emailAddress: 'a@b.test' }, { own: { of: 'a@b.test' } }],
    [
      { emailAddress: 'a@b.test', account: { flags: [{ code: 'F1001', category: null }] } },
      { own: { of: 'a@b.test' } },
    ],
  ])('with %j declared is detected in %j', (known, user) => {
    expect(information(readUser(user, known))).toEqual(['own', 0]);
  });

  it('is not searched for if nothing is declared or F0000 withholds it', () => {
    const NOBODY = 'No user with a known phone number or email address could be read.';
    const user = { own: { of: 'a@b.test' } };
    expect(information()).toBe(NOBODY);
    expect(information(readUser(user))).toBe(NOBODY);
    expect(information(readUser(user, { emailAddress: 'a@b.test', account: flagged }))).toBe(
      NOBODY,
    );
  });

  it.each([
    [{ email: 'a@b.test' }],
    [{ own: [{ of: 'a@b.test' }] }],
    [{ own: { of: 'not a@b.test' } }],
    [{ phone: '+12025550143' }],
  ])('is unknown if it has no object of its own: %j', (user) => {
    const known = { emailAddress: 'A@b.test', phoneNumber: '+12025550143' };
    expect(information(readUser({}, known), readUser(user, known))).toBe(
      'The phone number or email address is in the response, but not in a separate object.',
    );
  });

  it('is unknown if the response does not contain it', () => {
    const known = { emailAddress: 'a@b.test' };
    const users = [
      readUser({}),
      readUser({ a: null, b: { c: null } }, known),
      readUser({}, { phoneNumber: '+12025550143' }),
    ];
    expect(information(...users)).toEqual(['none', 1]);
  });
});

describe('the transaction list', () => {
  const readUserWithTransactions = (
    user: ReadUser['user'],
    ...statuses: readonly ('PENDING' | 'COMPLETE' | 'FAILED')[]
  ) =>
    readUser(user, {
      account: { transactions: statuses.map((cryptoStatus) => ({ cryptoStatus })) },
    });
  const names = (...users: ReadUser[]) => {
    const { transactions, cryptoStatus } = findTransactionNames(users);
    return [describeFinding(transactions, users), describeFinding(cryptoStatus, users)];
  };

  it('is the list whose entries have the declared statuses', () => {
    const user = {
      wallets: [{ status: 'ADDED' }],
      paid: [
        { type: 'COMPLETE', is: 'FAILED', id: 1 },
        { type: 'COMPLETE', is: 'PENDING', id: 2 },
      ],
    };
    expect(names(readUser(user), readUserWithTransactions(user, 'PENDING', 'FAILED'))).toEqual([
      ['paid', 1],
      ['is', 1],
    ]);
  });

  it('may contain further statuses or another case', () => {
    const one = readUserWithTransactions({ paid: [{ is: 'complete' }] }, 'PENDING');
    expect(names(one)).toEqual([
      ['paid', 0],
      ['is', 0],
    ]);
    const two = readUserWithTransactions({ paid: [{ is: 'FAILED', was: 'PENDING' }] }, 'COMPLETE');
    expect(names(two)).toEqual([['paid', 0], 'It may be any of is, was.']);
    expect(names(two, one)).toEqual([
      ['paid', 0],
      ['is', 0],
    ]);
  });

  it('is ambiguous if two lists fit', () => {
    const user = { a: [{ is: 'PENDING' }], b: [{ was: 'PENDING' }] };
    expect(names(readUserWithTransactions(user, 'PENDING'))).toEqual([
      'It may be any of a, b.',
      '',
    ]);
  });

  it('is not searched for if no account declares transactions', () => {
    const NOBODY = 'No account with transactions could be read.';
    const user = { paid: [{ is: 'PENDING' }] };
    expect(
      names(readUser(user), readUser(user, { account: {} }), readUserWithTransactions(user)),
    ).toEqual([NOBODY, NOBODY]);
  });

  it.each([
    [{ paid: { is: 'PENDING' } }],
    [{ paid: [{ is: 'PENDING' }, { is: 'SETTLED' }] }],
    [{ paid: ['COMPLETE'] }],
    [{ is: 'FAILED' }],
  ])('is unknown if no list contains a status: %j', (user) => {
    const NONE = 'No list of the user object contains a crypto status.';
    expect(
      names(readUserWithTransactions({}, 'PENDING'), readUserWithTransactions(user, 'PENDING')),
    ).toEqual([NONE, NONE]);
  });

  it.each([[{}], [{ paid: [] }], [{ paid: [{}] }], [{ paid: [{ is: 'pending' }, {}] }]])(
    'is unknown if the user contains no transactions: %j',
    (user) => {
      expect(names(readUser({}), readUserWithTransactions(user, 'PENDING'))).toEqual([
        ['none', 1],
        'No list of the user object contains a crypto status.',
      ]);
    },
  );
});

describe('a detected name', () => {
  const users = [readUser({ a: 1 }), readUser({ b: 1 }), readUser({ a: 2 })];
  const tally = countNames(users, ({ user }) => Object.keys(user)[0] ?? '');

  it('is counted and keeps the first response that contains it', () => {
    expect([...tally].map(([name, { times, response }]) => [name, times, response.text])).toEqual([
      ['a', 2, '{"a":1}'],
      ['b', 1, '{"b":1}'],
    ]);
    expect(describeFinding(chooseName(tally, 'none'), users)).toEqual(['a', 0]);
    expect(chooseName(new Map(), 'none')).toEqual({ observation: 'none' });
  });
});

describe('listObjects', () => {
  it.each([
    [
      [{ a: 1 }, 'b', null, [{ c: 1 }], { d: 1 }],
      [{ a: 1 }, { d: 1 }],
    ],
    [{ a: { b: 1 } }, []],
    ['a', []],
    [null, []],
  ])('for %j returns %j', (list, objects) => expect(listObjects(list)).toEqual(objects));
});

describe('holds', () => {
  it.each([
    [{ a: 'x' }, 'X', true],
    [{ a: 1, b: 'X' }, 'x', true],
    [{ a: 'xx' }, 'x', false],
    [{ a: 1 }, '1', false],
    [{}, 'x', false],
    [{ a: 'null' }, null, false],
  ])('for %j and %j returns %s', (fields, text, expected) =>
    expect(hasValue(fields, text)).toBe(expected),
  );
});
