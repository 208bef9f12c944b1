/** Detects where a user object contains flags, and in which format, from the declared flags (§2.7). */
import { describe, expect, it } from 'vitest';
import { findFlagNames, findDeclaredFlags } from '../../../conformance/discovery/flag-finders.ts';
import type { Finding, ReadUser } from '../../../conformance/discovery/user-field-finders.ts';
import type { DeclaredFlag } from '../../../conformance/settings.ts';
import { createUser, createUserWithFlags } from './readings.ts';

const fraud: DeclaredFlag = { code: 'F1', category: 'Fraud' };
const kyc: DeclaredFlag = { code: 'F2', category: 'KYC Review' };
const payment: DeclaredFlag = { code: 'F3', category: 'Transaction Processing' };
const uncategorized: DeclaredFlag = { code: 'F0', category: null };

const getValue = (finding: Finding) =>
  'observation' in finding ? finding.observation : finding.value;

function findNames(...users: ReadUser[]) {
  const { likelyNames: _, ...findings } = findFlagNames(users);
  return Object.fromEntries(
    Object.entries(findings).map(([part, finding]) => [part, getValue(finding)]),
  );
}

const NO_FLAG =
  'No account with a flag was read, or its response contains none of the configured flags.';
const NO_CATEGORY =
  'Category names: Fraud: not observed; KYC Review: not observed; Transaction Processing: not observed.';
const usualNames = {
  Fraud: 'Fraud',
  'KYC Review': 'KYC Review',
  'Transaction Processing': 'Transaction Processing',
};

describe('a declared flag', () => {
  it.each([
    [{ flags: [{ code: 'F1' }] }, [['flags', null, { code: 'F1' }]]],
    [{ flags: [{ details: { code: 'F1' } }] }, []],
    [{ flags: ['F1'] }, [['flags', null, null]]],
    [{ flags: ['F1', { code: 'F1' }] }, [['flags', null, { code: 'F1' }]]],
    [{ flags: { Fraud: ['F1'], Other: ['F2'] } }, [['flags', 'Fraud', null]]],
    [{ flags: { Fraud: [{ code: 'F1' }] } }, [['flags', 'Fraud', { code: 'F1' }]]],
    [{ flags: { Fraud: { code: 'F1' } } }, []],
    [{ flags: 'F1', code: 'F1' }, []],
    [
      { a: ['F1'], b: [{ id: 'F1' }, { id: 'F1', n: 1 }] },
      [
        ['a', null, null],
        ['b', null, { id: 'F1' }],
        ['b', null, { id: 'F1', n: 1 }],
      ],
    ],
  ])('of the user %j is found at %j', (user, places) => {
    const foundFlags = findDeclaredFlags([createUserWithFlags(user, [fraud])]);
    expect(foundFlags.map(({ property, group, record }) => [property, group, record])).toEqual(
      places,
    );
  });

  it('is searched for only in the account that declares it', () => {
    const user = { flags: [{ code: 'F1' }, { code: 'F2' }] };
    expect(findDeclaredFlags([createUser(user), createUser(user, { account: {} })])).toEqual([]);
    expect(
      findDeclaredFlags([createUserWithFlags(user, [kyc])]).map(({ declared }) => declared),
    ).toEqual([kyc]);
  });
});

