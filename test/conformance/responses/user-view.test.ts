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
    expect(createView({ own: object }, createDialect({ envelope: 'own' })).object).toEqual(object);
  });

  it.each([[[]], ['a'], [null], [{}], [{ flags: 'F1', wallets: {}, transactions: ['a'] }]])(
    'can be without the known properties: %j',
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

  it('can be without category and personal information', () => {
    const dialect = createDialect({}, { category: 'none', personalInformation: 'none' });
    const view = createView({ flags: [{ code: 'F1', none: 'a' }], none: {} }, dialect);
    expect(view.flags).toEqual([{ code: 'F1', category: null }]);
    expect(view.personalInformation).toBe(undefined);
  });

  it('can have flags grouped by category', () => {
    const dialect = createDialect({ flagsShape: 'byCategory' });
    const flags = { fraud: [{ code: 'F1' }, { code: 'F2' }], other: [{}], none: [], odd: 'F3' };
    expect(createView({ flags }, dialect).flags).toEqual([
      { code: 'F1', category: 'fraud' },
      { code: 'F2', category: 'fraud' },
      { code: null, category: 'other' },
    ]);
    expect(createView({ flags: [{ code: 'F1' }] }, dialect).flags).toBe(null);
    expect(createView({ flags }).flags).toBe(null);
  });
});

/** Creates an attempt in a run that has detected all keys except `unknown`, with an account for each list of flags. */
function createAttempt(flags: readonly (DeclaredFlag[] | null)[], unknown: readonly string[] = []) {
  const accounts = flags.map((accountFlags) => ({ ...emptyAccount, flags: accountFlags }));
  return {
    dialect: {
      ...defaultDialect,
      flags: {
        ...defaultDialect.flags,
        categoryNames: { Fraud: 'fraud', 'KYC Review': 'kyc', 'Transaction Processing': 'paid' },
      },
    },
    ctx: { identities: { listAccounts: () => accounts } },
    isDetected: (key: string) => !unknown.includes(key),
    requireKnown: () => undefined,
  } as unknown as Attempt;
}

describe('a flag', () => {
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
  ])('in %j has the category Fraud: %s', (flags, belongs) =>
    expect(judgeMembership(t, flags, 'Fraud')).toBe(belongs),
  );

  it.each<[UserFlag, boolean]>([
    [{ code: 'F9', category: 'paid' }, true],
    [{ code: 'F1', category: null }, true],
    [{ code: 'F0', category: 'odd' }, true],
    [{ code: 'F9', category: 'odd' }, false],
    [{ code: 'F9', category: null }, false],
    [{ code: null, category: null }, false],
  ])('%j is declared or has a known category: %s', (flag, known) =>
    expect(isKnownFlag(t, flag)).toBe(known),
  );
});

describe('a declared account', () => {
  const createAccountView = (object: object, declared: Partial<DeclaredAccount>): AccountView => ({
    account: { ...emptyAccount, ...declared },
    user: {} as AccountView['user'],
    view: createView(object),
  });
  const createFlag = (code: string): DeclaredFlag => ({ code, category: null });
  const withStatuses = (...statuses: ('PENDING' | 'COMPLETE' | 'FAILED')[]) =>
    statuses.map((cryptoStatus) => ({ cryptoStatus }));
  const t = createAttempt([[createFlag('F1'), createFlag('F2')]]);

  it.each<[object, Partial<DeclaredAccount>, boolean]>([
    [{ flags: [{ code: 'F1' }] }, { flags: [createFlag('F1')] }, true],
    [
      { flags: [{ code: 'F2' }, { code: 'F1' }] },
      { flags: [createFlag('F1'), createFlag('F2')] },
      true,
    ],
    [{ flags: [{ code: 'F1' }, { code: 'F2' }] }, { flags: [createFlag('F1')] }, false],
    [{ flags: [{ code: 'F1' }] }, { flags: [createFlag('F1'), createFlag('F2')] }, false],
    [{ flags: [{ code: 'F2' }] }, { flags: [createFlag('F1')] }, false],
    [
      { flags: [{ code: 'F1' }, { code: 'F1' }] },
      { flags: [createFlag('F1'), createFlag('F2')] },
      false,
    ],
    [
      { flags: [{ code: 'F1' }, { code: 'F3' }] },
      { flags: [createFlag('F1'), createFlag('F2')] },
      false,
    ],
    // Empty lists confirm nothing: a new user has them too.
    [{ flags: [] }, { flags: [] }, false],
    [{}, { flags: [createFlag('F1')] }, false],
    [{ flags: 'F1' }, { flags: [createFlag('F1')] }, false],
    [{ flags: [] }, {}, false],
    [{ transactions: withStatuses('FAILED') }, { transactions: withStatuses('FAILED') }, true],
    [
      { flags: [], transactions: withStatuses('FAILED') },
      { flags: [createFlag('F1')], transactions: withStatuses('FAILED') },
      true,
    ],
    [{ transactions: [] }, { transactions: [] }, false],
  ])('read as %j and declared as %j: state confirmed %s', (object, declared, expected) =>
    expect(confirmsDeclaredState(t, createAccountView(object, declared))).toBe(expected),
  );

  // A transaction declared PENDING can have settled since.
  it.each([
    [withStatuses('PENDING', 'FAILED'), withStatuses('PENDING', 'FAILED'), true],
    [withStatuses('COMPLETE'), withStatuses('PENDING'), true],
    [withStatuses('FAILED'), withStatuses('PENDING'), true],
    [withStatuses('PENDING'), withStatuses('COMPLETE'), false],
    [withStatuses('PENDING'), withStatuses('FAILED'), false],
    [withStatuses('FAILED'), withStatuses('COMPLETE'), false],
    [withStatuses('COMPLETE', 'COMPLETE'), withStatuses('COMPLETE', 'PENDING'), true],
    [withStatuses('COMPLETE', 'PENDING'), withStatuses('COMPLETE', 'COMPLETE'), false],
    [withStatuses('FAILED', 'PENDING'), withStatuses('FAILED', 'FAILED'), false],
    [withStatuses('FAILED', 'FAILED'), withStatuses('PENDING', 'FAILED'), true],
    [withStatuses('FAILED'), withStatuses('FAILED', 'PENDING'), false],
    [withStatuses('FAILED', 'PENDING'), withStatuses('FAILED'), false],
    [withStatuses('PENDING', 'COMPLETE'), withStatuses('COMPLETE', 'PENDING'), true],
    [[], [], true],
    [undefined, withStatuses('FAILED'), false],
    [withStatuses('FAILED'), null, true],
  ])('read as %j and declared as %j: transactions match %s', (transactions, declared, expected) =>
    expect(
      areTransactionsAsDeclared(t, createAccountView({ transactions }, { transactions: declared })),
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
    'read as %j and declared as %j, with the unknown dialect keys %j: KYC status matches %s',
    (object, declared, unknown, expected) =>
      expect(isKycAsDeclared(createAttempt([], unknown), createAccountView(object, declared))).toBe(
        expected,
      ),
  );
});
