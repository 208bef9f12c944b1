import { describe, expect, it } from 'vitest';
import { formats } from '../../../src/contract/formats.ts';
import {
  FICTIONAL_PHONE_NUMBER_COUNT,
  getFictionalPhoneNumber,
} from '../../../src/scenarios/generate/fictional-phone-numbers.ts';

describe('§2.5 fictional phone numbers', () => {
  const numbers = Array.from({ length: FICTIONAL_PHONE_NUMBER_COUNT }, (_, index) =>
    getFictionalPhoneNumber(index),
  );

  it('are 555-01XX numbers in US area codes, then British mobile numbers reserved for drama', () => {
    const isAmerican = (number = '') => /^\+1[2-9]\d\d55501\d\d$/.test(number);
    const firstBritish = numbers.findIndex((number) => !isAmerican(number));
    expect(firstBritish).toBeGreaterThan(30_000);
    for (const number of numbers.slice(firstBritish)) expect(number).toMatch(/^\+447700900\d{3}$/);
  });

  it('are unique and finite', () => {
    expect(new Set(numbers).size).toBe(FICTIONAL_PHONE_NUMBER_COUNT);
    expect(getFictionalPhoneNumber(FICTIONAL_PHONE_NUMBER_COUNT)).toBeUndefined();
  });

  it('are valid', () => {
    expect(numbers.filter((number) => !formats['phone-number'](number ?? ''))).toEqual([]);
  });
});
