/** Reads a user in the format of the dialect (§2.7, §4.8), and compares it with a declared account. */
import { describe, expect, it } from 'vitest';
import { isKnownFlag, judgeMembership } from '../../../conformance/responses/flag-category.ts';
import type { Attempt } from '../../../conformance/attempt.ts';
import { toUserView, type UserFlag } from '../../../conformance/actors/user-view.ts';
import {
  type AccountView,
  confirmsDeclaredState,
  isKycAsDeclared,
  areTransactionsAsDeclared,
} from '../../../conformance/observations/accounts.ts';
import type { DeclaredAccount, DeclaredFlag } from '../../../conformance/settings.ts';
import type { Dialect } from '../../../src/dialect/dialect.ts';
import { defaultDialect } from '../../../src/dialect/keys.ts';
import { emptyAccount } from '../discovery/readings.ts';
import { createResponse } from '../create-response.ts';

const { user } = defaultDialect;

function createDialect(changes: Partial<Omit<Dialect['user'], 'names'>>, names = {}): Dialect {
  return { ...defaultDialect, user: { ...user, ...changes, names: { ...user.names, ...names } } };
}

const createView = (object: unknown, dialect: Dialect = defaultDialect) =>
  toUserView(createResponse({ text: JSON.stringify(object) }), dialect);

describe('a user read', () => {
  it('is parsed with the property names of the dialect', () => {
    const object = {
      id: 'a',
      kyc: { status: 'APPROVED' },
      flags: [{ code: 'F1', category: 'Fraud' }, { code: 2 }],
      personalInformation: { emailAddress: 'a@b.test' },
      wallets: [{ address: '0x1' }],
      transactions: [{ cryptoStatus: 'FAILED' }],
    };
    const parts = {
      object,
      kyc: object.kyc,
      kycStatus: 'APPROVED',
      flags: [
        { code: 'F1', category: 'Fraud' },
        { code: null, category: null },
      ],
      personalInformation: object.personalInformation,
      wallets: object.wallets,
      transactions: object.transactions,
    };
    expect(createView(object)).toMatchObject(parts);
    expect(createView({ data: object }, createDialect({ envelope: 'data' }))).toMatchObject(parts);
    expect(createView(object, createDialect({ envelope: 'data' })).object).toBe(null);
    expect(createView({ a: { b: object } }, createDialect({ envelope: 'a.b' })).object).toEqual(
      object,
    );
  });

  it.each([[[]], ['a'], [null], [{}], [{ flags: 'F1', wallets: {}, transactions: ['a'] }]])(
    'without usable properties is parsed as nulls: %j',
    (object) => {
      expect(createView(object)).toMatchObject({
        kycStatus: null,
        flags: null,
        wallets: null,
        transactions: null,
      });
      expect(createView(object).kyc).toBe(undefined);
      expect(createView(object).personalInformation).toBe(undefined);
    },
  );

  it('is parsed without category and personal information if the dialect sets them to none', () => {
    const dialect = createDialect({}, { category: 'none', personalInformation: 'none' });
    const view = createView({ flags: [{ code: 'F1', none: 'a' }], none: {} }, dialect);
    expect(view.flags).toEqual([{ code: 'F1', category: null }]);
    expect(view.personalInformation).toBe(undefined);
  });

  it('is parsed with flags grouped by category', () => {
    const dialect = createDialect({ flagsShape: 'byCategory' });
    const flags = { fraud: [{ code: 'F1' }, { code: 'F2' }], other: [{}], empty: [], text: 'F3' };
    expect(createView({ flags }, dialect).flags).toEqual([
      { code: 'F1', category: 'fraud' },
      { code: 'F2', category: 'fraud' },
      { code: null, category: 'other' },
    ]);
    expect(createView({ flags: [{ code: 'F1' }] }, dialect).flags).toBe(null);
    expect(createView({ flags }).flags).toBe(null);
  });
});

/** Creates an attempt of a run that declares an account for each list of flags. */
function createAttempt(
  flagLists: readonly (DeclaredFlag[] | null)[],
  undetectedKeys: readonly string[] = [],
) {
  const accounts = flagLists.map((flags) => ({ ...emptyAccount, flags }));
  return {
    dialect: {
      ...defaultDialect,
      flags: {
        ...defaultDialect.flags,
        categoryNames: { Fraud: 'fraud', 'KYC Review': 'kyc', 'Transaction Processing': 'paid' },
      },
    },
    ctx: { identities: { listAccounts: () => accounts } },
    isDetected: (key: string) => !undetectedKeys.includes(key),
    requireKnown: () => undefined,
  } as unknown as Attempt;
}

describe('flags', () => {
  const t = createAttempt([
    null,
    [
      { code: 'F1', category: 'Fraud' },
      { code: 'F0', category: null },
    ],
    [{ code: 'F2', category: 'KYC Review' }],
  ]);

  it.each<[UserFlag[], string]>([
    [[{ code: 'F9', category: 'fraud' }], 'yes'],
    [[{ code: 'F1', category: null }], 'yes'],
    [[{ code: 'F1', category: 'kyc' }], 'yes'],
    [[{ code: 'F2', category: 'fraud' }], 'yes'],
    [[{ code: 'F2', category: null }], 'no'],
    [[{ code: 'F9', category: 'kyc' }], 'no'],
    [[{ code: 'F9', category: 'paid' }], 'no'],
    [[{ code: 'F9', category: null }], 'perhaps'],
    [[{ code: 'F0', category: null }], 'perhaps'],
    [[{ code: 'F9', category: 'odd' }], 'perhaps'],
    [[{ code: null, category: null }], 'perhaps'],
    [[], 'no'],
    [
      [
        { code: 'F2', category: null },
        { code: 'F0', category: null },
      ],
      'perhaps',
    ],
    [
      [
        { code: 'F0', category: null },
        { code: 'F1', category: null },
      ],
      'yes',
    ],
  ])('%j include a Fraud flag: %s', (flags, membership) =>
    expect(judgeMembership(t, flags, 'Fraud')).toBe(membership),
  );

  it.each<[UserFlag, boolean]>([
    [{ code: 'F9', category: 'paid' }, true],
    [{ code: 'F1', category: null }, true],
    [{ code: 'F0', category: 'odd' }, true],
    [{ code: 'F9', category: 'odd' }, false],
    [{ code: 'F9', category: null }, false],
    [{ code: null, category: null }, false],
  ])('are known if they are declared or have a known category: %j %s', (flag, isKnown) =>
    expect(isKnownFlag(t, flag)).toBe(isKnown),
  );
});