describe('the format of flags', () => {
  const allFlags = [fraud, kyc, payment];

  it('is a list of records with a category', () => {
    const flags = allFlags.map(({ code, category }) => ({ code, category, since: 'today' }));
    expect(findNames(createUserWithFlags({ id: 'F1', flags }, allFlags))).toEqual({
      flags: 'flags',
      code: 'code',
      category: 'category',
      shape: 'list',
      categoryNames: usualNames,
    });
  });

  it('is a list of records without a category', () => {
    const flags = allFlags.map(({ code }) => ({ code, level: 1 }));
    expect(findNames(createUserWithFlags({ flags }, allFlags))).toEqual({
      flags: 'flags',
      code: 'code',
      category: 'none',
      shape: 'list',
      categoryNames: NO_CATEGORY,
    });
  });

  it('is a list of codes', () => {
    expect(findNames(createUserWithFlags({ flags: ['F1', 'F2'] }, [fraud, kyc]))).toEqual({
      flags: 'flags',
      code: 'The code of a flag is a plain value, not a field of a record.',
      category: 'No account with a flag of a known category could be read.',
      shape: 'list',
      categoryNames: NO_CATEGORY,
    });
  });

  it('is an object grouped by category', () => {
    const flags = { fraud: [{ id: 'F1' }], kyc: [{ id: 'F2' }], payment: [{ id: 'F3' }] };
    const user = createUserWithFlags({ flags }, allFlags);
    expect(findNames(user)).toEqual({
      flags: 'flags',
      code: 'id',
      category: 'Flags are grouped by category; a flag may have no category field.',
      shape: 'byCategory',
      categoryNames: { Fraud: 'fraud', 'KYC Review': 'kyc', 'Transaction Processing': 'payment' },
    });
    const { shape, categoryNames } = findFlagNames([createUser({}), user]);
    const { response } = user.reading;
    expect([shape, categoryNames]).toMatchObject([{ response }, { response }]);
  });

  it('is an object grouped by category even if the records also contain the category', () => {
    const flags = Object.fromEntries(
      allFlags.map(({ code, category }) => [`group ${category}`, [{ code, category }]]),
    );
    expect(findNames(createUserWithFlags({ flags }, allFlags))).toMatchObject({
      shape: 'byCategory',
    });
    const one = { KYC: [{ code: 'F2', category: 'KYC Review' }] };
    expect(findNames(createUserWithFlags({ flags: one }, [kyc]))).toMatchObject({
      shape: 'byCategory',
    });
  });

  it.each([{ declared: allFlags }, { declared: [kyc] }])(
    'is unknown if the list is inside an object ($declared.length declared flags)',
    ({ declared }) => {
      const items = declared.map(({ code, category }) => ({ code, category }));
      const user = createUserWithFlags({ flags: { items, total: items.length } }, declared);
      expect(findNames(user)).toMatchObject({
        flags: 'flags',
        code: 'code',
        category: 'category',
        shape: 'Flags are in an object whose field names are not the flag categories.',
      });
    },
  );

  it.each([
    ['x', 'y', 'x'],
    ['x', 'y', 'z'],
  ])('is unknown if a category has two groups: Fraud %s and %s, KYC Review %s', (...groups) => {
    const users = [fraud, fraud, kyc].map((flag, index) =>
      createUserWithFlags({ flags: { [groups[index] ?? '']: [flag] } }, [flag]),
    );
    expect(findNames(...users)).toMatchObject({
      category: 'category',
      shape: 'Flags are in an object whose field names are not the flag categories.',
    });
  });

  it('is unknown if no flag is found', () => {
    const all = {
      flags: NO_FLAG,
      code: NO_FLAG,
      category: NO_FLAG,
      shape: NO_FLAG,
      categoryNames: NO_FLAG,
    };
    expect(findNames()).toEqual(all);
    expect(findNames(createUserWithFlags({ flags: [{ code: 'F1' }] }, [kyc]))).toEqual(all);
    expect(findFlagNames([]).likelyNames).toEqual(usualNames);
  });

  it('is ambiguous if two properties contain the flags', () => {
    const user = { flags: [{ code: 'F1' }], history: ['F1'] };
    const ambiguous = 'Possible names: flags, history.';
    expect(findNames(createUserWithFlags(user, [fraud]))).toEqual({
      flags: ambiguous,
      code: ambiguous,
      category: ambiguous,
      shape: ambiguous,
      categoryNames: ambiguous,
    });
    const more = createUserWithFlags({ flags: [{ code: 'F2' }], history: [{ code: 'F1' }] }, [kyc]);
    expect(findNames(createUserWithFlags(user, [fraud]), more)).toMatchObject({
      flags: 'flags',
      code: 'code',
      categoryNames: NO_CATEGORY,
    });
  });
});

describe('the code field of a flag', () => {
  it.each([
    [{ flagCode: 'F1', id: 'F1' }, 'flagCode'],
    [{ id: 'F1', CODE: 'F1' }, 'CODE'],
    [{ id: 'F1', reason: 'F1' }, 'Possible names: id, reason.'],
    [{ aCode: 'F1', code: 'F1' }, 'Possible names: aCode, code.'],
    [{ id: 'F1', code: 'F9' }, 'id'],
  ])('in the record %j is %s', (record, name) => {
    expect(findNames(createUserWithFlags({ flags: [record] }, [fraud]))['code']).toBe(name);
  });
});

