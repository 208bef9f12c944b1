import { describe, expect, it } from 'vitest';
import { defaultDialect } from '../../src/dialect/keys.ts';
import { maskEmailAddress, maskPhoneNumber } from '../../src/domain/masks.ts';
import { createDialect } from '../contract/dialect-variations.ts';

describe('§2.5 the mask of a phone number', () => {
  it('shows the last four digits at the position that the dialect sets', () => {
    const dialect = createDialect({ 'masks.phone': '{last4} (ends in {last4})' });
    expect(maskPhoneNumber('+12025550143', dialect)).toBe('0143 (ends in 0143)');
  });

  it('hides the other digits by default', () => {
    expect(maskPhoneNumber('+12025550143', defaultDialect)).toMatch(/^[^0-9]*0143$/);
  });
});

describe('§2.6 the mask of an email address', () => {
  it('shows the first letter and the domain at the positions that the dialect sets', () => {
    const dialect = createDialect({ 'masks.email': '{first}-{first}@{domain}' });
    expect(maskEmailAddress('rita@example.test', dialect)).toBe('r-r@example.test');
  });

  it('uses the text after the last @ as the domain', () => {
    const dialect = createDialect({ 'masks.email': '{domain}' });
    expect(maskEmailAddress('"a@b"@example.test', dialect)).toBe('example.test');
  });

  it('replaces placeholders of the template only, not of the address', () => {
    const dialect = createDialect({ 'masks.email': '{first}|{domain}' });
    expect(maskEmailAddress('r@{first}.test', dialect)).toBe('r|{first}.test');
  });
});