describe('a declared account', () => {
  const createAccountView = (object: object, declared: Partial<DeclaredAccount>): AccountView => ({
    account: { ...emptyAccount, ...declared },
    user: {} as AccountView['user'],
    view: createView(object),
  });
  const createFlags = (...codes: string[]): DeclaredFlag[] =>
    codes.map((code) => ({ code, category: null }));
  const createTransactions = (...statuses: ('PENDING' | 'COMPLETE' | 'FAILED')[]) =>
    statuses.map((cryptoStatus) => ({ cryptoStatus }));
  const t = createAttempt([createFlags('F1', 'F2')]);

  it.each<[object, Partial<DeclaredAccount>, boolean]>([
    [{ flags: [{ code: 'F1' }] }, { flags: createFlags('F1') }, true],
    [{ flags: [{ code: 'F2' }, { code: 'F1' }] }, { flags: createFlags('F1', 'F2') }, true],
    [{ flags: [{ code: 'F1' }, { code: 'F2' }] }, { flags: createFlags('F1') }, false],
    [{ flags: [{ code: 'F1' }] }, { flags: createFlags('F1', 'F2') }, false],
    [{ flags: [{ code: 'F2' }] }, { flags: createFlags('F1') }, false],
    [{ flags: [{ code: 'F1' }, { code: 'F1' }] }, { flags: createFlags('F1', 'F2') }, false],
    [{ flags: [{ code: 'F1' }, { code: 'F3' }] }, { flags: createFlags('F1', 'F2') }, false],
    // Empty lists confirm nothing: a new user has them too.
    [{ flags: [] }, { flags: [] }, false],
    [{}, { flags: createFlags('F1') }, false],
    [{ flags: 'F1' }, { flags: createFlags('F1') }, false],
    [{ flags: [] }, {}, false],
    [
      { transactions: createTransactions('FAILED') },
      { transactions: createTransactions('FAILED') },
      true,
    ],
    [
      { flags: [], transactions: createTransactions('FAILED') },
      { flags: createFlags('F1'), transactions: createTransactions('FAILED') },
      true,
    ],
    [{ transactions: [] }, { transactions: [] }, false],
  ])('read as %j and declared as %j is confirmed: %s', (object, declared, expected) =>
    expect(confirmsDeclaredState(t, createAccountView(object, declared))).toBe(expected),
  );

  // A declared PENDING transaction may be settled when the account is read.
  it.each([
    [createTransactions('PENDING', 'FAILED'), createTransactions('PENDING', 'FAILED'), true],
    [createTransactions('COMPLETE'), createTransactions('PENDING'), true],
    [createTransactions('FAILED'), createTransactions('PENDING'), true],
    [createTransactions('PENDING'), createTransactions('COMPLETE'), false],
    [createTransactions('PENDING'), createTransactions('FAILED'), false],
    [createTransactions('FAILED'), createTransactions('COMPLETE'), false],
    [createTransactions('COMPLETE', 'COMPLETE'), createTransactions('COMPLETE', 'PENDING'), true],
    [createTransactions('COMPLETE', 'PENDING'), createTransactions('COMPLETE', 'COMPLETE'), false],
    [createTransactions('FAILED', 'PENDING'), createTransactions('FAILED', 'FAILED'), false],
    [createTransactions('FAILED', 'FAILED'), createTransactions('PENDING', 'FAILED'), true],
    [createTransactions('FAILED'), createTransactions('FAILED', 'PENDING'), false],
    [createTransactions('FAILED', 'PENDING'), createTransactions('FAILED'), false],
    [createTransactions('PENDING', 'COMPLETE'), createTransactions('COMPLETE', 'PENDING'), true],
    [[], [], true],
    [undefined, createTransactions('FAILED'), false],
    [createTransactions('FAILED'), null, true],
  ])(
    'read as %j and declared as %j has the declared transactions: %s',
    (transactions, declared, expected) =>
      expect(
        areTransactionsAsDeclared(
          t,
          createAccountView({ transactions }, { transactions: declared }),
        ),
      ).toBe(expected),
  );

  it.each<[object, Partial<DeclaredAccount>, string[], boolean]>([
    [{ kyc: { status: 'APPROVED' } }, { kycStatus: 'APPROVED' }, [], true],
    [{ kyc: { status: 'DECLINED' } }, { kycStatus: 'APPROVED' }, [], false],
    [{ kyc: {} }, { kycStatus: 'APPROVED' }, [], false],
    [{}, { kycStatus: 'APPROVED' }, [], false],
    [{}, { kycStatus: 'APPROVED' }, ['user.names.kyc'], true],
    [{ kyc: { status: 'DECLINED' } }, {}, [], true],
  ])(
    'read as %j and declared as %j, with the undetected keys %j, has the declared KYC status: %s',
    (object, declared, undetectedKeys, expected) =>
      expect(
        isKycAsDeclared(createAttempt([], undetectedKeys), createAccountView(object, declared)),
      ).toBe(expected),
  );
});