describe('the category field of a flag', () => {
  const findBoth = (fraudFields: object, kycFields: object) =>
    findNames(
      createUserWithFlags({ flags: [{ code: 'F1', ...fraudFields }] }, [fraud]),
      createUserWithFlags({ flags: [{ code: 'F2', ...kycFields }] }, [kyc]),
    );
  const formatNames = (fraudName: string, kycName: string) =>
    `Category names: Fraud: ${fraudName}; KYC Review: ${kycName}; Transaction Processing: not observed.`;

  it.each([
    // The exact category counts most, then a similar word, then the name of the property.
    [{ a: 'FRAUD', b: 'Fraud' }, { a: 'KYC_REVIEW', b: 'KYC Review' }, 'b'],
    [{ category: 'x', b: 'fraud' }, { category: 'y', b: 'kyc' }, 'b'],
    [{ category: 'x', b: 'FRAUD' }, { category: 'y', b: 'other' }, 'category'],
    [{ b: 'Fraud', category: 'Fraud' }, { b: 'KYC Review', category: 'KYC Review' }, 'category'],
    [{ b: 'fra', categories: 'fra' }, { b: 'kycR', categories: 'kycR' }, 'categories'],
    [{ b: 'fraud_' }, { b: 'KYC-review' }, 'b'],
    [{ b: 'fraud', c: 1 }, { b: 'kyc' }, 'b'],
    [{ b: 1 }, { b: 2 }, 'none'],
    [{}, {}, 'none'],
    // A dialect cannot contain a name with a space.
    [{ 'the category': 'Fraud', b: 'fraud' }, { 'the category': 'KYC Review', b: 'kyc' }, 'b'],
  ])('in the records %j and %j is %s', (fraudFields, kycFields, name) => {
    expect(findBoth(fraudFields, kycFields)['category']).toBe(name);
  });

  it.each([
    [{ b: 'x' }, { b: 'y' }, 'b'],
    [{ b: 'fr' }, { b: 'ky' }, 'b'],
    [{ b: 'fraudulent' }, { b: 'kyc' }, 'b'],
    [{ b: 'fraud', c: 'fraud' }, { b: 'kyc', c: 'kyc' }, 'b, c'],
    [{ 'the category': 'Fraud' }, { 'the category': 'KYC Review' }, 'the category'],
  ])('in the records %j and %j is not identified', (fraudFields, kycFields, candidates) => {
    expect(findBoth(fraudFields, kycFields)['category']).toBe(
      `Could not identify the category field among ${candidates}.`,
    );
  });

  it('has the same word in all flags of a category', () => {
    const flags = [
      { code: 'F1', a: 'Fraud', b: 'fraud' },
      { code: 'F1', a: 'Other', b: 'fraud' },
    ];
    expect(findNames(createUserWithFlags({ flags }, [fraud]))['category']).toBe('b');
  });

  it('is unknown without a flag of a known category', () => {
    const user = createUserWithFlags({ flags: [{ code: 'F0', a: 'Fraud' }] }, [uncategorized]);
    expect(findNames(user)['category']).toBe(
      'No account with a flag of a known category could be read.',
    );
  });

  it.each([
    ['without a record', createUserWithFlags({ flags: ['F1'] }, [fraud])],
    [
      'without a known category',
      createUserWithFlags({ flags: [{ code: 'F0', a: 'odd', b: 1 }] }, [uncategorized]),
    ],
  ])('does not depend on a flag %s', (_, otherUser) => {
    const user = createUserWithFlags({ flags: [{ code: 'F2', a: 'kyc' }] }, [kyc]);
    expect(findNames(otherUser, user)['category']).toBe('a');
  });

  it('determines the words that name the categories', () => {
    expect(findBoth({ category: 'a' }, { category: 'b' })['categoryNames']).toBe(
      formatNames('a', 'b'),
    );
    expect(findBoth({ category: 'a' }, { category: 'a' })['categoryNames']).toBe(
      formatNames('a', 'a'),
    );
  });
});

describe('the names of the categories', () => {
  const createUsers = (...pairs: readonly (readonly [group: string, flag: DeclaredFlag])[]) =>
    pairs.map(([group, flag]) => createUserWithFlags({ flags: { [group]: [flag.code] } }, [flag]));

  it('are ambiguous if a category has two names, or two categories have the same name', () => {
    const usersOfFourGroups = createUsers(
      ['a', fraud],
      ['b', fraud],
      ['c', kyc],
      ['a', fraud],
      ['d', payment],
    );
    expect(findNames(...usersOfFourGroups)['categoryNames']).toBe(
      'Category names: Fraud: a, b; KYC Review: c; Transaction Processing: d.',
    );
    // The likely names are the first names.
    expect(findFlagNames(usersOfFourGroups).likelyNames).toEqual({
      Fraud: 'a',
      'KYC Review': 'c',
      'Transaction Processing': 'd',
    });
    const usersOfSharedGroup = createUsers(['a', fraud], ['a', kyc], ['d', payment]);
    expect(findNames(...usersOfSharedGroup)['categoryNames']).toBe(
      'Category names: Fraud: a; KYC Review: a; Transaction Processing: d.',
    );
  });

  it('have the default in likelyNames for a category without a flag', () => {
    expect(findFlagNames(createUsers(['a', kyc])).likelyNames).toEqual({
      ...usualNames,
      'KYC Review': 'a',
    });
  });
});

describe('declared names', () => {
  it('are preferred if several names fit', () => {
    const flag = { flagCode: 'F1001', reasonCode: 'F1001', category: 'Fraud', kind: 'Fraud' };
    const account = { flags: [{ code: 'F1001', category: 'Fraud' as const }] };
    const users = [createUser({ flags: [flag], alerts: [flag] }, { account })];
    const names = { flags: 'alerts', code: 'reasonCode', category: 'kind' };
    const { flags, code, category } = findFlagNames(users, names);
    expect([flags, code, category]).toMatchObject([
      { value: 'alerts' },
      { value: 'reasonCode' },
      { value: 'kind' },
    ]);
    expect(findFlagNames(users).flags).toMatchObject({
      observation: 'Possible names: flags, alerts.',
    });
  });
});
