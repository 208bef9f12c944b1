import { describe, expect, it } from 'vitest';
import { toSentence } from '../../conformance/to-sentence.ts';

describe('a reason in a report', () => {
  it.each([
    ['sessionJwt is missing', 'sessionJwt is missing.'],
    ['accounts[a] is missing', 'accounts[a] is missing.'],
    ['otp.sms.codeField is unknown', 'otp.sms.codeField is unknown.'],
    ['the sessionJwt is missing', 'The sessionJwt is missing.'],
    ['is it right?', 'Is it right?'],
    ['no!', 'No!'],
    ['a', 'A.'],
    ['3 of them', '3 of them.'],
  ])('becomes a sentence: %j', (text, expected) => {
    expect(toSentence(text)).toBe(expected);
  });
});
