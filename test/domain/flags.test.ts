import { describe, expect, it } from 'vitest';
import { defaultDialect } from '../../src/dialect/keys.ts';
import {
  findFirstCode,
  findFlagCategory,
  findFlagDefinition,
  hasFlagInCategory,
  restrictsWrite,
  withholdsPersonalInformation,
} from '../../src/domain/flags.ts';
import { createDialect } from '../contract/dialect-variations.ts';

describe('§2.7 the flag catalogue', () => {
  it('returns a definition only for the codes that it contains', () => {
    expect(findFlagDefinition('K1001', defaultDialect)?.category).toBe('KYC Review');
    expect(findFlagDefinition('X9999', defaultDialect)).toBeUndefined();
    expect(findFlagDefinition('constructor', defaultDialect)).toBeUndefined();
  });

  it('returns no category for F0000 or an unknown code', () => {
    expect(findFlagCategory('F0000', defaultDialect)).toBeNull();
    expect(findFlagCategory('X9999', defaultDialect)).toBeNull();
  });

  it('depends on the dialect', () => {
    const onlyFlag = {
      code: 'A1',
      category: 'Fraud',
      title: 'A',
      message: 'A',
      example: true,
    } as const;
    const dialect = createDialect({ 'flags.catalogue': [onlyFlag] });
    expect(findFlagCategory('A1', dialect)).toBe('Fraud');
    expect(findFlagDefinition('A1', defaultDialect)).toBeUndefined();
    expect(findFirstCode('Fraud', dialect)).toBe('A1');
    expect(findFirstCode('KYC Review', dialect)).toBeUndefined();
  });

  it('returns the first code of a category', () => {
    expect(findFirstCode('Transaction Processing', defaultDialect)).toBe('T1001');
  });

  it('determines whether a user has a flag of a category', () => {
    const user = { flags: ['F0000', 'K1001'] };
    expect(hasFlagInCategory('KYC Review', user, defaultDialect)).toBe(true);
    expect(hasFlagInCategory('Fraud', user, defaultDialect)).toBe(false);
  });
});

describe('§7.2 personal information', () => {
  it('is withheld only under F0000', () => {
    const withholdingCodes = defaultDialect.flags.catalogue
      .map(({ code }) => code)
      .filter((code) => withholdsPersonalInformation({ flags: [code] }, defaultDialect));
    expect(withholdingCodes).toEqual(['F0000']);
    expect(withholdsPersonalInformation({ flags: [] }, defaultDialect)).toBe(false);
  });

  it('is never withheld if the dialect disables withholding', () => {
    const dialect = createDialect({ 'flags.withhold': [] });
    expect(withholdsPersonalInformation({ flags: ['F0000'] }, dialect)).toBe(false);
  });
});

describe('§7.4 writes under a Fraud flag', () => {
  it('are rejected if the dialect lists them', () => {
    const dialect = createDialect({ 'flags.fraudRestricts': ['addWallet', 'linkClient'] });
    const user = { flags: ['F1001'] };
    expect(restrictsWrite('addWallet', user, dialect)).toBe(true);
    expect(restrictsWrite('linkClient', user, dialect)).toBe(true);
    expect(restrictsWrite('verifyWallet', user, dialect)).toBe(false);
    expect(restrictsWrite('addPhone', user, dialect)).toBe(false);
  });

  it('are allowed under any other flag', () => {
    for (const flags of [[], ['F0000'], ['K1002'], ['T1001']]) {
      expect(restrictsWrite('addWallet', { flags }, defaultDialect)).toBe(false);
    }
  });
});
